// Lab 09, the ladder. NOTES.md has the sums and the measurements.
//   0_element_by_record    a thread an element, in the order of the records
//   1_element_by_array     a thread an element, in the order of the arrays
//   2_square_tile          lab 04's tile of 32 by 32
// > 3_fitted_tile          a tile of 32 records, as wide as they are   <- you are here
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
// Change:  rung 2, but the tile is as wide as a record: 32 records, and a warp for each field. Its rows are
//          padded to an odd number of words, so that 32 records begin in 32 banks.
// Why:     on the side of the records a tile is one stretch of memory, 32 * fields elements, and the block
//          takes it as such. On the side of the arrays a warp has 32 neighbours of one array. All sectors
//          are used whole.
// Counter: sectors for 128 bytes are 4, as few as there can be.
// Costs:   a division for each element on the side of the records: which record is it, which field?
// Learn:   this is what lab 04 teaches, fitted to the problem. With 160 threads a block, each of which has
//          one load under way, it is far from a copy.

#include "kernelsmith/check.h"
#include "lab.h"

#define TILE 32 // records of a tile

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
