// Lab 02: divergence, and who takes which formula.
//
// Yours are the three regions from TODO to END TODO; work in the order of their numbers. README.md explains
// the tasks, lab.h the interface.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

// TODO(2): how many columns side by side a thread takes, and what it does with their values, so that no warp
// ever parts ways. `column` is the first of them. As it stands, a thread has one column and looks up its
// formula in each step. (about 9 lines)
#define COLUMNS 1                                                      // replace
__device__ void take_steps(float* value, int column, int iterations) { // replace
    for (int j = 0; j < COLUMNS; ++j)                                  // replace
        value[j] = transformed(value[j], column + j, iterations);      // replace
} // replace
// END TODO(2)

// TODO(3): the thread's values in one load and in one store, of 16 bytes each. As it stands, each is moved by
// itself. (about 10 lines)
__device__ void fetch(const float* from, float* value) {  // replace
    for (int j = 0; j < COLUMNS; ++j) value[j] = from[j]; // replace
} // replace
__device__ void put(float* to, const float* value) {    // replace
    for (int j = 0; j < COLUMNS; ++j) to[j] = value[j]; // replace
} // replace
// END TODO(3)

/// A thread takes COLUMNS elements of the @p count, side by side.
__global__ void transform_elements(const float* in, float* out, std::size_t count, int iterations) {
    // TODO(1): which element is the first of this thread's? The 32 threads of a warp have to be neighbours in
    // memory. The grid is built below. (about 2 lines)
    const std::size_t first = count; // replace: as it stands, no thread has an element
    // END TODO(1)
    if (first >= count) return;

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
