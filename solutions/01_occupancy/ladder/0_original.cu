// Lab 01, the ladder. NOTES.md has the calculations and the measurements.
// > 0_original             a warp reads down a column   <- you are here
//   1_coalesced            a warp reads along a row
//   2_block_size           256 threads per block, from a sweep
//   3_registers_cliff      a rare path that needs many registers
//   4_shared_cliff         shared memory for two blocks per SM
//   5_rows_in_flight       four rows per thread, loaded together
//   6_grid_stride          as many blocks as fit at once
//   7_one_launch_per_wave  a launch for each wave of blocks
//   8_wide_loads           16 bytes per load
//
// Start:   the launch as it was found. A block is one column wide and 512 rows tall.
// Why:     the 32 threads of a warp access one column, so their 32 values are a whole row apart. Memory moves
//          sectors of 32 bytes: the warp loads 32 sectors and uses 4 bytes of each.
// Counter: sectors per request, 32 where 4 would do. Occupancy is 100 % and does not help.
// Costs:   nothing to write; up to eight times the traffic to run.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_column(float* data, int width, int height) {
    const int column = blockIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= height) return;

    const std::size_t pitch = width;
    const std::size_t i = row * pitch + column;
    data[i] = transformed(data[i], column);
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        const dim3 block(1, 512);
        const dim3 grid(band.width, groups_of(512, band.height));
        transform_column<<<grid, block>>>(band.data, band.width, band.height);
        CUDA_CHECK_LAUNCH();
    });
}
