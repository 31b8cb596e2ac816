// Lab 01, the ladder. NOTES.md has the calculations and the measurements.
//   0_original             a warp reads down a column
//   1_coalesced            a warp reads along a row
// > 2_block_size           256 threads per block, from a sweep   <- you are here
//   3_registers_cliff      a rare path that needs many registers
//   4_shared_cliff         shared memory for two blocks per SM
//   5_rows_in_flight       four rows per thread, loaded together
//   6_grid_stride          as many blocks as fit at once
//   7_one_launch_per_wave  a launch for each wave of blocks
//   8_wide_loads           16 bytes per load
//
// Change:  the number of threads per block is a macro, so that a sweep can try values; on an H200 256 was the
//          fastest.
// Why:     a block holds its warp slots until its slowest warp is done, so small blocks free few slots at a
//          time, and sooner. Too small is worse. An SM holds 32 blocks, so blocks of 32 fill half of it. And the
//          rate at which blocks start is limited: if each has little work, the SMs wait for the next. Blocks of
//          64 have full theoretical occupancy and take twice as long as blocks of 128.
// Counter: theoretical occupancy, 50 % for 32 threads and 100 % from 64 on; for small blocks the achieved
//          occupancy is far lower.
// Costs:   nothing. BLOCK=0 queries the occupancy API, which looks for the highest theoretical occupancy and
//          takes the largest block of those, here 1024. It does not measure anything; the sweep does.
// Limit:   the SM is full, and one 4-byte load per thread makes 8 KB in flight at most. No block size passes the
//          lab on an H200; rung 5 does.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block; 0: as the occupancy API proposes
#endif

__global__ void transform_element(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y;
    if (column >= width) return;

    const std::size_t pitch = width;
    const std::size_t i = row * pitch + column;
    data[i] = transformed(data[i], column);
}

/// Returns the number of threads per block.
static int block_size() {
    if constexpr (BLOCK > 0) {
        return BLOCK;
    } else {
        int smallest_grid = 0;
        int block = 0;
        CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&smallest_grid, &block, transform_element));
        return block;
    }
}

extern "C" void transform(const TransformArgs& args) {
    static const int threads = block_size();
    for_each_band(args, [](const TransformArgs& band) {
        const dim3 block(threads);
        const dim3 grid(groups_of(threads, band.width), band.height);
        transform_element<<<grid, block>>>(band.data, band.width);
        CUDA_CHECK_LAUNCH();
    });
}
