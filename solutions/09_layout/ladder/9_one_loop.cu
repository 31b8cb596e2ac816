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
// > 9_one_loop              one loop over all elements, four loads in flight   <- you are here
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
// Change:  rung 5, but one loop takes all elements of the tile on the side of the arrays. A thread loads a
//          batch of four into registers before it stores the first one to the tile.
// Why:     the loads in flight no longer depend on either of two inner loops: a batch has elements of
//          several records, of several fields, or of both. It has four for 2 fields and for 17.
// Counter: bytes in flight, 27868: 32768 with 2 fields, and 26624 with 16, because 13 blocks fit on an SM.
// Costs:   the loop steps field and record itself, and its last batch may be incomplete: more instructions
//          per element.
// Learn:   faster than rung 5 with few fields and with many. But with 2 fields a tile has 512 elements, one
//          batch per thread, and the block ends after it: that takes 14 % longer than larger tiles.

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
