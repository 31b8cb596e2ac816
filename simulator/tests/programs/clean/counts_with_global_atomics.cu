// Threads of all blocks count in global memory, which a
// cudaMemset has cleared, and read the counts atomically.

__global__ void count(int* bins, int* largest) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int before = atomicAdd(&bins[i % 7], 1);
    atomicMax(largest, before + 1);
}

int main() {
    int *bins, *largest, found[8];
    cudaMalloc(&bins, 7 * sizeof(int));
    cudaMalloc(&largest, sizeof(int));
    cudaMemset(bins, 0, 7 * sizeof(int));
    cudaMemset(largest, 0, sizeof(int));
    count<<<7, 128>>>(bins, largest);
    cudaMemcpy(found, bins, 7 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(found + 7, largest, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(bins);
    cudaFree(largest);
    for (const int each : found) {
        if (each != 128) return 1;
    }
    return 0;
}
