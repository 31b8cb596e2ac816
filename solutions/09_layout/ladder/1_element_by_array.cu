// Lab 09, the ladder. NOTES.md has the sums and the measurements.
//   0_element_by_record    a thread an element, in the order of the records
// > 1_element_by_array     a thread an element, in the order of the arrays   <- you are here
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
//   13_tile_of_words       as many words in a tile, however wide a record
//   14_next_tile_under_way blocks that stay, and fetch the next tile early
//   15_no_padding          the solution, and no word left out
//
// Change:  a thread an element again, but the other side is the one in order: a row of blocks for each
//          field, and neighbouring threads have neighbours in the array of that field.
// Why not: a thread of the baseline has all fields of a record, so it asks for the rest of its sectors at
//          once, while L1 and L2 still have them. Here another block asks for it, much later, when the
//          sector has gone back to memory. So it comes once for each field.
// Counter: sectors for 128 bytes are those of the baseline, and the time is nearly twice as long.
// Learn:   a stride alone is not slow. What counts is whether the rest of a sector is used while it is near.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void change_element(LayoutArgs args) {
    const std::int64_t record = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (record >= args.count) return;
    const std::int64_t field = blockIdx.y;
    const std::int64_t in_records = record * args.fields + field;
    const std::int64_t in_arrays = field * args.count + record;
    if (args.to_arrays) {
        args.out[in_arrays] = args.in[in_records];
    } else {
        args.out[in_records] = args.in[in_arrays];
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    const dim3 grid(groups_of(256, args.count), args.fields);
    change_element<<<grid, 256>>>(args);
    CUDA_CHECK_LAUNCH();
}
