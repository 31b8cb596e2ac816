#include "lab.h"

__global__ void scale_elements(const float* in, float* out, std::int64_t n) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i <= n) out[i] = 2 * in[i < n ? i : 0] + 1;
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n > 0) scale_elements<<<unsigned((args.n + 256) / 256), 256>>>(args.in, args.out, args.n);
}
