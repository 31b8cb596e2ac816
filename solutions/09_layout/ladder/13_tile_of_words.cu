// Lab 09, the ladder. NOTES.md has the sums and the measurements.
//   0_element_by_record    a thread an element, in the order of the records
//   1_element_by_array     a thread an element, in the order of the arrays
//   2_square_tile          lab 04's tile of 32 by 32
//   3_fitted_tile          a tile of 32 records, as wide as they are
//   4_linear_tile          a tile as one row of elements, a record a thread
//   5_padded_tile          a word left out after each 32
//   6_swizzled_tile        words exchanged instead of left out
//   7_four_records         four records a thread
//   8_async_copies         copied past the registers, a record a thread
//   9_async_four_records   copied past the registers, four records a thread
//   10_wide_records        sixteen bytes at once on the side of the records
//   11_wide_both_sides     sixteen bytes at once on both sides
//   12_registers_only      four records in a thread's registers, no tile
// > 13_tile_of_words       as many words in a tile, however wide a record   <- you are here
//   14_next_tile_under_way blocks that stay, and fetch the next tile early
//   15_no_padding          the solution, and no word left out
//
// Change:  rung 9, but the host chooses how many records a tile has: as many as fit 2560 words, a multiple
//          of 32. With 5 fields that is 512, as before; with 17 it is 128, and with one it is 2560.
// Why:     a block's work and its shared memory are the same then, however wide a record is.
// Counter: none of the gates'.
// Costs:   a tile's size that the compiler does not know.
// Learn:   it changes little: 1 % with 2 fields, 2 % the other way with 16. What is under way on an SM is
//          much the same.

#include <algorithm>

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads

#ifndef TILE_WORDS
#define TILE_WORDS 2560
#endif

/// The word of the tile that has element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

__device__ inline void bring(float* word, const float* element) {
    __pipeline_memcpy_async(word, element, sizeof(float));
}

__global__ void __launch_bounds__(block) change_tile(LayoutArgs args, int tile_records) {
    extern __shared__ float tile[];
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, args.count - first));
    const int fields = args.fields;
    const int elements = records * fields;

    if (args.to_arrays) {
        const float* in = args.in + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) bring(&tile[place(i)], in + i);
    } else {
        for (int field = 0; field < fields; ++field) {
            const float* in = args.in + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block)
                bring(&tile[place(r * fields + field)], in + r);
        }
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (args.to_arrays) {
        for (int field = 0; field < fields; ++field) {
            float* out = args.out + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block) out[r] = tile[place(r * fields + field)];
        }
    } else {
        float* out = args.out + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) out[i] = tile[place(i)];
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    const int tile_records = std::max(32, TILE_WORDS / args.fields / 32 * 32);
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args, tile_records);
    CUDA_CHECK_LAUNCH();
}
