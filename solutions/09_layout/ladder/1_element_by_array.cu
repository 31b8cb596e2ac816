// Lab 09, the ladder. NOTES.md has the calculations and the measurements.
//   0_element_by_record     one element per thread, in the order of the records
// > 1_element_by_array      one element per thread, in the order of the arrays   <- you are here
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
// Change:  one element per thread again, but the other side is coalesced: a row of blocks per field, and
//          neighbouring threads take neighbours in the array of that field.
// Why not: a thread of the baseline moves all fields of a record, so it uses the rest of its sectors at
//          once, while L1 and L2 still hold them. Here another block uses the rest much later, when the
//          sector has been evicted. So each sector is moved once per field.
// Counter: sectors per 128 bytes are those of the baseline, and the time is 1.7 times as long.
// Learn:   a stride alone is not slow. It is slow if the rest of a sector is not used while it is cached.

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
