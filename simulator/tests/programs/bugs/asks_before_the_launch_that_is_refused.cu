// The grid of an empty problem has no blocks. The error is checked before this launch, and never after it.

__global__ void clear(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0;
}

int main() {
    int* out;
    cudaMalloc(&out, 1000 * sizeof(int));
    for (int n = 1000; n >= 0; n -= 500) {
        if (cudaGetLastError() != cudaSuccess) return 1;
        clear<<<(n + 255) / 256, 256>>>(out, n); // finding: unchecked_launch
    }
    cudaFree(out);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
