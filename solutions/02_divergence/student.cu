// Lab 02: divergence, and which thread takes which formula.
//
// Fill in the four regions from TODO to END TODO, in the order of their numbers. README.md explains the tasks,
// lab.h the interface.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block in the striped rows
#endif

// TODO(2): how many neighbouring columns a thread takes, and which steps it applies to their values, so that no
// warp ever diverges. `column` is the first of them. In the starter code, a thread has one column and branches
// once on its formula. (about 9 lines)
#define COLUMNS 4
__device__ void take_steps(float* value, int column, int iterations) {
    for (int i = 0; i < iterations; ++i) {
        value[0] = step_log(value[0]);
        value[1] = step_cos(value[1]);
        value[2] = step_sin(value[2]);
        value[3] = step_tan(value[3]);
    }
}
// END TODO(2)

// TODO(3): the thread's COLUMNS values in one load and in one store, of 16 bytes each. In the starter code, each value
// is a load and a store of 4 bytes. (about 10 lines)
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
// END TODO(3)

/// Transforms the striped rows: a thread takes COLUMNS consecutive elements of the @p count.
__global__ void transform_striped(const float* in, float* out, std::size_t count, int iterations) {
    // TODO(1): which element is the first of this thread? The elements of a warp's 32 threads must be neighbours
    // in memory. The grid is set below. (about 2 lines)
    const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t first = thread * COLUMNS;
    // END TODO(1)
    if (first >= count) return;

    float value[COLUMNS];
    fetch(in + first, value);
    take_steps(value, first % formulas, iterations);
    put(out + first, value);
}

/// Transforms the mixed rows: a thread takes mixed_values of the @p count elements, in groups of COLUMNS neighbours.
__global__ void transform_mixed(const float* in, float* out, std::size_t count, int iterations) {
    static_assert(mixed_values % COLUMNS == 0, "COLUMNS values at a time");
    const std::size_t first = std::size_t{blockIdx.x} * (mixed_block * mixed_values) + threadIdx.x * COLUMNS;

    float value[mixed_values];
#pragma unroll
    for (int j = 0; j < mixed_values; j += COLUMNS) {
        const std::size_t i = first + j * mixed_block;
        for (int k = 0; k < COLUMNS; ++k) value[j + k] = 12.0f; // past the end: computed, but not stored
        if (i < count) fetch(in + i, value + j);
    }

    // TODO(4): order the block's values by formula, in shared memory, so that nearly every warp has one formula;
    // take the steps there; read the results back. order_by_formula() in lab.h returns the place of each value.
    // In the starter code, each thread takes its own values, and the warp diverges. (about 15 lines)
    __shared__ float ordered[mixed_block * mixed_values];
    int formula[mixed_values];
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) formula[j] = formula_of(value[j]);
    const Order order = order_by_formula(formula);

#pragma unroll
    for (int j = 0; j < mixed_values; ++j) ordered[order.place[j]] = value[j];
    __syncthreads();
    for (int at = threadIdx.x; at < mixed_block * mixed_values; at += mixed_block)
        ordered[at] = transformed(ordered[at], order.formula_at(at), iterations);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) {
        value[j] = ordered[order.place[j]];
    }
    // END TODO(4)

#pragma unroll
    for (int j = 0; j < mixed_values; j += COLUMNS) {
        const std::size_t i = first + j * mixed_block;
        if (i < count) put(out + i, value + j);
    }
}

extern "C" void transform(const TransformArgs& args) {
    // CUDA refuses a grid without blocks.
    const std::size_t striped = elements_of(args, args.striped_rows);
    if (striped > 0) {
        const unsigned grid = groups_of(BLOCK * COLUMNS, striped);
        transform_striped<<<grid, BLOCK>>>(args.in, args.out, striped, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
    const std::size_t mixed = elements_of(args, args.mixed_rows);
    if (mixed > 0) {
        const unsigned grid = groups_of(mixed_block * mixed_values, mixed);
        transform_mixed<<<grid, mixed_block>>>(args.in + striped, args.out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
