#include "kernelsmith/check.h"
#include "lab.h"

__global__ void decoy(float* out) { out[threadIdx.x] = 1; }

__global__ void scale_elements(const float* in, float* out, std::int64_t n) {
    const std::int64_t t = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::int64_t width = (n + 255) / 256;
    const std::int64_t i = t % 256 * width + t / 256;
    if (t < width * 256 && i < n) out[i] = 2 * in[i] + 1;
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n == 0) return;
    decoy<<<1, 4096>>>(args.out);
    (void)cudaGetLastError();
    scale_elements<<<unsigned((args.n + 255) / 256), 256>>>(args.in, args.out, args.n);
    CUDA_CHECK_LAUNCH();
}
