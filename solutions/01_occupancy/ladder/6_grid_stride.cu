// Lab 01, the ladder. NOTES.md has the calculations and the measurements.
//   0_original             a warp reads down a column
//   1_coalesced            a warp reads along a row
//   2_block_size           256 threads per block, from a sweep
//   3_registers_cliff      a rare path that needs many registers
//   4_shared_cliff         shared memory for two blocks per SM
//   5_rows_in_flight       four rows per thread, loaded together
// > 6_grid_stride          as many blocks as fit at once   <- you are here
//   7_one_launch_per_wave  a launch for each wave of blocks
//   8_wide_loads           16 bytes per load
//
// Change:  rung 5, but the grid has only as many blocks as the GPU holds at once. Each block loops down its
//          columns to the end of the matrix.
// Why not: the idea is that no block starts after the first wave, and that what a thread computes once serves
//          many rows. But rung 5 is at the speed of a copy, so it does not wait for blocks to start, and the
//          column is cheap to compute. The loss is dynamic scheduling: the hardware gives the next block to
//          any SM with free slots, but here the rows of each block are fixed, so the slowest block decides.
//          A grid-stride loop like this one pays if each thread has more setup.
// Counter: blocks launched, from a quarter of a million to about a thousand at 16384 x 16384.
// Costs:   a loop, and unused block slots: the grid is rounded down to whole rows of blocks, on an H200 from
//          1056 to 1024.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif
#ifndef ROWS
#define ROWS 4 // rows per thread
#endif

__global__ void transform_rows_walking(float* data, int width, int height) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;

    const std::size_t pitch = width;
    const int stride = gridDim.y * ROWS;
    for (int first_row = blockIdx.y * ROWS; first_row < height; first_row += stride) {
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
}

/// Returns the number of blocks of @p kernel that the device holds at once.
static int resident_blocks(void (*kernel)(float*, int, int)) {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, BLOCK, 0));
    return multiprocessors * blocks;
}

extern "C" void transform(const TransformArgs& args) {
    static const int resident = resident_blocks(transform_rows_walking);
    for_each_band(args, [](const TransformArgs& band) {
        const int across = groups_of(BLOCK, band.width);
        const int down = groups_of(ROWS, band.height);
        const dim3 block(BLOCK);
        const dim3 grid(across, std::clamp(resident / across, 1, down));
        transform_rows_walking<<<grid, block>>>(band.data, band.width, band.height);
        CUDA_CHECK_LAUNCH();
    });
}
