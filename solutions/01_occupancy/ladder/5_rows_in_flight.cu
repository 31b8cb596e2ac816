// Lab 01, the ladder. NOTES.md has the calculations and the measurements.
//   0_original             a warp reads down a column
//   1_coalesced            a warp reads along a row
//   2_block_size           256 threads per block, from a sweep
//   3_registers_cliff      a rare path that needs many registers
//   4_shared_cliff         shared memory for two blocks per SM
// > 5_rows_in_flight       four rows per thread, loaded together   <- you are here
//   6_grid_stride          as many blocks as fit at once
//   7_one_launch_per_wave  a launch for each wave of blocks
//   8_wide_loads           16 bytes per load
//
// Change:  back to rung 2, and a thread takes ROWS rows of its column. All loads come before the first use.
// Why:     a load does not stop a thread; the first use of its value does. So ROWS loads are in flight at
//          once, and an SM has ROWS times the bytes in flight with the same warps. Loading into an array
//          first is not a detail: the compiler must assume that `pitch` can be 0, so that all rows have the
//          same address, and may not move a load above an earlier store.
// Counter: bytes in flight per SM, 8 KB for one row at full occupancy, 32 KB for four; achieved bandwidth
//          follows.
// Costs:   about two and a half registers per row, for its value and the address that the result is stored to;
//          and a second path for the last rows, which all threads of a block take or none: no divergence.
// Next:    this is the first rung that passes, at the speed of a copy. The solution is this kernel with
//          ROWS = 8; NOTES.md has the sweep.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif
#ifndef ROWS
#define ROWS 4 // rows per thread
#endif

__global__ void transform_rows(float* data, int width, int height) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int first_row = blockIdx.y * ROWS;
    if (column >= width) return;

    const std::size_t pitch = width;
    float* top = data + first_row * pitch + column;
    if (first_row + ROWS <= height) {
        float value[ROWS];
#pragma unroll
        for (int i = 0; i < ROWS; ++i) value[i] = top[i * pitch];
#pragma unroll
        for (int i = 0; i < ROWS; ++i) top[i * pitch] = transformed(value[i], column);
    } else {
        for (int i = 0; first_row + i < height; ++i) top[i * pitch] = transformed(top[i * pitch], column);
    }
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        const dim3 block(BLOCK);
        const dim3 grid(groups_of(BLOCK, band.width), groups_of(ROWS, band.height));
        transform_rows<<<grid, block>>>(band.data, band.width, band.height);
        CUDA_CHECK_LAUNCH();
    });
}
