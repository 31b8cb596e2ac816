// The locks are not initialized. An exchange whose old value is not used acts as a store that all other threads see
// immediately, so it sets their first value.

__global__ void count(int* locks, int* counts) {
    __shared__ int taken[4];
    const int mine = threadIdx.x % 4;
    if (threadIdx.x < 4) {
        atomicExch(&locks[mine], 0);
        atomicExch(&taken[mine], 1);
    }
    __syncthreads();
    atomicAdd(&counts[atomicAdd(&taken[mine], 1) % 2], atomicAdd(&locks[mine], 1));
}

int main() {
    int *locks, *counts;
    cudaMalloc(&locks, 4 * sizeof(int));
    cudaMalloc(&counts, 2 * sizeof(int));
    cudaMemset(counts, 0, 2 * sizeof(int));
    count<<<1, 64>>>(locks, counts);
    cudaDeviceSynchronize();
    cudaFree(locks);
    cudaFree(counts);
    return 0;
}
