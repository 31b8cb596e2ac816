#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 768; // two such blocks fit on an SM of 2048 threads: 75 %

__global__ void __launch_bounds__(block) scale_blocks(const float* in, float* out) {
    const std::int64_t i = std::int64_t(blockIdx.x) * block + threadIdx.x;
    out[i] = 2 * in[i] + 1;
}

__global__ void scale_rest(const float* in, float* out, std::int64_t first, std::int64_t n) {
    for (std::int64_t i = first + threadIdx.x; i < n; i += 32) out[i] = 2 * in[i] + 1;
}

extern "C" void scale(const ScaleArgs& args) {
    const auto blocks = unsigned(args.n / block);
    const std::int64_t whole = std::int64_t(blocks) * block;
    if (blocks > 0) {
        scale_blocks<<<blocks, block>>>(args.in, args.out);
        CUDA_CHECK_LAUNCH();
    }
    if (whole < args.n) {
        scale_rest<<<1, 32>>>(args.in, args.out, whole, args.n);
        CUDA_CHECK_LAUNCH();
    }
}
