// The kernel passes its results to the host one by one while it runs: data first, then a flag after a fence. Writes of
// the preceding kernel are visible with the first flag.
#include <atomic>

__global__ void prepare(int* table, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) table[i] = 5 * i;
}

__global__ void produce(volatile int* flags, int* data, int n) {
    for (int i = 0; i < n; ++i) {
        data[i] = 9 * i;
        __threadfence_system();
        flags[i] = 1;
    }
}

int main() {
    const int n = 2000;
    int *table, *flags, *data;
    cudaMallocHost(&table, n * sizeof(int));
    cudaMallocHost(&flags, n * sizeof(int));
    cudaMallocHost(&data, n * sizeof(int));
    for (int i = 0; i < n; ++i) flags[i] = 0;
    prepare<<<1, 256>>>(table, n);
    produce<<<1, 1>>>(flags, data, n);
    bool right = true;
    for (int i = 0; i < n; ++i) {
        while (static_cast<volatile int*>(flags)[i] == 0) {
        }
        std::atomic_thread_fence(std::memory_order_acquire);
        right = right && data[i] == 9 * i && table[i] == 5 * i;
    }
    cudaDeviceSynchronize();
    cudaFreeHost(data);
    cudaFreeHost(flags);
    cudaFreeHost(table);
    return right ? 0 : 1;
}
