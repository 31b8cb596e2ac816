// Lab 06, a benchmark: CUB's histogram, the rungs with a copy for each lane and the solution, timed by events on
// the GPU. `grader ladder` times whole calls, and a call of CUB spends a good part of its time on the host, also
// between its kernels. Here each histogram is enqueued after a memset that empties the L2 cache; the memset takes
// longer than the host needs to enqueue it.
//
//   against_cub [bytes]
//
// Full size: 268435456

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <stdexcept>
#include <vector>

#include <cub/device/device_histogram.cuh>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"
#include "lab.h"

// The lab's files define the same function, and helpers with the same names.
namespace copy_per_lane {
#define histogram histogram_by_copy_per_lane
#include "../ladder/5_copy_per_lane.cu"
#undef histogram
} // namespace copy_per_lane
namespace last_block {
#define histogram histogram_by_last_block
#include "../ladder/10_last_block.cu"
#undef histogram
} // namespace last_block
namespace loads_ahead {
#define histogram histogram_by_loads_ahead
#include "../ladder/11_loads_ahead.cu"
#undef histogram
} // namespace loads_ahead
namespace solution {
#define histogram histogram_by_solution
#include "../student.cu"
#undef histogram
} // namespace solution
namespace library {
#define histogram histogram_by_cub
#include "../peers/cub.cu"
#undef histogram
} // namespace library

namespace {

using kernelsmith::DeviceBuffer;
using kernelsmith::random_bits;

/// Returns eight bytes of a distribution, by their index.
using Source = std::function<std::uint64_t(std::size_t)>;

/// The bytes of one distribution, their counts by the host, and the memory that a histogram needs.
class Bench {
public:
    Bench(std::size_t count, const Source& source)
        : count_(count), in_(count), bins_(BINS), scratch_(SCRATCH_BINS), expected_(BINS) {
        std::vector<unsigned char> bytes(count);
        for (std::size_t first = 0; first < count; first += 8) {
            const std::uint64_t eight = source(first / 8);
            std::memcpy(&bytes[first], &eight, std::min<std::size_t>(8, count - first));
        }
        for (const unsigned char byte : bytes) ++expected_[byte];
        in_.copy_from(bytes);
    }

    /// Median microseconds of one histogram.
    template <typename Histogram> double median_us(Histogram histogram) {
        const HistogramArgs args{in_.data(), bins_.data(), scratch_.data(), static_cast<long long>(count_)};
        const auto spoil = [&] {
            CUDA_CHECK(cudaMemsetAsync(bins_.data(), 0xff, BINS * sizeof(unsigned int)));
        };
        return 1000.0 * watch_.median_ms(spoil, [&] { histogram(args); });
    }

    /// Whether the bins are equal to the counts of the host.
    [[nodiscard]] bool right() const {
        std::vector<unsigned int> got(BINS);
        bins_.copy_to(got);
        return got == expected_;
    }

private:
    std::size_t count_;
    DeviceBuffer<unsigned char> in_;
    DeviceBuffer<unsigned int> bins_;
    DeviceBuffer<unsigned int> scratch_;
    kernelsmith::Stopwatch watch_{15};
    std::vector<unsigned int> expected_;
};

/// Prints one row of the table. Returns whether all results were right.
bool measure(const char* name, std::size_t count, const Source& source) {
    Bench bench(count, source);
    bool right = true;
    std::printf("%-10s", name);
    for (auto* histogram : {library::histogram_by_cub, copy_per_lane::histogram_by_copy_per_lane,
                            last_block::histogram_by_last_block, loads_ahead::histogram_by_loads_ahead,
                            solution::histogram_by_solution}) {
        const double us = bench.median_us(histogram);
        right = bench.right() && right;
        std::printf("  %13.1f", us);
    }
    std::printf("  %s\n", right ? "" : "wrong");
    return right;
}

} // namespace

int main(int argc, char** argv) try {
    const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200003;
    std::printf("microseconds        CUB  5_copy_per_lane  10_last_block 11_loads_ahead       solution\n");
    bool right = measure("uniform", count, [](std::size_t i) { return random_bits(1, i); });
    right =
        measure("skewed", count,
                [](std::size_t i) { return random_bits(1, i) & random_bits(2, i) & random_bits(3, i); }) &&
        right;
    right = measure("one value", count, [](std::size_t) { return 0x3737373737373737ULL; }) && right;
    return right ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "against_cub: %s\n", error.what());
    return 1;
}
