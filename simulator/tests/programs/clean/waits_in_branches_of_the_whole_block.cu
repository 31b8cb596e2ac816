// Barriers in branches and loops are correct as long as all threads of a block take the same path.

__global__ void rounds(int* out) {
    __shared__ int staged[64];
    int value = threadIdx.x;
    if (blockIdx.x % 2 == 1) {
        for (int round = 0; round <= blockIdx.x; ++round) {
            staged[threadIdx.x] = value;
            __syncthreads();
            value = staged[(threadIdx.x + 1) % 64];
            __syncthreads();
        }
    }
    out[blockIdx.x * 64 + threadIdx.x] = value;
}

int main() {
    const int blocks = 4, n = blocks * 64;
    int found[n];
    int* out;
    cudaMalloc(&out, n * sizeof(int));
    rounds<<<blocks, 64>>>(out);
    cudaMemcpy(found, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (int i = 0; i < n; ++i) {
        const int block = i / 64;
        const int turns = block % 2 == 1 ? block + 1 : 0;
        if (found[i] != (i % 64 + turns) % 64) return 1;
    }
    return 0;
}
