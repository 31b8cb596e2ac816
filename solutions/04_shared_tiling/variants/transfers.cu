// Lab 04, a variant: the cost of copying A and B to the GPU and C back, compared with the kernel itself.
// Usage: transfers [N...], for matrices of N x N.
//
// Full size: 256 1024 2048 4096
//
// A transfer moves 4 N^2 bytes per matrix, and the kernel does 2 N^3 operations. So for small matrices the
// transfers take most of the time, for large ones the kernel: do as much as you can with data that is
// already on the GPU.
//
// new and malloc return pageable memory: the system may move it, so the driver copies it through a staging
// buffer that is pinned. Pinned memory (cudaMallocHost) never moves, and the GPU reads it
// directly.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/event.h"
#include "kernelsmith/random.h"

using kernelsmith::DeviceBuffer;
using kernelsmith::Event;

constexpr int tile = 32;

/// The kernel of rung 4, for square matrices.
__global__ void multiply_tiles(const float* a, const float* b, float* c, int n) {
    __shared__ float a_tile[tile][tile];
    __shared__ float b_tile[tile][tile];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * tile + y;
    const int column = blockIdx.x * tile + x;

    float sum = 0.0f;
    for (int first_k = 0; first_k < n; first_k += tile) {
        a_tile[y][x] = row < n && first_k + x < n ? a[row * n + first_k + x] : 0.0f;
        b_tile[y][x] = first_k + y < n && column < n ? b[(first_k + y) * n + column] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < tile; ++k) sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

/// Frees pinned host memory.
struct PinnedFree {
    void operator()(float* memory) const noexcept { CUDA_CHECK_NOTHROW(cudaFreeHost(memory)); }
};

std::unique_ptr<float, PinnedFree> pinned(std::size_t count) {
    void* memory = nullptr;
    CUDA_CHECK(cudaMallocHost(&memory, count * sizeof(float)));
    return std::unique_ptr<float, PinnedFree>(static_cast<float*>(memory));
}

/// The three parts of a run, in milliseconds.
struct Times {
    float to_device = HUGE_VALF;
    float kernel = HUGE_VALF;
    float to_host = HUGE_VALF;
};

/// Copies A and B to the device, multiplies and copies C back, three times; returns the best time of each part.
Times measure(std::span<const float> a, std::span<const float> b, std::span<float> c, int n) {
    DeviceBuffer<float> device_a(a.size()), device_b(b.size()), device_c(c.size());
    const unsigned blocks = static_cast<unsigned>((n + tile - 1) / tile);
    Times best;
    for (int repeat = 0; repeat < 3; ++repeat) {
        Event start, there, done, back;
        start.record();
        device_a.copy_from(a);
        device_b.copy_from(b);
        there.record();
        multiply_tiles<<<dim3(blocks, blocks), dim3(tile, tile)>>>(device_a.data(), device_b.data(),
                                                                   device_c.data(), n);
        CUDA_CHECK_LAUNCH();
        done.record();
        device_c.copy_to(c);
        back.record();
        best.to_device = std::min(best.to_device, kernelsmith::elapsed_ms(start, there));
        best.kernel = std::min(best.kernel, kernelsmith::elapsed_ms(there, done));
        best.to_host = std::min(best.to_host, kernelsmith::elapsed_ms(done, back));
    }
    return best;
}

/// Checks about a thousand elements.
bool is_right(std::span<const float> a, std::span<const float> b, std::span<const float> c, std::size_t n) {
    const std::size_t stride = (c.size() / 1000) | 1; // odd, so columns vary if n is a power of two
    for (std::size_t i = 0; i < c.size(); i += stride) {
        double sum = 0;
        for (std::size_t k = 0; k < n; ++k) sum += double{a[i / n * n + k]} * double{b[k * n + i % n]};
        // The norms of a row and a column multiply to about n / 3; see the lab's tolerance.
        if (!(std::fabs(c[i] - sum) <= 32 * 0x1p-24 * static_cast<double>(n))) return false;
    }
    return true;
}

void print(int n, const char* memory, const Times& times) {
    const double bytes = 4.0 * n * n;
    const double flops = 2.0 * n * n * n;
    const double all = times.to_device + times.kernel + times.to_host;
    std::printf("%6d  %-9s%10.3f%8.1f%10.3f%10.3f%8.1f%10.0f%10.0f\n", n, memory, times.to_device,
                2e-6 * bytes / times.to_device, times.kernel, times.to_host, 1e-6 * bytes / times.to_host,
                1e-6 * flops / times.kernel, 1e-6 * flops / all);
}

bool run(int n) {
    const std::size_t count = static_cast<std::size_t>(n) * n;
    std::vector<float> a(count), b(count), c(count);
    for (std::size_t i = 0; i < count; ++i) {
        a[i] = kernelsmith::random_uniform(1, i, -1.0f, 1.0f);
        b[i] = kernelsmith::random_uniform(2, i, -1.0f, 1.0f);
    }
    print(n, "pageable", measure(a, b, c, n));
    bool right = is_right(a, b, c, static_cast<std::size_t>(n));

    const auto pinned_a = pinned(count), pinned_b = pinned(count), pinned_c = pinned(count);
    const std::span<float> fixed_a(pinned_a.get(), count), fixed_b(pinned_b.get(), count),
        fixed_c(pinned_c.get(), count);
    std::copy(a.begin(), a.end(), fixed_a.begin());
    std::copy(b.begin(), b.end(), fixed_b.begin());
    print(n, "pinned", measure(fixed_a, fixed_b, fixed_c, n));
    right &= is_right(fixed_a, fixed_b, fixed_c, static_cast<std::size_t>(n));
    if (!right) std::printf("        WRONG\n");
    return right;
}

int main(int argc, char** argv) {
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
    if (sizes.empty()) sizes = {40, 100};

    std::printf("%6s  %-9s%18s%10s%18s%20s\n", "", "", "A and B there", "kernel", "C back", "GFLOP/s");
    std::printf("%6s  %-9s%10s%8s%10s%10s%8s%10s%10s\n", "N", "memory", "ms", "GB/s", "ms", "ms", "GB/s",
                "kernel", "all");
    bool right = true;
    for (const int n : sizes) right &= run(n);
    return right ? 0 : 1;
}
