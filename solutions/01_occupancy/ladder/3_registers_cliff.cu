// Lab 01, the ladder. NOTES.md has the calculations and the measurements.
//   0_original             a warp reads down a column
//   1_coalesced            a warp reads along a row
//   2_block_size           256 threads per block, from a sweep
// > 3_registers_cliff      a rare path that needs many registers   <- you are here
//   4_shared_cliff         shared memory for two blocks per SM
//   5_rows_in_flight       four rows per thread, loaded together
//   6_grid_stride          as many blocks as fit at once
//   7_one_launch_per_wave  a launch for each wave of blocks
//   8_wide_loads           16 bytes per load
//
// Change:  a matrix narrower than a block would leave threads idle, so it gets a separate path: BATCH rows
//          per thread, all loaded at once. A wide matrix takes the other path, which is that of rung 2.
// Why not: a thread gets its registers at launch, enough for the path through the kernel that needs the most,
//          taken or not. BATCH live values cost BATCH registers, and the SM's 65536 then serve fewer warps.
//          For the wide matrix nothing else changed: the same loads, the same arithmetic, fewer resident
//          threads that can have loads in flight.
// Counter: registers per thread up, theoretical occupancy down; a sweep over BATCH shows the steps.
// Costs:   106 registers per thread instead of 14: two blocks of 256 threads per SM instead of eight.
// Cure:    two kernels, and the host picks one. A kernel pays for its own registers only.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif
#ifndef BATCH
#define BATCH 32 // rows per thread in a narrow matrix, all in flight at once
#endif

__device__ void transform_batch(float* top, std::size_t pitch, int column) {
    float value[BATCH];
#pragma unroll
    for (int i = 0; i < BATCH; ++i) value[i] = top[i * pitch];
#pragma unroll
    for (int i = 0; i < BATCH; ++i) top[i * pitch] = transformed(value[i], column);
}

__global__ void transform_element_or_batch(float* data, int width, int height, int rows) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int first_row = blockIdx.y * rows;
    if (column >= width) return;

    const std::size_t pitch = width;
    float* top = data + first_row * pitch + column;
    if (rows == BATCH && first_row + BATCH <= height) {
        transform_batch(top, pitch, column);
    } else {
        const int here = min(rows, height - first_row);
        for (int i = 0; i < here; ++i) top[i * pitch] = transformed(top[i * pitch], column);
    }
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        const int rows = band.width < BLOCK ? BATCH : 1;
        const dim3 block(BLOCK);
        const dim3 grid(groups_of(BLOCK, band.width), groups_of(rows, band.height));
        transform_element_or_batch<<<grid, block>>>(band.data, band.width, band.height, rows);
        CUDA_CHECK_LAUNCH();
    });
}
