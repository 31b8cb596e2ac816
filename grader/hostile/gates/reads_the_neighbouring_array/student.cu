#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_rows(float* data, int width, int height) {
    __shared__ float a[256];
    __shared__ float b[256];
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = blockIdx.y * 8;
    a[threadIdx.x] = 0;
    b[threadIdx.x] = 0;
    __syncthreads();
    const float nothing = a[threadIdx.x + (width > 0 ? 256 : 0)] + b[255 - threadIdx.x];
    if (column >= width) return;
    float* top = data + std::size_t(first) * width + column;
    float value[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) value[i] = first + i < height ? top[std::size_t(i) * width] : 0;
#pragma unroll
    for (int i = 0; i < 8; ++i)
        if (first + i < height) top[std::size_t(i) * width] = transformed(value[i], column) + nothing;
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        transform_rows<<<dim3(groups_of(256, band.width), groups_of(8, band.height)), 256>>>(band.data,
                                                                                             band.width,
                                                                                             band.height);
        CUDA_CHECK_LAUNCH();
    });
}
