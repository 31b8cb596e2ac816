// Lab 09, the ladder. NOTES.md has the calculations and the measurements.
//   0_element_by_record     one element per thread, in the order of the records
//   1_element_by_array      one element per thread, in the order of the arrays
// > 2_square_tile           lab 04's tile of 32 by 32   <- you are here
//   3_fitted_tile           a tile of 32 records, as wide as a record
//   4_linear_tile           a one-dimensional tile, one record per thread
//   5_padded_tile           a word of padding after each 32
//   6_swizzled_tile         a swizzle instead of padding
//   7_four_records          four records per thread
//   8_async_copies          asynchronous copies, one record per thread
//   9_async_four_records    asynchronous copies, four records per thread
//   10_wide_records         16 bytes per access on the side of the records
//   11_wide_both_sides      16 bytes per access on both sides
//   12_registers_only       four records in a thread's registers, no tile
//   13_tile_of_words        a tile of 2560 words, however wide a record is
//   14_next_tile_in_flight  persistent blocks that load the next tile early
//   15_no_padding           the solution without padding
//
// Change:  the records are a matrix with `count` rows and `fields` columns, and the arrays are its
//          transpose. So take lab 04's tile of 32 by 32 in shared memory, with a word of padding per row:
//          read rows, write rows.
// Why not: a record has 5 fields, and the tile has 32 columns. Of the 1024 threads 160 have an element, and
//          a warp that reads or writes a record requests 20 bytes.
// Counter: sectors per 128 bytes, 5.1, and active lanes.
// Costs:   four times the baseline's time. With 17 fields, more than half of 32, it is 1.7 times as fast as
//          the baseline.
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
