// Lab 01: occupancy and bytes in flight.
//
// Fill in the three regions from TODO to END TODO, in the order of their numbers. README.md explains the tasks,
// lab.h the interface.

#include "kernelsmith/check.h"
#include "lab.h"

/// Transforms the matrix; each thread takes @p rows consecutive rows of one column.
template <int rows> __global__ void transform_rows(float* data, int width, int height) {
    // TODO(1): which column does this thread take, and which is the first of its rows? The elements of a warp's
    // 32 threads must be neighbours in memory. Block and grid are set at the end of this file; here they
    // are blockDim and gridDim. (about 2 lines)
    const int column = width; // replace: with this line, no thread has a column
    const int first_row = 0;  // replace
    // END TODO(1)
    if (column >= width) return;

    const std::size_t pitch = width;
    float* top = data + first_row * pitch + column;

    // TODO(3): the same rows, but all loads are in flight before the first value is used. At the lower edge of
    // the matrix there may be fewer than `rows` rows. (about 9 lines)
    for (int i = 0; i < rows && first_row + i < height; ++i)  // replace: right, but one row after the other:
        top[i * pitch] = transformed(top[i * pitch], column); // replace: one load in flight at a time
    // END TODO(3)
}

// TODO(2): the shape of the launch: how many threads does a block have, and how many rows does each of them take?
// Compute the occupancy first, then try; with #ifndef around it, a sweep can set either macro. (about 6 lines)
#define BLOCK 32 // replace: threads per block
#define ROWS 1   // replace: rows per thread
// END TODO(2)

static void launch(const TransformArgs& band) {
    const dim3 block(BLOCK);
    const dim3 grid(groups_of(BLOCK, band.width), groups_of(ROWS, band.height));
    transform_rows<ROWS><<<grid, block>>>(band.data, band.width, band.height);
    CUDA_CHECK_LAUNCH();
}

extern "C" void transform(const TransformArgs& args) { for_each_band(args, launch); }
