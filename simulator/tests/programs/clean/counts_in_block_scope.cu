// Atomics of block scope on memory that only one block uses at a time: a counter per block, and one that
// blocks pass on to each other in their order.
#include <cuda/atomic>

__global__ void count(int* own, int* common, unsigned* turn) {
    atomicAdd_block(&own[blockIdx.x], 1);
    __syncthreads();
    if (threadIdx.x != 0) return;
    cuda::atomic_ref<int, cuda::thread_scope_block>(own[blockIdx.x]).fetch_add(1);
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> whose(*turn);
    while (whose.load(cuda::memory_order_acquire) != blockIdx.x) {
    }
    atomicAdd_block(common, own[blockIdx.x]);
    whose.store(blockIdx.x + 1, cuda::memory_order_release);
}

int main() {
    int *own, *common;
    unsigned* turn;
    cudaMalloc(&own, 4 * sizeof(int));
    cudaMalloc(&common, sizeof(int));
    cudaMalloc(&turn, sizeof(unsigned));
    cudaMemset(own, 0, 4 * sizeof(int));
    cudaMemset(common, 0, sizeof(int));
    cudaMemset(turn, 0, sizeof(unsigned));
    count<<<4, 64>>>(own, common, turn);
    cudaDeviceSynchronize();
    cudaFree(own);
    cudaFree(common);
    cudaFree(turn);
    return 0;
}
