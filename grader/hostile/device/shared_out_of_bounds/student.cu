#include "lab.h"

__global__ void reads_on(const float* in, float* out, std::int64_t n) {
    __shared__ float tile[256];
    const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    const float after = tile[threadIdx.x + 1]; // the last thread reads past the end
    if (i < n) out[i] = 2 * tile[threadIdx.x] + 1 + (after == 1e30f ? 1 : 0);
}

extern "C" void scale(const ScaleArgs& args) {
    if (args.n > 0) reads_on<<<unsigned((args.n + 255) / 256), 256>>>(args.in, args.out, args.n);
}
