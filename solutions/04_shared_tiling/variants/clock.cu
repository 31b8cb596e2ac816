// Lab 04, a variant: a clock inside the kernel. Where do the cycles of a step along k go? Usage: clock
// [N], for matrices of N x N.
//
// Full size: 2048
//
// clock64() reads the cycle counter of the SM. (clock() is its lower half, which at 2 GHz wraps round
// every two seconds.) The first thread of each warp takes the time at four points of each step and adds
// up the differences. Three limits apply:
//   - it measures elapsed time, not work: it includes the time that a warp waits for its turn;
//   - every SM has a separate counter; times of two SMs cannot be compared;
//   - reading it costs a few cycles and keeps the compiler from moving work across it: the measured
//     kernel is not quite the kernel without it. The last column shows how much slower it is.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/event.h"
#include "kernelsmith/random.h"

using kernelsmith::DeviceBuffer;
using kernelsmith::Event;

constexpr int tile = 32;

/// The parts of a step.
enum Part { bring, first_wait, add_up, second_wait, parts };

/// The kernel of rung 4, for square matrices; with @p timed it stores the cycles of each part in
/// spent[warp][part].
template <bool timed>
__global__ void multiply_tiles(const float* a, const float* b, float* c, int n, long long* spent) {
    __shared__ float a_tile[tile][tile];
    __shared__ float b_tile[tile][tile];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * tile + y;
    const int column = blockIdx.x * tile + x;

    long long sums[parts] = {};
    long long last = timed ? clock64() : 0;
    const auto take_time = [&](Part part) {
        if (!timed) return;
        const long long now = clock64();
        sums[part] += now - last;
        last = now;
    };

    float sum = 0.0f;
    for (int first_k = 0; first_k < n; first_k += tile) {
        a_tile[y][x] = row < n && first_k + x < n ? a[row * n + first_k + x] : 0.0f;
        b_tile[y][x] = first_k + y < n && column < n ? b[(first_k + y) * n + column] : 0.0f;
        take_time(bring);
        __syncthreads();
        take_time(first_wait);
#pragma unroll
        for (int k = 0; k < tile; ++k) sum += a_tile[y][k] * b_tile[k][x];
        if (timed) asm volatile("" : "+f"(sum)); // the sum is complete before the clock is read
        take_time(add_up);
        __syncthreads();
        take_time(second_wait);
    }
    if (row < n && column < n) c[row * n + column] = sum;
    if (timed && x == 0) {
        const int warp = (blockIdx.y * gridDim.x + blockIdx.x) * tile + y;
        for (int part = 0; part < parts; ++part) spent[warp * parts + part] = sums[part];
    }
}

template <bool timed> float best_ms(unsigned blocks, const DeviceBuffer<float>& a,
                                    const DeviceBuffer<float>& b, DeviceBuffer<float>& c, int n,
                                    DeviceBuffer<long long>& spent) {
    float best = HUGE_VALF;
    for (int repeat = 0; repeat < 3; ++repeat) {
        Event start, stop;
        start.record();
        multiply_tiles<timed>
            <<<dim3(blocks, blocks), dim3(tile, tile)>>>(a.data(), b.data(), c.data(), n, spent.data());
        CUDA_CHECK_LAUNCH();
        stop.record();
        best = std::fmin(best, kernelsmith::elapsed_ms(start, stop));
    }
    return best;
}

/// Prints a row of the table. Returns true if the timed kernel's C is right.
bool run(const char* name, unsigned blocks, int n, const std::vector<float>& host_a,
         const std::vector<float>& host_b) {
    DeviceBuffer<float> a(host_a.size()), b(host_b.size()), c(host_a.size());
    const std::size_t warps = std::size_t{blocks} * blocks * tile;
    DeviceBuffer<long long> spent(warps * parts);
    a.copy_from(host_a);
    b.copy_from(host_b);
    CUDA_CHECK(cudaMemset(c.data(), 0xff, c.size() * sizeof(float))); // all NaN

    const float plain = best_ms<false>(blocks, a, b, c, n, spent);
    const float timed = best_ms<true>(blocks, a, b, c, n, spent);
    std::vector<long long> cycles(spent.size());
    spent.copy_to(cycles);
    const double steps = static_cast<double>(warps) * ((n + tile - 1) / tile);
    double each[parts] = {};
    double all = 0;
    for (std::size_t i = 0; i < cycles.size(); ++i) each[i % parts] += static_cast<double>(cycles[i]) / steps;
    for (const double part : each) all += part;
    std::printf("%-24s%8.0f%12.0f%8.0f%13.0f%10.0f%9.0f %%\n", name, each[bring], each[first_wait],
                each[add_up], each[second_wait], all, 100 * (timed / plain - 1));

    std::vector<float> got(c.size());
    c.copy_to(got);
    const std::size_t size = static_cast<std::size_t>(n);
    const std::size_t written = std::min<std::size_t>(size, std::size_t{blocks} * tile);
    for (std::size_t i = 0; i < written; i += 7) {
        const std::size_t j = i * 5 % written;
        double sum = 0;
        for (std::size_t k = 0; k < size; ++k)
            sum += double{host_a[i * size + k]} * double{host_b[k * size + j]};
        if (!(std::fabs(got[i * size + j] - sum) <= 32 * 0x1p-24 * n)) {
            std::printf("element (%zu, %zu) is WRONG\n", i, j);
            return false;
        }
    }
    return true;
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 70;
    const std::size_t count = static_cast<std::size_t>(n) * n;
    std::vector<float> a(count), b(count);
    for (std::size_t i = 0; i < count; ++i) {
        a[i] = kernelsmith::random_uniform(1, i, -1.0f, 1.0f);
        b[i] = kernelsmith::random_uniform(2, i, -1.0f, 1.0f);
    }
    std::printf("C = A·B of %d x %d, tiles of %d: cycles of a warp for one step along k\n", n, n, tile);
    std::printf("%-24s%8s%12s%8s%13s%10s%11s\n", "", "bring", "first wait", "add up", "second wait",
                "together", "slower by");
    const bool one_right = run("one block on the GPU", 1, n, a, b);
    const bool all_right = run("all blocks", static_cast<unsigned>((n + tile - 1) / tile), n, a, b);
    return one_right && all_right ? 0 : 1;
}
