#include <array>

#include "kernelsmith/check.h"
#include "lab.h"

static const std::array<float, 2> table = [] {
    std::array<float, 2> made{};
    made[0] = 2;
    made[1] = 1;
    return made;
}();

__constant__ float constants[2];

__global__ void scale_elements(const float* in, float* out, std::int64_t n) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = constants[0] * in[i] + constants[1];
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    CUDA_CHECK(cudaMemcpyToSymbol(constants, table.data(), sizeof(table)));
    scale_elements<<<unsigned((args.n + 255) / 256), 256>>>(args.in, args.out, args.n);
    CUDA_CHECK_LAUNCH();
}
