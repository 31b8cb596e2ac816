// CUB with the lab's interface. It needs temporary storage, for which `scratch` is used; the call checks that
// it is large enough.

#include <cub/device/device_histogram.cuh>

#include <stdexcept>

#include "kernelsmith/check.h"
#include "lab.h"

/// Counts with @p count as an int or a long long; without @p memory it only returns the @p bytes it needs.
template <typename Count>
static void count_by_cub(void* memory, std::size_t& bytes, const HistogramArgs& args, Count count) {
    CUDA_CHECK(
        cub::DeviceHistogram::HistogramEven(memory, bytes, args.in, args.bins, BINS + 1, 0, BINS, count));
}

extern "C" void histogram(const HistogramArgs& args) {
    if (args.count == 0) {
        CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
        return;
    }
    const auto call = [&args](void* memory, std::size_t& bytes) {
        if (args.count < (1LL << 31)) {
            count_by_cub(memory, bytes, args, static_cast<int>(args.count));
        } else {
            count_by_cub(memory, bytes, args, args.count);
        }
    };
    std::size_t bytes = 0;
    call(nullptr, bytes);
    if (bytes > SCRATCH_BINS * sizeof(unsigned int))
        throw std::runtime_error("`scratch` is too small for CUB");
    call(args.scratch, bytes);
}
