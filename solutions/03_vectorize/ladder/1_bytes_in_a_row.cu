// Lab 03, the ladder. NOTES.md has the calculations and the measurements.
//   0_one_byte           one byte per thread
// > 1_bytes_in_a_row     sixteen consecutive bytes per thread   <- you are here
//   2_bytes_in_flight    sixteen bytes per thread, a block's width apart, loaded together
//   3_four_bytes         four bytes per thread, if both images are aligned
//   4_aligned_middle     four bytes per thread, single bytes at the ends
//   5_sixteen_bytes      sixteen bytes per thread
//   6_round_once         one instruction that rounds and converts
//   7_no_conversions     no conversion at all
//   8_vectors_in_flight  two vectors per thread, loaded together
//   9_grid_stride        as many blocks as fit at once
//   10_streaming_hints   loads and stores with streaming hints
//   11_table             a table of 256 results in each block
//   12_funnel_shift      images whose alignments differ
//   13_longer_head       vectors from a boundary of 256 bytes
//   14_saturating        a conversion that clamps at 0 by itself
//   15_all_together      two vectors per thread, from a boundary of 256 bytes
//
// Change:  a thread takes 16 consecutive bytes, and still moves them one at a time.
// Why not: the idea is that fewer threads have less to set up. But now neighbouring threads are 16 bytes
//          apart: each load of a warp touches 16 sectors to use 2 bytes of each, and the next load touches
//          the same 16 again. It takes twice as long as rung 0. This order is right for a thread on a CPU, and
//          wrong here; rung 5 moves the same 16 bytes per thread with one instruction.
// Counter: sectors per request, from 1 to 16; bytes per load instruction, 32 as before.
// Costs:   sixteen accesses to each sector, all but the first of them to a cache, if it still has the sector.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BYTES
#define BYTES 16 // bytes per thread
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
