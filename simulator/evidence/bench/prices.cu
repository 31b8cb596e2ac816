// Host time of calls in a program: medians of 10 000 in microseconds.
//
//     build/bin/simulate build/simulator/evidence/bench/prices

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 10'000;

__global__ void do_nothing(const int*) {}

double microseconds_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

double median(std::vector<double>& times) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

template <class Call> void show(const char* what, Call call) {
    std::vector<double> times;
    for (int n = 0; n < rounds; ++n) {
        const auto begin = Clock::now();
        call();
        times.push_back(microseconds_since(begin));
    }
    std::printf("%-24s %6.2f us\n", what, median(times));
}

// Launches alone; the queue has space for all of them.
void show_launches(const int* numbers) {
    constexpr int at_once = 100;
    std::vector<double> times;
    for (int n = 0; n < rounds; ++n) {
        const auto begin = Clock::now();
        do_nothing<<<1, 32>>>(numbers);
        times.push_back(microseconds_since(begin));
        if (n % at_once == 0) cudaDeviceSynchronize();
    }
    cudaDeviceSynchronize();
    std::printf("%-24s %6.2f us\n", "launch", median(times));
}

} // namespace

int main() {
    int* numbers = nullptr;
    int number = 0;
    cudaMalloc(&numbers, sizeof number);
    do_nothing<<<1, 32>>>(numbers);
    cudaDeviceSynchronize();
    show_launches(numbers);
    show("launch and wait", [&] {
        do_nothing<<<1, 32>>>(numbers);
        cudaDeviceSynchronize();
    });
    show("4 bytes to the device",
         [&] { cudaMemcpy(numbers, &number, sizeof number, cudaMemcpyHostToDevice); });
    show("4 bytes back", [&] { cudaMemcpy(&number, numbers, sizeof number, cudaMemcpyDeviceToHost); });
    show("a question", [&] { cudaGetDevice(&number); });
    show("the last error", [] { cudaGetLastError(); });
    cudaFree(numbers);
    return 0;
}
