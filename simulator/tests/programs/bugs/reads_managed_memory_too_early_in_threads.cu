// Several host threads sum the values that a kernel writes, and none of them has waited for it.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

__global__ void count_up(int* to, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) to[i] = i;
}

int main() {
    const int n = 1 << 18;
    int* numbers;
    cudaMallocManaged(&numbers, n * sizeof(int));
    count_up<<<1, 256>>>(numbers, n);
    std::atomic<long> sum = 0;
    std::vector<std::thread> threads;
    for (int first = 0; first < 4; ++first) {
        threads.emplace_back([&, first] {
            long own = 0;
            for (int i = first; i < n; i += 4) own += numbers[i]; // finding: host_race
            sum += own;
        });
    }
    for (std::thread& thread : threads) thread.join();
    std::printf("%ld\n", sum.load());
    cudaDeviceSynchronize();
    cudaFree(numbers);
    return 0;
}
