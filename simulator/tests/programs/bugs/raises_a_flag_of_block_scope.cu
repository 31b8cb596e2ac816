// Another block waits for the flag, but its scope is the block of the thread that raises it.
#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_block>;

__global__ void hand_over(int* data, int* ready, int* out) {
    if (blockIdx.x == 0) {
        *data = 42;
        Flag(*ready).store(1, cuda::memory_order_release); // other: global_race
    } else {
        while (Flag(*ready).load(cuda::memory_order_acquire) == 0) continue; // finding: global_race
        *out = *data;
    }
}

int main() {
    int *data, *ready, *out;
    cudaMalloc(&data, sizeof(int));
    cudaMalloc(&ready, sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(ready, 0, sizeof(int));
    hand_over<<<2, 1>>>(data, ready, out);
    cudaDeviceSynchronize();
    cudaFree(data);
    cudaFree(ready);
    cudaFree(out);
    return 0;
}
