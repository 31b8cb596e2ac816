// Lab 09, the ladder. NOTES.md has the sums and the measurements.
//   0_element_by_record    a thread an element, in the order of the records
//   1_element_by_array     a thread an element, in the order of the arrays
// > 2_square_tile          lab 04's tile of 32 by 32   <- you are here
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
//   13_tile_of_words       as many words in a tile, however wide a record
//   14_next_tile_under_way blocks that stay, and fetch the next tile early
//   15_no_padding          the solution, and no word left out
//
// Change:  the records are a matrix with `count` rows and `fields` columns, and the arrays are its
//          transpose. So take lab 04's tile of 32 by 32 in shared memory, with a word of padding: read rows,
//          write rows.
// Why not: a record has 5 fields, and the tile has room for 32. Of the 1024 threads 160 have an element, and
//          a warp that reads or writes a record asks for 20 bytes.
// Counter: sectors for 128 bytes, 5.1, and active lanes.
// Costs:   four times the baseline's time. With 17 fields, more than half of 32, it is 1.7 times as fast as
//          the baseline.
// Learn:   the idea is the right one, and the shape is not. A matrix with few columns needs a tile with few
//          columns.

#include "kernelsmith/check.h"
#include "lab.h"

#define TILE 32 // records and fields of a tile

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
