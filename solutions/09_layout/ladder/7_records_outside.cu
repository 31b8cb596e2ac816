// Lab 09, the ladder. NOTES.md has the calculations and the measurements.
//   0_element_by_record     one element per thread, in the order of the records
//   1_element_by_array      one element per thread, in the order of the arrays
//   2_square_tile           lab 04's tile of 32 by 32
//   3_fitted_tile           a tile of 32 records, as wide as a record
//   4_linear_tile           a one-dimensional tile, two records per thread
//   5_padded_tile           a word of padding after each 32
//   6_swizzled_tile         a swizzle instead of padding
// > 7_records_outside       the loop over records outside, the fields inside   <- you are here
//   8_four_records          four records per thread, the fields outside
//   9_one_loop              one loop over all elements, four loads in flight
//   10_tile_of_words        a tile of 2560 words for any number of fields
//   11_async_four_records   asynchronous copies, four records per thread
//   12_async_tile_of_words  asynchronous copies, a tile of 2560 words
//   13_wide_records         16 bytes per access on the side of the records
//   14_wide_both_sides      16 bytes per access on both sides
//   15_registers_only       four records in a thread's registers, no tile
//   16_next_tile_in_flight  persistent blocks that load the next tile early
//   17_no_padding           the solution without padding
//   18_order_by_width       two kernels, for few fields and for many
//
// Change:  rung 5 with the two loops of the side of the arrays exchanged: a thread takes all fields of a
//          record, then those of its next record.
// Why:     the inner loop has `fields` iterations, and the compiler unrolls it by four. With 16 fields a
//          thread has four loads in flight, and in rung 5 it has one.
// Counter: bytes in flight, 11147 before, 21376 now.
// Costs:   with 2 fields the unrolled loop is never entered: the remaining iterations run one by one, and
//          this rung is as slow as rung 5.
// Learn:   1.4 times as fast as rung 5 with 16 fields. The loads in flight depend on the number of fields:
//          6 and 10 are not multiples of four, and with one record per thread they take 22 % and 13 %
//          longer than 8 and 12 with as many elements.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads

/// Returns the number of records per tile.
__host__ __device__ constexpr int records_per_tile(int) { return 2 * block; }

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

/// Copies the tile's elements in from the arrays: @p records records from @p first on.
__device__ inline void bring_from_arrays(float* tile, const LayoutArgs& args, std::int64_t first,
                                         int records) {
    const int fields = args.fields;
    for (int r = threadIdx.x; r < records; r += block) {
        const float* in = args.in + first + r;
        for (int field = 0; field < fields; ++field, in += args.count) tile[place(r * fields + field)] = *in;
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
