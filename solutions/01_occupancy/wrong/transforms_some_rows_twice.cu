// Mistake: the rows that do not fill a group of four get a separate launch, which always takes the last four
// rows of the matrix. Some of them were transformed before. From one matrix into another that would write
// the same value again; in place the second transform starts from the result of the first.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

template <int rows> __global__ void transform_rows(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int first_row = blockIdx.y * rows;
    if (column >= width) return;

    const std::size_t pitch = width;
    float* top = data + first_row * pitch + column;
    float value[rows];
#pragma unroll
    for (int i = 0; i < rows; ++i) value[i] = top[i * pitch];
#pragma unroll
    for (int i = 0; i < rows; ++i) top[i * pitch] = transformed(value[i], column);
}

static void launch(const TransformArgs& band) {
    const dim3 block(256);
    const unsigned across = groups_of(256, band.width);
    const int groups = band.height / 4;
    if (groups > 0) {
        transform_rows<4><<<dim3(across, groups), block>>>(band.data, band.width);
        CUDA_CHECK_LAUNCH();
    }
    if (band.height % 4 != 0) {
        const int rows = std::min(band.height, 4);
        const std::size_t pitch = band.width;
        float* last = band.data + (band.height - rows) * pitch;
        transform_rows<1><<<dim3(across, rows), block>>>(last, band.width);
        CUDA_CHECK_LAUNCH();
    }
}

extern "C" void transform(const TransformArgs& args) { for_each_band(args, launch); }
