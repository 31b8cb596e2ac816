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
// > 10_tile_of_words        a tile of 2560 words for any number of fields   <- you are here
//   11_async_four_records   asynchronous copies, four records per thread
//   12_async_tile_of_words  asynchronous copies, a tile of 2560 words
//   13_wide_records         16 bytes per access on the side of the records
//   14_wide_both_sides      16 bytes per access on both sides
//   15_registers_only       four records in a thread's registers, no tile
//   16_next_tile_in_flight  persistent blocks that load the next tile early
//   17_no_padding           the solution without padding
//   18_order_by_width       two kernels, for few fields and for many
//
// Change:  rung 9, but the number of records per tile follows from the number of fields: as many as fit
//          into 2560 words, a multiple of 32. With 2 fields a tile has 1280 records, with 16 it has 160,
//          and with 17 it has 128.
// Why:     a block's work and its shared memory are then about the same for any number of fields: five
//          batches per thread, and 10.3 KB, so that all 16 blocks fit on an SM.
// Counter: bytes in flight, 32768: four loads of each of 2048 threads, whatever the number of fields.
// Costs:   the size of a tile is not known at compile time. A multiple of 32 is needed so that a warp's 32
//          elements are neighbours in one array.
// Learn:   the solution is this rung. From 2 fields to 17, it takes at most 16 % longer than a copy.
// Sweep:   grader sweep 09 --rung 10_tile_of_words TILE_WORDS=1024,1536,2048,2560,3584

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads

#ifndef TILE_WORDS
#define TILE_WORDS 2560
#endif

/// Returns the number of records per tile: as many as have TILE_WORDS words, a multiple of a warp.
__host__ __device__ constexpr int records_per_tile(int fields) {
    const int records = TILE_WORDS / fields / 32 * 32;
    return records < 32 ? 32 : records;
}

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

/// Copies the tile's elements in from the arrays: @p records records from @p first on.
__device__ inline void bring_from_arrays(float* tile, const LayoutArgs& args, std::int64_t first,
                                         int records) {
    const int fields = args.fields;
    constexpr int batch = 4; // loads in flight per thread
    const int tile_records = records_per_tile(fields);
    int field = 0;
    int record = threadIdx.x;
    while (record >= tile_records) record -= tile_records, ++field;
    while (field < fields) {
        float values[batch];
        int elements[batch]; // of the tile, or -1
#pragma unroll
        for (int n = 0; n < batch; ++n) {
            const bool exists = field < fields && record < records;
            elements[n] = exists ? record * fields + field : -1;
            if (exists) values[n] = args.in[field * args.count + first + record];
            record += block;
            while (record >= tile_records) record -= tile_records, ++field;
        }
#pragma unroll
        for (int n = 0; n < batch; ++n)
            if (elements[n] >= 0) tile[place(elements[n])] = values[n];
    }
}

__global__ void __maxnreg__(32) change_tile(LayoutArgs args) {
    extern __shared__ float tile[];
    const int tile_records = records_per_tile(args.fields);
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, args.count - first));
    const int fields = args.fields;
    const int elements = records * fields;

    if (args.to_arrays) {
        const float* in = args.in + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) tile[place(i)] = in[i];
    } else {
        bring_from_arrays(tile, args, first, records);
    }
    __syncthreads(); // all elements of the tile have arrived
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
    const int tile_records = records_per_tile(args.fields);
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
