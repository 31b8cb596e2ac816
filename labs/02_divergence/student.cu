// Lab 02: divergence, and who takes which formula.
//
// Yours are the four regions from TODO to END TODO; work in the order of their numbers. README.md explains
// the tasks, lab.h the interface.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block that takes striped rows
#endif

// TODO(2): how many columns side by side a thread takes, and what it does with their values, so that no warp
// ever parts ways. `column` is the first of them. As it stands, a thread has one column and asks
// once which formula it takes. (about 9 lines)
#define COLUMNS 1                                                      // replace
__device__ void take_steps(float* value, int column, int iterations) { // replace
    for (int j = 0; j < COLUMNS; ++j)                                  // replace
        value[j] = transformed(value[j], column + j, iterations);      // replace
} // replace
// END TODO(2)

// TODO(3): the thread's COLUMNS values in one load and in one store, of 16 bytes each. As it stands, each is moved
// by itself. (about 10 lines)
__device__ void fetch(const float* from, float* value) {  // replace
    for (int j = 0; j < COLUMNS; ++j) value[j] = from[j]; // replace
} // replace
__device__ void put(float* to, const float* value) {    // replace
    for (int j = 0; j < COLUMNS; ++j) to[j] = value[j]; // replace
} // replace
// END TODO(3)

/// The striped rows: a thread takes COLUMNS of the @p count elements, side by side.
__global__ void transform_striped(const float* in, float* out, std::size_t count, int iterations) {
    // TODO(1): which element is the first of this thread's? The 32 threads of a warp have to be neighbours in
    // memory. The grid is built below. (about 2 lines)
    const std::size_t first = count; // replace: as it stands, no thread has an element
    // END TODO(1)
    if (first >= count) return;

    float value[COLUMNS];
    fetch(in + first, value);
    take_steps(value, first % formulas, iterations);
    put(out + first, value);
}

/// The mixed rows: a thread takes mixed_values of the @p count elements, COLUMNS of them side by side.
__global__ void transform_mixed(const float* in, float* out, std::size_t count, int iterations) {
    static_assert(mixed_values % COLUMNS == 0, "COLUMNS values at a time");
    const std::size_t first = std::size_t{blockIdx.x} * (mixed_block * mixed_values) + threadIdx.x * COLUMNS;

    float value[mixed_values];
#pragma unroll
    for (int j = 0; j < mixed_values; j += COLUMNS) {
        const std::size_t i = first + j * mixed_block;
        for (int k = 0; k < COLUMNS; ++k) value[j + k] = 12.0f; // beyond the end: computed, and not stored
        if (i < count) fetch(in + i, value + j);
    }

    // TODO(4): bring the block's values into the order of their formulas, in shared memory, so that nearly every
    // warp has one formula; take the steps there; bring the results back. order_by_formula() in lab.h says where
    // each value goes. As it stands, each thread takes its own values, and the warp parts ways. (about 15 lines)
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
    // To CUDA a grid without blocks is an error.
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
