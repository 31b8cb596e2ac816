// Lab 09, the ladder. NOTES.md has the calculations and the measurements.
//   0_element_by_record     one element per thread, in the order of the records
//   1_element_by_array      one element per thread, in the order of the arrays
// > 2_square_tile           lab 04's tile of 32 by 32   <- you are here
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
//   16_next_tile_in_flight  persistent blocks that load the next tile early
//   17_no_padding           the solution without padding
//   18_order_by_width       two kernels, for few fields and for many
//
// Change:  the records are a matrix with `count` rows and `fields` columns, and the arrays are its
//          transpose. So take lab 04's tile of 32 by 32 in shared memory, with a word of padding per row:
//          read rows, write rows.
// Why not: the tile has 32 columns, and a record has 2 or 16 fields. With 2 fields, 64 of the 1024 threads
//          have an element, and a warp that reads or writes a record requests 8 bytes.
// Counter: sectors per 128 bytes, 5.4, and active lanes.
// Costs:   more than twice the baseline's time: with 16 fields, half of 32, it is 1.4 times as fast as the
//          baseline, but with 2 fields it takes 18 times as long.
// Learn:   the idea is right, but the shape is not. A matrix with few columns needs a tile with few
//          columns.

#include "kernelsmith/check.h"
#include "lab.h"

#define TILE 32 // records and fields per tile

__global__ void change_tile(LayoutArgs args) {
    __shared__ float tile[TILE][TILE + 1]; // [record][field]
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const std::int64_t first = std::int64_t{blockIdx.x} * TILE;
    const bool has_record = first + y < args.count && x < args.fields; // field x of record y
    const bool has_array = first + x < args.count && y < args.fields;  // record x of array y
    const std::int64_t in_records = (first + y) * args.fields + x;
    const std::int64_t in_arrays = y * args.count + first + x;

    if (args.to_arrays) {
        if (has_record) tile[y][x] = args.in[in_records];
    } else {
        if (has_array) tile[x][y] = args.in[in_arrays];
    }
    __syncthreads();
    if (args.to_arrays) {
        if (has_array) args.out[in_arrays] = tile[x][y];
    } else {
        if (has_record) args.out[in_records] = tile[y][x];
    }
}

static_assert(MOST_FIELDS <= TILE, "one tile has all fields of its records");

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    change_tile<<<groups_of(TILE, args.count), dim3(TILE, TILE)>>>(args);
    CUDA_CHECK_LAUNCH();
}
