// Load generator: keeps GPU and host busy in bursts and pauses of random length, until it is killed. Prints a
// line when it has begun.

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <random>
#include <thread>
#include <vector>

#include <cuda_runtime.h>

namespace {

using Clock = std::chrono::steady_clock;

__global__ void stream(float* data, std::size_t n) {
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x)
        data[i] = data[i] * 0.5F + 1;
}

/// Alternates forever between bursts of up to @p longest_ms and pauses of the same range.
template <typename Work> [[noreturn]] void in_bursts(unsigned seed, int longest_ms, Work work) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> length(1, longest_ms);
    while (true) {
        const auto end = Clock::now() + std::chrono::milliseconds(length(random));
        while (Clock::now() < end) work();
        std::this_thread::sleep_for(std::chrono::milliseconds(length(random)));
    }
}

} // namespace

int main() {
    constexpr std::size_t n = std::size_t{1} << 26;
    float* data = nullptr;
    if (cudaMalloc(&data, n * sizeof(float)) != cudaSuccess) return 1;
    if (cudaMemset(data, 0, n * sizeof(float)) != cudaSuccess) return 1;
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    std::vector<std::thread> threads;
    const unsigned hosts = std::thread::hardware_concurrency() / 2;
    for (unsigned i = 0; i < hosts; ++i)
        threads.emplace_back([i] {
            volatile double sum = 0;
            in_bursts(i + 1, 50, [&] {
                for (int k = 0; k < 10'000; ++k) sum = sum + k;
            });
        });
    std::puts("at work");
    std::fflush(stdout);
    in_bursts(0, 40, [&] {
        stream<<<1024, 256>>>(data, n);
        cudaDeviceSynchronize();
    });
}
