// Lab 01: occupancy, and what it is for.
//
// Yours are the three regions from TODO to END TODO; work in the order of their numbers. README.md explains
// the tasks, lab.h the interface.

#include "kernelsmith/check.h"
#include "lab.h"

/// A thread takes @p rows rows of one column, one below the other.
template <int rows> __global__ void transform_rows(float* data, int width, int height) {
    // TODO(1): which column is this thread's, and which is the first of its rows? The 32 threads of a warp
    // have to be neighbours in memory. Block and grid are built at the end of this file; here they are
    // blockDim and gridDim. (about 2 lines)
    const int column = width; // replace: as it stands, no thread has a column
    const int first_row = 0;  // replace
    // END TODO(1)
    if (column >= width) return;

    const std::size_t pitch = width;
    float* top = data + first_row * pitch + column;

    // TODO(3): the same rows, but every load is on its way before the first value is used. At the lower edge
    // of the matrix there may be fewer than `rows` of them. (about 9 lines)
    for (int i = 0; i < rows && first_row + i < height; ++i)  // replace: right, but one row after the other:
        top[i * pitch] = transformed(top[i * pitch], column); // replace: one load on its way at a time
    // END TODO(3)
}

// TODO(2): the shape of the launch: how many threads make a block, and how many rows does each of them take?
// Work out the occupancy first, then try; under #ifndef a sweep can set each of the two. (about 6 lines)
#define BLOCK 32 // replace: threads in a block
#define ROWS 1   // replace: rows a thread
// END TODO(2)

static void launch(const TransformArgs& band) {
    const dim3 block(BLOCK);
    const dim3 grid(groups_of(BLOCK, band.width), groups_of(ROWS, band.height));
    transform_rows<ROWS><<<grid, block>>>(band.data, band.width, band.height);
    CUDA_CHECK_LAUNCH();
}

extern "C" void transform(const TransformArgs& args) { for_each_band(args, launch); }
