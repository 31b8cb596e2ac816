// Mistake: the formula goes by the number of the thread, which is the number of its group, not by the column.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

#define COLUMNS 4
__device__ void take_steps(float* value, int column, int iterations) {
    for (int j = 0; j < COLUMNS; ++j) value[j] = transformed(value[j], column, iterations);
}

__device__ void fetch(const float* from, float* value) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    value[0] = four.x;
    value[1] = four.y;
    value[2] = four.z;
    value[3] = four.w;
}
__device__ void put(float* to, const float* value) {
    *reinterpret_cast<float4*>(to) = make_float4(value[0], value[1], value[2], value[3]);
}

/// A thread takes COLUMNS elements of the @p count, side by side.
__global__ void transform_elements(const float* in, float* out, std::size_t count, int iterations) {
    const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t first = thread * COLUMNS;
    if (first >= count) return;

    float value[COLUMNS];
    fetch(in + first, value);
    take_steps(value, threadIdx.x, iterations);
    put(out + first, value);
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t count = elements_of(args);
    if (count == 0) return; // to CUDA a grid without blocks is an error
    const unsigned grid = groups_of(BLOCK * COLUMNS, count);
    transform_elements<<<grid, BLOCK>>>(args.in, args.out, count, args.iterations);
    CUDA_CHECK_LAUNCH();
}
