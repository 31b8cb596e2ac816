// Lab 01, the ladder. NOTES.md has the calculations and the measurements.
//   0_original             a warp reads down a column
// > 1_coalesced            a warp reads along a row   <- you are here
//   2_block_size           256 threads per block, from a sweep
//   3_registers_cliff      a rare path that needs many registers
//   4_shared_cliff         shared memory for two blocks per SM
//   5_rows_in_flight       four rows per thread, loaded together
//   6_grid_stride          as many blocks as fit at once
//   7_one_launch_per_wave  a launch for each wave of blocks
//   8_wide_loads           16 bytes per load
//
// Change:  the block is horizontal. Its 512 threads take 512 columns of one row.
// Why:     a warp's 32 values are now 128 contiguous bytes: 4 sectors, every byte of them used.
// Counter: sectors per request fall from 32 to 4.
// Costs:   nothing. In a narrow matrix most threads of the last block of a row have nothing to do.
// Limit:   one 4-byte load per thread, as before: the largest step of the lab, and not enough to pass.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_element(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y;
    if (column >= width) return;

    const std::size_t pitch = width;
    const std::size_t i = row * pitch + column;
    data[i] = transformed(data[i], column);
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        const dim3 block(512);
        const dim3 grid(groups_of(512, band.width), band.height);
        transform_element<<<grid, block>>>(band.data, band.width);
        CUDA_CHECK_LAUNCH();
    });
}
