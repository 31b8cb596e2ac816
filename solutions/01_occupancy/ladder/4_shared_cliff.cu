// Lab 01, the ladder. NOTES.md has the calculations and the measurements.
//   0_original             a warp reads down a column
//   1_coalesced            a warp reads along a row
//   2_block_size           256 threads per block, from a sweep
//   3_registers_cliff      a rare path that needs many registers
// > 4_shared_cliff         shared memory for two blocks per SM   <- you are here
//   5_rows_in_flight       four rows per thread, loaded together
//   6_grid_stride          as many blocks as fit at once
//   7_one_launch_per_wave  a launch for each wave of blocks
//   8_wide_loads           16 bytes per load
//
// Change:  rung 2 again, but each value passes through shared memory, and a block requests the largest tile
//          with which BLOCKS_AN_SM blocks fit on an SM.
// Why not: a block gets all of its shared memory at launch, used or not. Two blocks of 256 threads are a
//          quarter of the threads that an SM can hold: the occupancy of rung 3 again, lost to another
//          resource. And the detour itself gains nothing, because no thread reads what another wrote.
// Counter: shared memory per block up, theoretical occupancy down to 25 %; a sweep over BLOCKS_AN_SM climbs
//          back to 100 %.
// Costs:   about 113 KB of shared memory per block on an H200, read from the device so that any GPU runs this.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif
#ifndef BLOCKS_AN_SM
#define BLOCKS_AN_SM 2 // blocks that fit on an SM
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

/// Returns @p attribute of the current device.
static int device_attribute(cudaDeviceAttr attribute) {
    int device = 0;
    int value = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

/// Allows and returns the bytes of shared memory per block, in whole KB, with which BLOCKS_AN_SM blocks fit on an SM.
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
