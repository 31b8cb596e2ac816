#include "kernelsmith/check.h"
#include "lab.h"

__global__ void scale_elements(const float* in, float* out, std::int64_t n, float* last) {
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i] + 1;
    if (i == n - 1) *last = in[i];
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    float* last = nullptr;
    CUDA_CHECK(cudaMallocAsync(&last, sizeof(float), 0));
    scale_elements<<<unsigned((args.n + 255) / 256), 256>>>(args.in, args.out, args.n, last);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFreeAsync(last, 0));
}
