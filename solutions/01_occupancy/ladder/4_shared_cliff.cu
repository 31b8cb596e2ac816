// Lab 01, the ladder. NOTES.md has the sums and the measurements.
//   0_original           a warp reads down a column
//   1_coalesced          a warp reads along a row
//   2_block_size         256 threads a block, out of a sweep
//   3_registers_cliff    a seldom path that needs many registers
// > 4_shared_cliff       shared memory for two blocks an SM   <- you are here
//   5_rows_in_flight     four rows a thread, loaded together
//   6_grid_stride        as many blocks as fit at once
//   7_one_launch_a_wave  a launch for each wave of blocks
//   8_wide_loads         16 bytes a load
//
// Change:  rung 2 again, but each value passes through shared memory, and a block asks for as large a tile as
//          lets BLOCKS_AN_SM blocks stay on an SM.
// Why not: shared memory is given to a block whole and at launch, used or not. Two blocks of 256 threads are
//          a quarter of the threads that an SM can hold: the occupancy of rung 3 again, spent on another
//          resource. And the detour itself gains nothing, for no thread reads what another wrote.
// Counter: shared memory per block up, theoretical occupancy down to 25 %; a sweep over BLOCKS_AN_SM climbs
//          back to 100 %.
// Costs:   about 113 KB of shared memory a block on an H200, read from the device so that any GPU runs this.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif
#ifndef BLOCKS_AN_SM
#define BLOCKS_AN_SM 2 // blocks that find room on an SM
#endif

extern __shared__ float tile[];

__global__ void transform_staged(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y;
    if (column >= width) return;

    const std::size_t pitch = width;
    const std::size_t i = row * pitch + column;
    tile[threadIdx.x] = data[i]; // no barrier: a thread reads back only what it wrote itself
    data[i] = transformed(tile[threadIdx.x], column);
}

/// Asks the device @p attribute.
static int device_attribute(cudaDeviceAttr attribute) {
    int device = 0;
    int value = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

/// Shared memory a block, in whole KB, that leaves room for BLOCKS_AN_SM blocks. Tells CUDA to allow it.
static int reserve_tile() {
    const int an_sm = device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    const int reserved = device_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
    const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    const int bytes = std::min(an_sm / BLOCKS_AN_SM - reserved, most) / 1024 * 1024;
    CUDA_CHECK(cudaFuncSetAttribute(transform_staged, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    return bytes;
}

extern "C" void transform(const TransformArgs& args) {
    static const int tile_bytes = reserve_tile();
    for_each_band(args, [](const TransformArgs& band) {
        const dim3 block(BLOCK);
        const dim3 grid(groups_of(BLOCK, band.width), band.height);
        transform_staged<<<grid, block, tile_bytes>>>(band.data, band.width);
        CUDA_CHECK_LAUNCH();
    });
}
