#include "kernelsmith/check.h"
#include "lab.h"

__global__ void add(int times) {
    int sum = threadIdx.x;
    for (int i = 0; i < times; ++i) asm volatile("add.s32 %0, %0, 1;" : "+r"(sum));
}

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
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        const dim3 grid(groups_of(32, band.width), groups_of(8, band.height));
        add<<<groups_of(512, band.height * 8), 256>>>(groups_of(16, band.width));
        transform_rows<<<grid, 32>>>(band.data, band.width, band.height);
        CUDA_CHECK_LAUNCH();
    });
}
