// Lab 09, the ladder. NOTES.md has the calculations and the measurements.
// > 0_element_by_record     one element per thread, in the order of the records   <- you are here
//   1_element_by_array      one element per thread, in the order of the arrays
//   2_square_tile           lab 04's tile of 32 by 32
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
// Change:  the baseline, but each thread moves one element instead of a record, and neighbouring threads
//          take neighbours in the layout of the records. That side is coalesced now.
// Why:     on this side the baseline's threads are `fields` elements apart: each store of a warp touches
//          `fields` times as many sectors as it fills. Here a warp's 32 elements are consecutive.
// Counter: sectors per 128 bytes, 15.1 before, 8.6 now. The rest is the side of the arrays: a warp accesses
//          a few elements of each array.
// Costs:   a 64-bit division per element. With 2 fields, where the baseline's stride is small, this rung
//          takes a quarter longer. From records to arrays, where the baseline is nearly optimal, it takes
//          nearly twice as long.
// Learn:   with 16 fields it is 2.6 times as fast as the baseline. But one side is coalesced at the expense
//          of the other. The next rung makes the other choice.

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
