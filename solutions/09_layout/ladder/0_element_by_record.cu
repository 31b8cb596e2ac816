// Lab 09, the ladder. NOTES.md has the sums and the measurements.
// > 0_element_by_record    a thread an element, in the order of the records   <- you are here
//   1_element_by_array     a thread an element, in the order of the arrays
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
// Change:  the baseline, but a thread has one element instead of a record, and neighbouring threads have
//          neighbours in the layout of the records. That side is coalesced now.
// Why:     the baseline's threads stand `fields` elements apart on this side: each store of a warp touches
//          `fields` times as many sectors as it fills. Here a warp's 32 elements are 32 neighbours.
// Counter: sectors for 128 bytes, 15.7 before, 8.5 now. What is left is the side of the arrays: a warp has a
//          piece of each of them.
// Costs:   a division of 64 bits for each element. From records to arrays, where the baseline has hardly
//          anything to lose, it is nearly twice as slow.
// Learn:   one side is put right by letting the other one go. The next rung makes the other choice.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void change_element(LayoutArgs args) {
    const std::int64_t in_records = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (in_records >= args.count * args.fields) return;
    const std::int64_t record = in_records / args.fields;
    const std::int64_t field = in_records % args.fields;
    const std::int64_t in_arrays = field * args.count + record;
    if (args.to_arrays) {
        args.out[in_arrays] = args.in[in_records];
    } else {
        args.out[in_records] = args.in[in_arrays];
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    change_element<<<groups_of(256, args.count * args.fields), 256>>>(args);
    CUDA_CHECK_LAUNCH();
}
