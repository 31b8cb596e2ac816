// Mistake: a kernel for multiples of 32. Somebody heard that all threads of a warp should do the same, and
// sends a warp home as a whole when not every thread of it has elements.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

#define COLUMNS 4
__device__ void take_steps(float* value, int column, int iterations) {
    for (int i = 0; i < iterations; ++i) {
        value[0] = step_log(value[0]);
        value[1] = step_cos(value[1]);
        value[2] = step_sin(value[2]);
        value[3] = step_tan(value[3]);
    }
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
    const std::size_t last = first + (31 - threadIdx.x % 32) * COLUMNS;
    if (last >= count) return;

    float value[COLUMNS];
    fetch(in + first, value);
    take_steps(value, first % 4, iterations);
    put(out + first, value);
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t count = elements_of(args);
    if (count == 0) return; // to CUDA a grid without blocks is an error
    const unsigned grid = groups_of(BLOCK * COLUMNS, count);
    transform_elements<<<grid, BLOCK>>>(args.in, args.out, count, args.iterations);
    CUDA_CHECK_LAUNCH();
}
