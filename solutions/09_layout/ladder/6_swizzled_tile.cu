// Lab 09, the ladder. NOTES.md has the calculations and the measurements.
//   0_element_by_record     one element per thread, in the order of the records
//   1_element_by_array      one element per thread, in the order of the arrays
//   2_square_tile           lab 04's tile of 32 by 32
//   3_fitted_tile           a tile of 32 records, as wide as a record
//   4_linear_tile           a one-dimensional tile, two records per thread
//   5_padded_tile           a word of padding after each 32
// > 6_swizzled_tile         a swizzle instead of padding   <- you are here
//   7_records_outside       the loop over records outside, the fields inside
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
// Change:  rung 4 with a swizzle: in row r of 32 words, an element is in word i ^ r % 32 instead of word i.
// Why:     an exclusive or with a constant is a permutation, so 32 neighbours stay in 32 different banks.
//          And lanes 16 elements apart are in different rows of 32 words, which are permuted differently.
// Counter: bank conflicts, as few as with padding for an even number of fields, and more for an odd number.
// Costs:   no shared memory, where padding takes one word in 32. But an address takes more instructions,
//          and here this rung is slower than padding.
// Learn:   a swizzle is for a tile whose size must be a power of two. This tile has no such restriction.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads

/// Returns the number of records per tile.
__host__ __device__ constexpr int records_per_tile(int) { return 2 * block; }

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i ^ i / 32 % 32; }

/// Copies the tile's elements in from the arrays: @p records records from @p first on.
__device__ inline void bring_from_arrays(float* tile, const LayoutArgs& args, std::int64_t first,
                                         int records) {
    const int fields = args.fields;
    for (int field = 0; field < fields; ++field) {
        const float* in = args.in + field * args.count + first;
        for (int r = threadIdx.x; r < records; r += block) tile[place(r * fields + field)] = in[r];
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
