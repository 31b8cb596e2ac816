// Lab 09, the ladder. NOTES.md has the calculations and the measurements.
// > 0_element_by_record     one element per thread, in the order of the records   <- you are here
//   1_element_by_array      one element per thread, in the order of the arrays
//   2_square_tile           lab 04's tile of 32 by 32
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
// Change:  the baseline, but each thread moves one element instead of a record, and neighbouring threads take
//          neighbours in the layout of the records. That side is coalesced now.
// Why:     on this side the baseline's threads are `fields` elements apart: each store of a warp touches
//          `fields` times as many sectors as it fills. Here a warp's 32 elements are consecutive.
// Counter: sectors per 128 bytes, 15.7 before, 8.5 now. The rest is the side of the arrays: a warp accesses
//          a few elements of each array.
// Costs:   a 64-bit division per element. From records to arrays, where the baseline is nearly optimal, this
//          rung is nearly twice as slow.
// Learn:   one side is coalesced at the expense of the other. The next rung makes the other choice.

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
