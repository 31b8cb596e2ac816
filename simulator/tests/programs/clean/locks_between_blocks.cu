// One thread of each block takes a lock, with fences after acquiring and before releasing it, and updates
// data that all blocks share; every thread of the other kernel tries until it has had the lock once.

__global__ void add_blocks(int* lock, int* sums) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
        for (int k = 0; k < 4; ++k) sums[k] += blockIdx.x + k;
        __threadfence();
        atomicExch(lock, 0);
    }
}

__global__ void add_threads(int* lock, int* sums) {
    bool added = false;
    while (!added) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            sums[threadIdx.x % 4] += 1;
            __threadfence();
            atomicExch(lock, 0);
            added = true;
        }
    }
}

int main() {
    const int blocks = 20;
    int *lock, *sums, found[4];
    cudaMalloc(&lock, sizeof(int));
    cudaMalloc(&sums, 4 * sizeof(int));
    cudaMemset(lock, 0, sizeof(int));
    cudaMemset(sums, 0, 4 * sizeof(int));
    add_blocks<<<blocks, 64>>>(lock, sums);
    add_threads<<<4, 32>>>(lock, sums);
    cudaMemcpy(found, sums, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(lock);
    cudaFree(sums);
    for (int k = 0; k < 4; ++k) {
        if (found[k] != blocks * (blocks - 1) / 2 + blocks * k + 32) return 1;
    }
    return 0;
}
