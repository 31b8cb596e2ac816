// CUB with the lab's interface. It needs temporary memory, and `scratch` is large enough for that.

#include <cub/device/device_select.cuh>

#include <stdexcept>

#include "kernelsmith/check.h"
#include "lab.h"

/// The predicate: whether an element is kept.
struct IsBelow {
    float bound;
    __device__ bool operator()(float element) const { return element < bound; }
};

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) {
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    const IsBelow is_below = {args.bound};
    std::size_t bytes = 0;
    CUDA_CHECK(cub::DeviceSelect::If(nullptr, bytes, args.in, args.out, args.kept, args.count, is_below));
    if (bytes > scratch_elements(args.count) * sizeof(unsigned int))
        throw std::runtime_error("`scratch` is too small for CUB");
    CUDA_CHECK(
        cub::DeviceSelect::If(args.scratch, bytes, args.in, args.out, args.kept, args.count, is_below));
}
