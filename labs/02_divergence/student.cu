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
#define COLUMNS 1                                                      // replace
__device__ void take_steps(float* value, int column, int iterations) { // replace
    for (int j = 0; j < COLUMNS; ++j)                                  // replace
        value[j] = transformed(value[j], column + j, iterations);      // replace
} // replace
// END TODO(2)

// TODO(3): the thread's COLUMNS values in one load and in one store, of 16 bytes each. In the starter code, each value
// is a load and a store of 4 bytes. (about 10 lines)
__device__ void fetch(const float* from, float* value) {  // replace
    for (int j = 0; j < COLUMNS; ++j) value[j] = from[j]; // replace
} // replace
__device__ void put(float* to, const float* value) {    // replace
    for (int j = 0; j < COLUMNS; ++j) to[j] = value[j]; // replace
} // replace
// END TODO(3)

/// Transforms the striped rows: a thread takes COLUMNS consecutive elements of the @p count.
__global__ void transform_striped(const float* in, float* out, std::size_t count, int iterations) {
    // TODO(1): which element is the first of this thread? The elements of a warp's 32 threads must be neighbours
    // in memory. The grid is set below. (about 2 lines)
    const std::size_t first = count; // replace: with this line, no thread has an element
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
#pragma unroll                                                              // replace
    for (int j = 0; j < mixed_values; ++j) {                                // replace
        value[j] = transformed(value[j], formula_of(value[j]), iterations); // replace
    }                                                                       // replace
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
