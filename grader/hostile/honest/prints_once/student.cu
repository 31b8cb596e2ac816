#include <cstdio>

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void scale_elements(const float* in, float* out, std::int64_t n) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i == 0 && n == 1) printf("the only element is %f\n", in[0]);
    if (i < n) out[i] = 2 * in[i] + 1;
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    static const int printed = std::printf("scale() was called\n");
    const int threads = printed > 0 ? 256 : 128;
    scale_elements<<<unsigned((args.n + threads - 1) / threads), threads>>>(args.in, args.out, args.n);
    CUDA_CHECK_LAUNCH();
}
