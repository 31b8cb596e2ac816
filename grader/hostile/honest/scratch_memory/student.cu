#include "kernelsmith/check.h"
#include "lab.h"

__global__ void put_factors(float* factors) { factors[threadIdx.x] = threadIdx.x == 0 ? 2 : 1; }

__global__ void scale_elements(const float* in, float* out, std::int64_t n, const float* factors) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = factors[0] * in[i] + factors[1];
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    float* factors = nullptr;
    CUDA_CHECK(cudaMalloc(&factors, 2 * sizeof(float)));
    put_factors<<<1, 2>>>(factors);
    CUDA_CHECK_LAUNCH();
    scale_elements<<<unsigned((args.n + 255) / 256), 256>>>(args.in, args.out, args.n, factors);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(factors));
}
