// Lab 09, the ladder. NOTES.md has the calculations and the measurements.
//   0_element_by_record     one element per thread, in the order of the records
//   1_element_by_array      one element per thread, in the order of the arrays
//   2_square_tile           lab 04's tile of 32 by 32
//   3_fitted_tile           a tile of 32 records, as wide as a record
//   4_linear_tile           a one-dimensional tile, two records per thread
//   5_padded_tile           a word of padding after each 32
//   6_swizzled_tile         a swizzle instead of padding
//   7_records_outside       the loop over records outside, the fields inside
//   8_four_records          four records per thread, the fields outside
//   9_one_loop              one loop over all elements, four loads in flight
//   10_tile_of_words        a tile of 2560 words for any number of fields
//   11_async_four_records   asynchronous copies, four records per thread
//   12_async_tile_of_words  asynchronous copies, a tile of 2560 words
//   13_wide_records         16 bytes per access on the side of the records
//   14_wide_both_sides      16 bytes per access on both sides
//   15_registers_only       four records in a thread's registers, no tile
// > 16_next_tile_in_flight  persistent blocks that load the next tile early   <- you are here
//   17_no_padding           the solution without padding
//   18_order_by_width       two kernels, for few fields and for many
//
// Change:  rung 11 with persistent blocks, as many as the GPU holds at once, and double buffering. Each
//          block begins to load its next tile before it waits for the tile that it writes out. It has two
//          tiles in shared memory, each with half as many records.
// Why not: a block has bytes in flight all the time, and no block starts after the first ones; it should be
//          faster, and is slower. If each of 64 times as many blocks takes two tiles, most of the loss is
//          gone. So the cost is not in the early loads but in persistent blocks, as in lab 03.
// Counter: bytes in flight, 33297: one tile of 256 records per block.
// Costs:   two barriers per tile, and a loop.
// Learn:   overlapping the steps within a block helps if an SM has few blocks. With six to sixteen, which
//          are not all in the same step, the blocks overlap one another without it.

#include <algorithm>

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads
constexpr int tile_records = 256;

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

/// The records of a tile: `count` of them from `first` on.
struct Records {
    std::int64_t first;
    int count;
};
__device__ Records records_of(const LayoutArgs& args, std::int64_t number) {
    const std::int64_t first = number * tile_records;
    const std::int64_t left = args.count - first;
    return {first, static_cast<int>(max(std::int64_t{0}, min(std::int64_t{tile_records}, left)))};
}

__device__ void bring_tile(float* tile, const LayoutArgs& args, const Records& records) {
    if (args.to_arrays) {
        const float* in = args.in + records.first * args.fields;
        for (int i = threadIdx.x; i < records.count * args.fields; i += block)
            __pipeline_memcpy_async(&tile[place(i)], in + i, sizeof(float));
    } else {
        for (int field = 0; field < args.fields; ++field) {
            const float* in = args.in + field * args.count + records.first;
            for (int r = threadIdx.x; r < records.count; r += block)
                __pipeline_memcpy_async(&tile[place(r * args.fields + field)], in + r, sizeof(float));
        }
    }
    __pipeline_commit();
}

__device__ void write_tile(const float* tile, const LayoutArgs& args, const Records& records) {
    if (args.to_arrays) {
        for (int field = 0; field < args.fields; ++field) {
            float* out = args.out + field * args.count + records.first;
            for (int r = threadIdx.x; r < records.count; r += block)
                out[r] = tile[place(r * args.fields + field)];
        }
    } else {
        float* out = args.out + records.first * args.fields;
        for (int i = threadIdx.x; i < records.count * args.fields; i += block) out[i] = tile[place(i)];
    }
}

__global__ void __launch_bounds__(block) change_tiles(LayoutArgs args, unsigned tiles) {
    extern __shared__ float both[];
    const int tile_words = place(tile_records * args.fields);
    bring_tile(both, args, records_of(args, blockIdx.x));
    int now = 0;
    for (std::int64_t number = blockIdx.x; number < tiles; number += gridDim.x) {
        bring_tile(both + (1 - now) * tile_words, args, records_of(args, number + gridDim.x));
        __pipeline_wait_prior(1); // for all copies except those of the next tile
        __syncthreads();
        write_tile(both + now * tile_words, args, records_of(args, number));
        __syncthreads(); // all threads have read this tile
        now = 1 - now;
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    const std::size_t tile_bytes = 2 * place(tile_records * args.fields) * sizeof(float);
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, change_tiles, block, tile_bytes));
    const unsigned tiles = groups_of(tile_records, args.count);
    const unsigned at_once = static_cast<unsigned>(multiprocessors * blocks);
    change_tiles<<<std::min(tiles, at_once), block, tile_bytes>>>(args, tiles);
    CUDA_CHECK_LAUNCH();
}
