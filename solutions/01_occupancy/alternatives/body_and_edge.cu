// Lab 01 with two kernels: one takes the bands of eight whole rows and has no branch for the lower edge, the other
// takes the remaining rows, one row per block. Choose this if the check of an edge costs registers or
// instructions in every thread. The price is a second launch, of seven rows at most.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block_threads = 256;
constexpr int rows = 8; // rows in flight per thread of transform_body()

/// Transforms bands of `rows` rows; each thread has all of its rows.
__global__ void transform_body(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;

    const std::size_t pitch = width;
    float* top = data + blockIdx.y * (rows * pitch) + column;
    float value[rows];
#pragma unroll
    for (int i = 0; i < rows; ++i) value[i] = top[i * pitch];
#pragma unroll
    for (int i = 0; i < rows; ++i) top[i * pitch] = transformed(value[i], column);
}

/// Transforms the remaining rows, one element per thread.
__global__ void transform_edge(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;

    float* element = data + blockIdx.y * static_cast<std::size_t>(width) + column;
    *element = transformed(*element, column);
}

static void launch(const TransformArgs& band) {
    const unsigned across = groups_of(block_threads, band.width);
    const int whole = band.height / rows;
    const int rest = band.height % rows;
    if (whole > 0) {
        transform_body<<<dim3(across, whole), block_threads>>>(band.data, band.width);
        CUDA_CHECK_LAUNCH();
    }
    if (rest > 0) {
        float* edge = band.data + static_cast<std::size_t>(whole) * rows * band.width;
        transform_edge<<<dim3(across, rest), block_threads>>>(edge, band.width);
        CUDA_CHECK_LAUNCH();
    }
}

extern "C" void transform(const TransformArgs& args) { for_each_band(args, launch); }
