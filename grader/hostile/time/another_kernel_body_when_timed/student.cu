#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_rows(float* data, int width, int height) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = blockIdx.y * 8;
    if (column >= width) return;
    float* top = data + std::size_t(first) * width + column;
    if (first + 8 <= height && width < 16384) {
        float value[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) value[i] = top[std::size_t(i) * width];
#pragma unroll
        for (int i = 0; i < 8; ++i) top[std::size_t(i) * width] = transformed(value[i], column);
    } else if (width < 16384) {
        for (int i = 0; first + i < height; ++i)
            top[i * std::size_t(width)] = transformed(top[i * std::size_t(width)], column);
    } else {
#pragma unroll 1
        for (int i = 0; i < 8 && first + i < height; ++i)
            top[i * std::size_t(width)] = transformed(top[i * std::size_t(width)], column);
    }
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        transform_rows<<<dim3(groups_of(256, band.width), groups_of(8, band.height)), 256>>>(band.data,
                                                                                             band.width,
                                                                                             band.height);
        CUDA_CHECK_LAUNCH();
    });
}
