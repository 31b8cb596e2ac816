// CUB with the lab's interface. It needs temporary memory, and `scratch` is large enough for that.

#include <cub/device/device_scan.cuh>

#include <stdexcept>

#include "kernelsmith/check.h"
#include "lab.h"

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return;
    std::size_t bytes = 0;
    CUDA_CHECK(cub::DeviceScan::InclusiveSum(nullptr, bytes, args.in, args.out, args.count));
    if (bytes > scratch_elements(args.count) * sizeof(unsigned int))
        throw std::runtime_error("`scratch` is too small for CUB");
    CUDA_CHECK(cub::DeviceScan::InclusiveSum(args.scratch, bytes, args.in, args.out, args.count));
}
