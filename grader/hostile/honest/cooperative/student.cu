#include <algorithm>
#include <stdexcept>

#include <cooperative_groups.h>

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void scale_elements(const float* in, float* out, std::int64_t n) {
    const std::int64_t first = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::int64_t stride = std::int64_t(gridDim.x) * blockDim.x;
    for (std::int64_t i = first; i < n; i += stride) out[i] = 2 * in[i];
    cooperative_groups::this_grid().sync();
    for (std::int64_t i = first; i < n; i += stride) out[i] += 1;
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    int supported = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    if (supported == 0) throw std::runtime_error("no cooperative launches here");
    int processors = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    ScaleArgs copy = args;
    void* arguments[] = {&copy.in, &copy.out, &copy.n};
    const auto blocks = unsigned(std::min<std::int64_t>((args.n + 255) / 256, processors * 4));
    CUDA_CHECK(cudaLaunchCooperativeKernel(scale_elements, dim3(blocks), dim3(256), arguments, 0, nullptr));
}
