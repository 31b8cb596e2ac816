// Lab 01, a variant: what is the latency of a load, and how many bytes must be in flight to fill the bus?
//
//   latency [MiB]     the size of the buffer; it must be many times as large as the L2 cache
//
// Full size: 2048
//
// This is a pointer chase: each load returns the location of the next one, so a load cannot start before the
// previous one has returned. A warp that follows one chain has exactly one load in flight at any moment, 128
// bytes. So the bytes in flight are known exactly, and the time of a round shows the latency:
//
//   one warp on the whole GPU    the time of a round is the latency of a load
//   more warps, more chains      a round takes as long, and more bytes arrive in it, until the bus is full;
//                                from there on the rounds only take longer
//
// Neighbouring warps read neighbouring lines of 128 bytes, and nothing is read twice, as in the lab.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/event.h"

namespace {

using kernelsmith::DeviceBuffer;
using kernelsmith::Event;

constexpr int lanes = 32;           // threads per warp: 128 bytes of ints, one line
constexpr int largest_block = 1024; // threads per block, at most
constexpr int blocks_per_sm = 2;    // blocks per SM, at most: 64 warps
constexpr int lines_a_mebibyte = (1 << 20) / (lanes * 4);
constexpr int repeats = 3;
constexpr int most_rounds = 20000;
constexpr int lone_step = 33; // lines from one load of a single warp to the next: none is a cache hit

/// Links the lines of the buffer to chains: each int of a line holds the index of the line @p step lines after it.
__global__ void link_lines(int* lines, int count, int step) {
    const int line = blockIdx.x * (blockDim.x / lanes) + threadIdx.x / lanes;
    if (line < count) lines[std::size_t(line) * lanes + threadIdx.x % lanes] = line + step;
}

/// Follows @p chains chains per warp for @p rounds loads each, and writes the last lines to @p last.
template <int chains> __global__ void __launch_bounds__(largest_block, blocks_per_sm)
    follow(const int* lines, int rounds, int* last) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int warps = gridDim.x * blockDim.x / lanes;
    const int lane = threadIdx.x % lanes;
    int line[chains];
#pragma unroll
    for (int i = 0; i < chains; ++i) line[i] = thread / lanes + i * warps;
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int i = 0; i < chains; ++i) line[i] = lines[std::size_t(line[i]) * lanes + lane];
    }
#pragma unroll
    for (int i = 0; i < chains; ++i) last[(thread / lanes + i * warps) * lanes + lane] = line[i];
}

/// The buffer and the limits of a measurement.
struct Bench {
    int multiprocessors;
    int count; ///< lines in the buffer
    DeviceBuffer<int> lines;
    bool right = true;
};

/// Returns the nanoseconds per round with @p blocks blocks of @p warps warps, each of which follows @p chains chains.
template <int chains> double round_ns(Bench& bench, int blocks, int warps) {
    const int all = blocks * warps * chains;
    const int step = std::max(all, lone_step);
    const int rounds = std::min((bench.count - all) / step + 1, most_rounds);
    DeviceBuffer<int> last(std::size_t(all) * lanes);
    float best = HUGE_VALF;
    for (int i = 0; i < repeats; ++i) {
        // This also writes the whole buffer through the L2 cache, which evicts the lines that the chase loads first.
        constexpr int lines_per_block = largest_block / lanes;
        link_lines<<<(bench.count - 1) / lines_per_block + 1, largest_block>>>(bench.lines.data(),
                                                                               bench.count, step);
        CUDA_CHECK_LAUNCH();
        Event start, stop;
        start.record();
        follow<chains><<<blocks, warps * lanes>>>(bench.lines.data(), rounds, last.data());
        CUDA_CHECK_LAUNCH();
        stop.record();
        best = std::fmin(best, elapsed_ms(start, stop));
    }
    std::vector<int> ends(last.size());
    last.copy_to(ends);
    for (int i = 0; i < all * lanes; ++i) bench.right &= ends[i] == i / lanes + rounds * step;
    return 1e6 * best / rounds;
}

/// Prints a row: every SM has @p warps warps with @p chains chains each.
template <int chains> void measure(Bench& bench, int warps) {
    const int blocks = warps * lanes > largest_block ? blocks_per_sm : 1;
    const double ns = round_ns<chains>(bench, bench.multiprocessors * blocks, warps / blocks);
    const double an_sm = 4.0 * lanes * warps * chains;
    std::printf("%8d %13d %14.0f %12.0f %13.2f\n", warps, chains, an_sm, ns,
                1e-3 * bench.multiprocessors * an_sm / ns);
}

/// Returns the TB/s that the device's own copy reads and writes, within the buffer.
double copy_speed(Bench& bench) {
    const std::size_t half = bench.lines.size() / 2;
    float best = HUGE_VALF;
    for (int i = 0; i < repeats; ++i) {
        Event start, stop;
        start.record();
        CUDA_CHECK(cudaMemcpyAsync(bench.lines.data() + half, bench.lines.data(), half * sizeof(int),
                                   cudaMemcpyDeviceToDevice));
        stop.record();
        best = std::fmin(best, elapsed_ms(start, stop));
    }
    return 1e-9 * 2.0 * static_cast<double>(half) * sizeof(int) / best;
}

bool run(int mebibytes) {
    int device = 0;
    Bench bench{0, mebibytes * lines_a_mebibyte, DeviceBuffer<int>(std::size_t(mebibytes) << 18)};
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&bench.multiprocessors, cudaDevAttrMultiProcessorCount, device));

    const double latency = round_ns<1>(bench, 1, 1);
    std::printf("one warp on the whole GPU: a load of 128 bytes takes %.0f ns\n\n", latency);
    std::printf("%8s %13s %14s %12s %13s\n", "warps", "loads a warp", "bytes on", "a round", "read");
    std::printf("%8s %13s %14s %12s %13s\n", "an SM", "on their way", "their way", "ns", "TB/s");
    for (const int warps : {1, 2, 4, 8, 16, 32, 64}) measure<1>(bench, warps);
    measure<2>(bench, 64);
    measure<4>(bench, 64);

    const double copied = copy_speed(bench);
    std::printf(
        "\na copy moves %.2f TB/s, half of it loads: for these %.1f KB have to be on their way, an SM\n",
        copied, copied / 2 * latency / bench.multiprocessors);
    if (!bench.right) std::printf("A chain ended in the WRONG place.\n");
    return bench.right;
}

} // namespace

int main(int argc, char** argv) try {
    const int mebibytes = argc > 1 ? std::atoi(argv[1]) : 8;
    if (mebibytes < 8 || mebibytes > 8192) {
        std::fprintf(stderr, "usage: latency [MiB], 8 to 8192\n");
        return 2;
    }
    return run(mebibytes) ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
