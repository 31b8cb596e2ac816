// Lab 09, the ladder. NOTES.md has the calculations and the measurements.
//   0_element_by_record     one element per thread, in the order of the records
//   1_element_by_array      one element per thread, in the order of the arrays
//   2_square_tile           lab 04's tile of 32 by 32
// > 3_fitted_tile           a tile of 32 records, as wide as a record   <- you are here
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
//   16_next_tile_in_flight  persistent blocks that load the next tile early
//   17_no_padding           the solution without padding
//   18_order_by_width       two kernels, for few fields and for many
//
// Change:  rung 2, but the tile is as wide as a record: 32 records, and a warp per field. Its rows are
//          padded to an odd number of words, so that 32 records begin in 32 different banks.
// Why:     on the side of the records a tile is one contiguous range of 32 * fields elements, and the block
//          accesses it as such. On the side of the arrays a warp accesses 32 neighbours of one array. All
//          sectors are used completely.
// Counter: sectors per 128 bytes are 4, the minimum.
// Costs:   a division per element on the side of the records, to find its record and its field.
// Learn:   this is the tile of lab 04, fitted to the problem. With one load in flight per thread, and a
//          block that ends after it, it is far from the speed of a copy. With 2 fields a block has 64
//          threads, and the baseline is three times as fast.

#include "kernelsmith/check.h"
#include "lab.h"

#define TILE 32 // records per tile

__global__ void change_tile(LayoutArgs args) {
    __shared__ float tile[TILE][MOST_FIELDS + 2];
    const int fields = args.fields;
    const int x = threadIdx.x;  // record, on the side of the arrays
    const int y = threadIdx.y;  // field, on the side of the arrays
    const int i = y * TILE + x; // element, on the side of the records
    const std::int64_t first = std::int64_t{blockIdx.x} * TILE;
    const int records = static_cast<int>(min(std::int64_t{TILE}, args.count - first));
    const std::int64_t in_records = first * fields + i;
    const std::int64_t in_arrays = y * args.count + first + x;

    if (args.to_arrays) {
        if (i < records * fields) tile[i / fields][i % fields] = args.in[in_records];
    } else {
        if (x < records) tile[x][y] = args.in[in_arrays];
    }
    __syncthreads();
    if (args.to_arrays) {
        if (x < records) args.out[in_arrays] = tile[x][y];
    } else {
        if (i < records * fields) args.out[in_records] = tile[i / fields][i % fields];
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    change_tile<<<groups_of(TILE, args.count), dim3(TILE, args.fields)>>>(args);
    CUDA_CHECK_LAUNCH();
}
