// Lab 01 with square blocks: 32 x 32 threads, one warp per row, and a thread takes four rows that are 32 apart.
// Launch bounds limit the compiler to 32 registers, so that two blocks of 1024 threads fill an SM. Choose this if a
// block should work on a compact part of the matrix, as it must once neighbours in both directions are used.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int side = 32;
constexpr int rows = 4; // rows in flight per thread

__global__ void __launch_bounds__(side* side, 2) transform_square(float* data, int width, int height) {
    const int column = blockIdx.x * side + threadIdx.x;
    const int first_row = blockIdx.y * (side * rows) + threadIdx.y;
    if (column >= width) return;

    const std::size_t pitch = width;
    float* top = data + first_row * pitch + column;
    if (first_row + (rows - 1) * side < height) {
        float value[rows];
#pragma unroll
        for (int i = 0; i < rows; ++i) value[i] = top[i * side * pitch];
#pragma unroll
        for (int i = 0; i < rows; ++i) top[i * side * pitch] = transformed(value[i], column);
    } else {
        for (int row = first_row; row < height; row += side) {
            *top = transformed(*top, column);
            top += side * pitch;
        }
    }
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        const dim3 block(side, side);
        const dim3 grid(groups_of(side, band.width), groups_of(side * rows, band.height));
        transform_square<<<grid, block>>>(band.data, band.width, band.height);
        CUDA_CHECK_LAUNCH();
    });
}
