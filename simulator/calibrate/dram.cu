/// @file
/// Bandwidth of DRAM for the whole GPU.

#include "gpu.h"
#include "mixing.h"
#include "output.h"
#include "tiles.h"
#include "timing.h"

namespace calibrate {
namespace {

constexpr unsigned never = 0x5bd1e995;

/// Writes tiles of `loads` times 16 bytes per thread, in the order of read_tiles.
template <int loads> __global__ void __launch_bounds__(1024)
    write_tiles(uint4* set, unsigned tiles, unsigned value) {
    for (unsigned current = blockIdx.x; current < tiles; current += gridDim.x) {
        uint4* const begin = set + static_cast<std::size_t>(current) * (blockDim.x * loads) + threadIdx.x;
#pragma unroll
        for (int load = 0; load < loads; ++load)
            begin[load * blockDim.x] = make_uint4(value, value, value, value);
    }
}

/// Copies tiles.
template <int loads> __global__ void __launch_bounds__(1024)
    copy_tiles(uint4* to, const uint4* from, unsigned tiles) {
    for (unsigned current = blockIdx.x; current < tiles; current += gridDim.x) {
        const std::size_t begin = static_cast<std::size_t>(current) * (blockDim.x * loads) + threadIdx.x;
        uint4 words[loads];
#pragma unroll
        for (int load = 0; load < loads; ++load) words[load] = from[begin + load * blockDim.x];
#pragma unroll
        for (int load = 0; load < loads; ++load) to[begin + load * blockDim.x] = words[load];
    }
}

/// Each pair of lanes reads 4 sectors of 32 bytes: random ones, or every `stride`-th.
template <bool random> __global__ void __launch_bounds__(1024, 2)
    read_sectors(const uint4* set, unsigned sectors, unsigned stride, unsigned repeats, unsigned* sink) {
    const unsigned pair = (blockIdx.x * blockDim.x + threadIdx.x) / 2;
    const unsigned pairs = gridDim.x * blockDim.x / 2;
    unsigned sum = 0;
    for (unsigned repeat = 0; repeat < repeats; ++repeat) {
        uint4 loaded[4];
#pragma unroll
        for (unsigned load = 0; load < 4; ++load) {
            const unsigned turn = repeat * 4 + load;
            const unsigned sector =
                random ? mixed(pair + turn * 0x01000193u) : (pair + turn * pairs) * stride;
            loaded[load] =
                __ldcg(set + 2 * static_cast<std::size_t>(sector & (sectors - 1)) + threadIdx.x % 2);
        }
#pragma unroll
        for (const uint4& word : loaded) sum ^= word.x ^ word.y ^ word.z ^ word.w;
    }
    if (sum == never) *sink = sum;
}

/// Returns the shortest time of a launch over several grid and block sizes: microseconds. `launch(grid,
/// threads, tiles)` launches.
template <int loads, typename Launch> double best_of_shapes(const Gpu& gpu, Launch launch) {
    double best = 1e30;
    for (const int threads : {256, 512, 1024}) {
        const auto tiles = static_cast<unsigned>(gpu.buffer_bytes / (sizeof(uint4) * threads * loads));
        // One tile per block; blocks of 2048 threads per SM, the most that are resident on any GPU; half of that.
        for (const unsigned grid : {tiles, gpu.sms * 2048u / threads, gpu.sms * 1024u / threads})
            best = std::min(best, gpu_microseconds([&] { launch(grid, threads, tiles); }));
    }
    return best;
}

/// Reads, writes and copies with `loads` times 16 bytes per thread.
struct Streams {
    double read = 1e30;
    double write = 1e30;
    double copy = 1e30;
};

template <int loads> void try_loads(const Gpu& gpu, Streams& best) {
    auto* const first = reinterpret_cast<uint4*>(gpu.first);
    auto* const second = reinterpret_cast<uint4*>(gpu.second);
    auto* const sink = reinterpret_cast<unsigned*>(gpu.second);
    best.read =
        std::min(best.read, best_of_shapes<loads>(gpu, [&](unsigned grid, int threads, unsigned tiles) {
                     read_tiles<loads><<<grid, threads>>>(first, tiles, tiles, never, sink);
                 }));
    best.write =
        std::min(best.write, best_of_shapes<loads>(gpu, [&](unsigned grid, int threads, unsigned tiles) {
                     write_tiles<loads><<<grid, threads>>>(second, tiles, 1);
                 }));
    best.copy =
        std::min(best.copy, best_of_shapes<loads>(gpu, [&](unsigned grid, int threads, unsigned tiles) {
                     copy_tiles<loads><<<grid, threads>>>(second, first, tiles);
                 }));
}

} // namespace

double measure_dram(const Gpu& gpu) {
    begin_table("time.dram");
    const auto bytes = static_cast<double>(gpu.buffer_bytes);
    Streams best;
    try_loads<1>(gpu, best);
    try_loads<2>(gpu, best);
    try_loads<4>(gpu, best);
    try_loads<8>(gpu, best);
    const double read = gb_s(bytes, best.read);
    print_value("read_gb_s", read, "16 bytes per lane, as all below");
    print_value("write_gb_s", gb_s(bytes, best.write));
    print_value("copy_gb_s", gb_s(2 * bytes, best.copy), "bytes read and bytes written");

    const auto* const set = reinterpret_cast<const uint4*>(gpu.first);
    auto* const sink = reinterpret_cast<unsigned*>(gpu.second);
    const auto sectors = static_cast<unsigned>(gpu.buffer_bytes / 32);
    const int grid = 2 * gpu.sms;
    constexpr unsigned repeats = 32;
    const double accessed = 16.0 * 4 * repeats * grid * 1024;
    const double random_time =
        gpu_microseconds([&] { read_sectors<true><<<grid, 1024>>>(set, sectors, 1, repeats, sink); });
    print_value("sector_gb_s", gb_s(accessed, random_time), "random sectors");
    const double stride_time =
        gpu_microseconds([&] { read_sectors<false><<<grid, 1024>>>(set, sectors, 2, repeats, sink); });
    print_value("stride_2_sectors_gb_s", gb_s(accessed, stride_time),
                "every second sector; only these count");
    return read;
}

} // namespace calibrate
