// Lab 01, the ladder. NOTES.md has the calculations and the measurements.
//   0_original             a warp reads down a column
//   1_coalesced            a warp reads along a row
//   2_block_size           256 threads per block, from a sweep
//   3_registers_cliff      a rare path that needs many registers
//   4_shared_cliff         shared memory for two blocks per SM
//   5_rows_in_flight       four rows per thread, loaded together
//   6_grid_stride          as many blocks as fit at once
//   7_one_launch_per_wave  a launch for each wave of blocks
// > 8_wide_loads           16 bytes per load   <- you are here
//
// Change:  rung 2 with four neighbouring columns per thread, moved by one load and one store of 16 bytes.
// Why:     the bytes in flight of rung 5, requested by one instruction instead of four.
// Counter: sectors per request rise to 16, all used: a quarter of the requests.
// Costs:   the width must be a multiple of 4 and the rows aligned to 16 bytes, which lab.h promises.
// Limit:   the bus, as in rung 5: nothing is left to gain here. Lab 03 shows how much a wide load gains while
//          the bus is not full.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif

__global__ void transform_four_columns(float4* data, int quads) {
    const int quad = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y;
    if (quad >= quads) return;

    const std::size_t pitch = quads;
    const std::size_t i = row * pitch + quad;
    const float4 value = data[i];
    data[i] = make_float4(transformed(value.x, 0), transformed(value.y, 1), transformed(value.z, 2),
                          transformed(value.w, 3)); // a quad begins at an even column
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        const int quads = band.width / 4;
        const dim3 block(BLOCK);
        const dim3 grid(groups_of(BLOCK, quads), band.height);
        transform_four_columns<<<grid, block>>>(reinterpret_cast<float4*>(band.data), quads);
        CUDA_CHECK_LAUNCH();
    });
}
