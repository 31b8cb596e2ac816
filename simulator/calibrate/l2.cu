/// @file
/// Bandwidth of L2 for the whole GPU, without atomics.

#include "gpu.h"
#include "mixing.h"
#include "output.h"
#include "timing.h"

namespace calibrate {
namespace {

constexpr int threads = 1024;
constexpr unsigned never = 0x5bd1e995;

/// Each block reads the whole set, starting at a different address.
__global__ void __launch_bounds__(threads, 2)
    read_whole_set(const uint4* set, unsigned words, unsigned* sink) {
    const unsigned begin =
        static_cast<unsigned>(static_cast<unsigned long long>(words) * blockIdx.x / gridDim.x) & ~7u;
    unsigned sum = 0;
    for (unsigned at = threadIdx.x; at < words; at += 4 * threads) {
        uint4 loaded[4];
#pragma unroll
        for (int load = 0; load < 4; ++load)
            loaded[load] = __ldcg(set + ((begin + at + load * threads) & (words - 1)));
#pragma unroll
        for (const uint4& word : loaded) sum ^= word.x ^ word.y ^ word.z ^ word.w;
    }
    if (sum == never) *sink = sum;
}

/// Each pair of lanes reads a random sector of 32 bytes.
__global__ void __launch_bounds__(threads, 2)
    read_random_sectors(const uint4* set, unsigned sectors, unsigned repeats, unsigned* sink) {
    const unsigned pair = (blockIdx.x * blockDim.x + threadIdx.x) / 2;
    const unsigned half = threadIdx.x % 2;
    unsigned sum = 0;
    for (unsigned repeat = 0; repeat < repeats; ++repeat) {
        uint4 loaded[4];
#pragma unroll
        for (unsigned load = 0; load < 4; ++load) {
            const std::size_t sector = mixed(pair + (repeat * 4 + load) * 0x01000193u) & (sectors - 1);
            loaded[load] = __ldcg(set + 2 * sector + half);
        }
#pragma unroll
        for (const uint4& word : loaded) sum ^= word.x ^ word.y ^ word.z ^ word.w;
    }
    if (sum == never) *sink = sum;
}

/// Each lane reads 4 bytes of a random line.
__global__ void __launch_bounds__(threads, 2)
    read_random_lines(const unsigned* set, unsigned words, unsigned repeats, unsigned* sink) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (unsigned repeat = 0; repeat < repeats; ++repeat) {
        unsigned loaded[4];
#pragma unroll
        for (unsigned load = 0; load < 4; ++load)
            loaded[load] = __ldcg(set + (mixed(thread + (repeat * 4 + load) * 0x01000193u) & (words - 1)));
#pragma unroll
        for (const unsigned word : loaded) sum ^= word;
    }
    if (sum == never) *sink = sum;
}

/// The grid writes the set, `passes` times.
__global__ void __launch_bounds__(threads, 2)
    write_set(uint4* set, unsigned words, unsigned passes, unsigned value) {
    for (unsigned pass = 0; pass < passes; ++pass) {
        const unsigned number = value + pass;
        for (unsigned at = blockIdx.x * threads + threadIdx.x; at < words; at += gridDim.x * threads)
            __stcg(set + at, make_uint4(number, number, number, number));
    }
}

} // namespace

double measure_l2(const Gpu& gpu) {
    begin_table("time.l2");
    const int grid = 2 * gpu.sms;
    auto* const words = reinterpret_cast<uint4*>(gpu.first);
    auto* const sink = reinterpret_cast<unsigned*>(gpu.second);
    const auto set_words = static_cast<unsigned>(gpu.l2_set_bytes / sizeof(uint4));
    check(cudaMemset(gpu.first, 1, gpu.l2_set_bytes), "cudaMemset");

    const double read_time =
        gpu_microseconds([&] { read_whole_set<<<grid, threads>>>(words, set_words, sink); });
    const double read = gb_s(static_cast<double>(grid) * static_cast<double>(gpu.l2_set_bytes), read_time);
    print_value("read_gb_s", read, "each SM reads all of the set, 16 bytes per lane");

    constexpr unsigned repeats = 64;
    const double accesses = 4.0 * repeats * grid * threads;
    const double sector_time = gpu_microseconds(
        [&] { read_random_sectors<<<grid, threads>>>(words, set_words / 2, repeats, sink); });
    print_value("read_sector_gb_s", gb_s(16 * accesses, sector_time), "random sectors of 32 bytes");

    const double line_time = gpu_microseconds([&] {
        read_random_lines<<<grid, threads>>>(reinterpret_cast<unsigned*>(words), 4 * set_words, repeats,
                                             sink);
    });
    print_value("random_lines_per_ns", per_ns(accesses, line_time),
                "4 bytes per lane, each lane another line");

    constexpr unsigned passes = 64;
    const double write_time =
        gpu_microseconds([&] { write_set<<<grid, threads>>>(words, set_words, passes, 1); });
    print_value("write_gb_s",
                gb_s(static_cast<double>(passes) * static_cast<double>(gpu.l2_set_bytes), write_time),
                "16 bytes per lane");
    return read;
}

} // namespace calibrate
