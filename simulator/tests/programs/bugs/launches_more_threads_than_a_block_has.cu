// A block of 1200 threads: the launch is rejected, and the program does not check.

__global__ void number(int* out, int n) {
    const int i = threadIdx.x;
    if (i < n) out[i] = i;
}

int main() {
    const int n = 1200;
    int* out;
    cudaMalloc(&out, n * sizeof(int));
    number<<<1, n>>>(out, n); // finding: unchecked_launch
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
