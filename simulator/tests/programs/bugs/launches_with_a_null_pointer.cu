// The result was declared but never allocated.

__global__ void iota(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i; // finding: null_pointer
}

int main() {
    int* out = nullptr;
    iota<<<4, 64>>>(out, 250);
    cudaDeviceSynchronize();
    return 0;
}
