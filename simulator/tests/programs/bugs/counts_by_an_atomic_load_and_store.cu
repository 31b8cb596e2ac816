// The load and the store are atomic separately, and additions of another warp in between are lost.
#include <cuda/atomic>

__global__ void count(int* counter) {
    cuda::atomic_ref<int, cuda::thread_scope_device> shared(*counter);
    if (threadIdx.x % 32 == 0) {
        const int old = shared.load(cuda::memory_order_relaxed);
        if (old < 100) shared.store(old + 1, cuda::memory_order_relaxed); // finding: global_race
    }
}

int main() {
    int* counter;
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    count<<<1, 128>>>(counter);
    cudaDeviceSynchronize();
    cudaFree(counter);
    return 0;
}
