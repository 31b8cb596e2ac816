// Lab 03, the ladder. NOTES.md has the sums and the measurements.
//   0_one_byte           one byte a thread
// > 1_bytes_in_a_row     sixteen bytes a thread, one after the other   <- you are here
//   2_bytes_in_flight    sixteen bytes a thread, a block apart, loaded together
//   3_four_bytes         four bytes a thread, where both images are aligned
//   4_aligned_middle     four bytes a thread, single bytes at the ends
//   5_sixteen_bytes      sixteen bytes a thread
//   6_round_once         one instruction that rounds and converts
//   7_no_conversions     no conversion at all
//   8_vectors_in_flight  two vectors a thread, loaded together
//   9_grid_stride        as many blocks as fit at once
//   10_streaming_hints   loads and stores that ask not to be kept
//   11_table             a table of 256 results in each block
//   12_funnel_shift      two images that stand differently
//   13_longer_head       vectors from a boundary of 256 bytes
//   14_saturating        a conversion that clamps at 0 by itself
//   15_all_together      two vectors a thread, from a boundary of 256 bytes
//
// Change:  a thread takes 16 bytes that lie in a row, and still moves them one at a time.
// Why not: the idea is that fewer threads have less to set up. But now neighbouring threads are 16 bytes
//          apart: each load of a warp touches 16 sectors to use 2 bytes of each, and the next load touches
//          the same 16 again. It takes twice as long as rung 0. It is what a thread on a CPU should do, and
//          the wrong way round here; the same bytes a thread in one piece are rung 5.
// Counter: sectors a request, from 1 to 16; bytes a load instruction, 32 as before.
// Costs:   sixteen visits to each sector, all but the first of them to a cache, if it still has the sector.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BYTES
#define BYTES 16 // bytes a thread
#endif

__global__ void adjust_row_of_bytes(AdjustArgs args) {
    const std::int64_t first = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) * BYTES;
    if (first + BYTES <= args.count) {
#pragma unroll
        for (int i = 0; i < BYTES; ++i)
            args.out[first + i] = adjusted(args.in[first + i], args.gain, args.offset);
    } else {
        for (std::int64_t i = first; i < args.count; ++i)
            args.out[i] = adjusted(args.in[i], args.gain, args.offset);
    }
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    adjust_row_of_bytes<<<groups_of(256 * BYTES, args.count), 256>>>(args);
    CUDA_CHECK_LAUNCH();
}
