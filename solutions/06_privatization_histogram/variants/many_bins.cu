// Lab 06, a variant: values of 16 bits, and from 256 to 65536 bins. A private histogram grows with the bins,
// and shared memory does not. The program compares atomics on global memory; a histogram for each block, in as
// many copies as fit; and, where not even one fits, blocks that count only a part of the bins each, so that
// each part must read all values.
//
// many_bins [values]     number of values
//
// Full size: 134217728

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"

namespace {

using kernelsmith::DeviceBuffer;

constexpr int block_threads = 1024;
constexpr int most_counters = 32768; // per block: 128 KB, more than the default limit of 48

/// Layout of the counters: `parts` kinds of blocks, each with `copies` copies of its bins / parts
/// counters.
struct Layout {
    int bins;
    int copies;
    int parts;

    __host__ __device__ int part_bins() const { return bins / parts; }
    [[nodiscard]] std::size_t bytes() const { return sizeof(unsigned) * copies * part_bins(); }
};

/// Calls `count(value)` for the eight values of @p vector, each modulo @p bins, which must be a power of
/// two.
template <typename Count> __device__ void for_each_value(uint4 vector, int bins, Count count) {
    const unsigned words[4] = {vector.x, vector.y, vector.z, vector.w};
#pragma unroll
    for (int i = 0; i < 8; ++i) count(words[i / 2] >> i % 2 * 16 & (bins - 1));
}

__global__ void count_in_global_memory(const uint4* in, std::size_t vectors, unsigned* bins, int bin_count) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t v = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; v < vectors; v += stride) {
        for_each_value(in[v], bin_count, [&](unsigned value) { atomicAdd(&bins[value], 1u); });
    }
}

/// Blocks with the same index modulo layout.parts count the same bins, and divide all values among them.
__global__ void __launch_bounds__(block_threads)
    count_privately(const uint4* in, std::size_t vectors, unsigned* bins, Layout layout) {
    extern __shared__ unsigned counts[];
    const int part_bins = layout.part_bins();
    const int counters = layout.copies * part_bins;
    for (int i = threadIdx.x; i < counters; i += blockDim.x) counts[i] = 0;
    __syncthreads();

    const int part = blockIdx.x % layout.parts;
    const int copy = threadIdx.x % layout.copies;
    const std::size_t stride = std::size_t{gridDim.x} / layout.parts * blockDim.x;
    const std::size_t first = std::size_t{blockIdx.x} / layout.parts * blockDim.x + threadIdx.x;
    for (std::size_t v = first; v < vectors; v += stride) {
        for_each_value(in[v], layout.bins, [&](unsigned value) {
            const int bin = static_cast<int>(value) - part * part_bins;
            if (bin >= 0 && bin < part_bins) atomicAdd(&counts[bin * layout.copies + copy], 1u);
        });
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < part_bins; bin += blockDim.x) {
        unsigned sum = 0;
        for (int i = 0; i < layout.copies; ++i)
            sum += counts[bin * layout.copies + (i + bin) % layout.copies];
        if (sum > 0) atomicAdd(&bins[part * part_bins + bin], sum);
    }
}

/// The values of one distribution, on the device and counted on the host.
struct Bench {
    Bench(std::size_t value_count, bool skewed)
        : count(value_count), values(count / 4), in(count / 4), bins(65536) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = kernelsmith::random_bits(1, i);
            if (skewed) values[i] &= kernelsmith::random_bits(2, i) & kernelsmith::random_bits(3, i);
        }
        in.copy_from(values);
        CUDA_CHECK(cudaGetDevice(&device));
        CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    }

    [[nodiscard]] const uint4* vectors() const { return reinterpret_cast<const uint4*>(in.data()); }
    [[nodiscard]] std::size_t vector_count() const { return count / 8; }

    /// Returns as many blocks as fit at once, but no more than there is work for.
    [[nodiscard]] unsigned blocks(int on_each, int parts) const {
        const std::size_t enough = parts * ((vector_count() + block_threads - 1) / block_threads);
        const std::size_t resident = std::size_t(multiprocessors) * on_each / parts * parts;
        return static_cast<unsigned>(std::min(enough, resident));
    }

    /// Median microseconds of @p launch, with its memset; negative if a count is wrong.
    template <typename Launch> double median_us(int bin_count, Launch launch) {
        const float ms = watch.median_ms([&] {
            CUDA_CHECK(cudaMemsetAsync(bins.data(), 0, bin_count * sizeof(unsigned)));
            launch();
        });
        return right(bin_count) ? 1000 * ms : -1.0;
    }

    [[nodiscard]] bool right(int bin_count) const {
        std::vector<unsigned> expected(bin_count);
        for (const std::uint64_t word : values) {
            for (int i = 0; i < 4; ++i) ++expected[word >> 16 * i & (bin_count - 1)];
        }
        std::vector<unsigned> got(bins.size());
        bins.copy_to(got);
        return std::equal(expected.begin(), expected.end(), got.begin());
    }

    std::size_t count;
    std::vector<std::uint64_t> values; // four 16-bit values per word
    DeviceBuffer<std::uint64_t> in;
    DeviceBuffer<unsigned> bins;
    kernelsmith::Stopwatch watch{9};
    int device = 0;
    int multiprocessors = 0;
};

double time_global(Bench& bench, int bins) {
    return bench.median_us(bins, [&] {
        count_in_global_memory<<<bench.blocks(2, 1), block_threads>>>(bench.vectors(), bench.vector_count(),
                                                                      bench.bins.data(), bins);
    });
}

double time_private(Bench& bench, const Layout& layout) {
    CUDA_CHECK(cudaFuncSetAttribute(count_privately, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(layout.bytes())));
    int on_each = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, count_privately, block_threads,
                                                             layout.bytes()));
    return bench.median_us(layout.bins, [&] {
        count_privately<<<bench.blocks(on_each, layout.parts), block_threads, layout.bytes()>>>(
            bench.vectors(), bench.vector_count(), bench.bins.data(), layout);
    });
}

/// Prints one row of the table. Returns whether all counts were right.
bool measure(Bench& bench, const char* distribution, int bins) {
    const int parts = std::max(1, bins / most_counters);
    const int copies = std::clamp(most_counters / bins / 4, 1, 32); // 32 KB, so that two blocks fit easily
    const double global = time_global(bench, bins);
    const double one = time_private(bench, {bins, 1, parts});
    const double several = copies == 1 ? one : time_private(bench, {bins, copies, parts});
    std::printf("%-8s %6d  %13.1f  %13.1f  %6d  %13.1f  %5d\n", distribution, bins, global, one, copies,
                several, parts);
    return global > 0 && one > 0 && several > 0;
}

} // namespace

int main(int argc, char** argv) try {
    const std::size_t values = argc > 1 ? std::strtoull(argv[1], nullptr, 10) / 8 * 8 : 65536;
    std::printf("microseconds       global atomics  a copy a block  copies   so many of them  parts\n");
    bool right = true;
    for (const bool skewed : {false, true}) {
        Bench bench(values, skewed);
        for (const int bins : {256, 1024, 4096, 16384, 32768, 65536}) {
            right = measure(bench, skewed ? "skewed" : "uniform", bins) && right;
        }
    }
    return right ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "many_bins: %s\n", error.what());
    return 1;
}
