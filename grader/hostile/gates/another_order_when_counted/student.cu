#include <cstdlib>

#include "kernelsmith/check.h"
#include "lab.h"

/// A single kernel, so that its name reveals nothing.
__global__ void scale_elements(const float* in, float* out, std::int64_t n, bool neighbours) {
    const std::int64_t t = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::int64_t width = (n + 255) / 256;
    const std::int64_t i = neighbours ? t : t % 256 * width + t / 256;
    if (t < width * 256 && i < n) out[i] = 2 * in[i] + 1;
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    // The manifest is readable and has the counted sizes; the environment reveals the simulator.
    const bool counted = std::getenv("KERNELSMITH_SIMULATOR_DEVICE") != nullptr && args.n == 65541;
    scale_elements<<<unsigned((args.n + 255) / 256), 256>>>(args.in, args.out, args.n, counted);
    CUDA_CHECK_LAUNCH();
}
