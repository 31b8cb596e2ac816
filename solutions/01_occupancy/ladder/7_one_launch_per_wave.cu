// Lab 01, the ladder. NOTES.md has the calculations and the measurements.
//   0_original             a warp reads down a column
//   1_coalesced            a warp reads along a row
//   2_block_size           256 threads per block, from a sweep
//   3_registers_cliff      a rare path that needs many registers
//   4_shared_cliff         shared memory for two blocks per SM
//   5_rows_in_flight       four rows per thread, loaded together
//   6_grid_stride          as many blocks as fit at once
// > 7_one_launch_per_wave  a launch for each wave of blocks   <- you are here
//   8_wide_loads           16 bytes per load
//
// Change:  rung 5 cut into many launches, each with as many blocks as the GPU holds at once: one wave.
// Why not: the idea is that all SMs finish a wave at the same time and none has a partial wave left. But a
//          launch starts only after the previous one has ended, so the memory pipeline drains and refills at
//          every seam; one grid would have started the next block as soon as the first one ended.
//          Starting a block is cheap, starting a kernel is not: this rung takes far longer than rung 5.
// Counter: launches, from 1 to 256 at 16384 x 16384; each moves 8 MB, which memory delivers in 2
//          microseconds.
// Costs:   a drain and a start per wave.

#include <algorithm>

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
    static const int resident = resident_blocks(transform_rows);
    for_each_band(args, [](const TransformArgs& band) {
        const int across = groups_of(BLOCK, band.width);
        const int rows_per_wave = ROWS * std::max(resident / across, 1);
        const std::size_t pitch = band.width;
        const dim3 block(BLOCK);
        for (int row = 0; row < band.height; row += rows_per_wave) {
            const int rows = std::min(rows_per_wave, band.height - row);
            const dim3 grid(across, groups_of(ROWS, rows));
            transform_rows<<<grid, block>>>(band.data + row * pitch, band.width, rows);
            CUDA_CHECK_LAUNCH();
        }
    });
}
