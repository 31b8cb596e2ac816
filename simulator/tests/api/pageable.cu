// Asynchronous copies between the device and pageable memory that return before they complete, by size:
// a host function before them in the stream continues only some time after the call.

#include "show.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

namespace {

std::atomic<bool> go{false};

void CUDART_CB wait(void*) {
    while (!go) std::this_thread::sleep_for(std::chrono::microseconds(100));
}

/// Calls @p act after a host function in a stream. Reports whether it waited for the function's release.
template <class Act> const char* returned(cudaStream_t stream, Act act) {
    go = false;
    cudaLaunchHostFunc(stream, wait, nullptr);
    std::thread late([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        go = true;
    });
    act();
    const char* const when = go ? "late" : "early";
    late.join();
    return when;
}

void copies_of(std::size_t n) {
    char* d = nullptr;
    cudaStream_t stream = nullptr;
    cudaMalloc(&d, n);
    cudaStreamCreate(&stream);
    std::vector<char> s(n, 1), r(n, 9);
    cudaError_t error = cudaSuccess;

    // Writes of the program after the call must not affect the copy.
    const char* when = returned(stream, [&] {
        error = cudaMemcpyAsync(d, s.data(), n, cudaMemcpyHostToDevice, stream);
        std::memset(s.data(), 2, n);
    });
    cudaStreamSynchronize(stream);
    cudaMemcpy(r.data(), d, n, cudaMemcpyDeviceToHost);
    std::printf("to device, %zu: %d, returned %s, has %d and %d\n", n, error, when, r[0], r[n - 1]);

    char first = 0;
    std::memset(r.data(), 9, n);
    when = returned(stream, [&] {
        error = cudaMemcpyAsync(r.data(), d, n, cudaMemcpyDeviceToHost, stream);
        first = r[0];
    });
    cudaStreamSynchronize(stream);
    std::printf("to host, %zu: %d, returned %s, had %d then %d\n", n, error, when, first, r[0]);

    when = returned(stream, [&] { error = cudaMemsetAsync(d, 3, n, stream); });
    std::printf("memset async, %zu: %d, returned %s\n", n, error, when);
    cudaStreamSynchronize(stream);
    cudaFree(d);
    cudaStreamDestroy(stream);
}

} // namespace

int main() {
    for (const std::size_t n : {std::size_t{64}, std::size_t{65536}, std::size_t{65537}, std::size_t{1} << 20,
                                std::size_t{32} << 20}) {
        copies_of(n);
    }
    return 0;
}
