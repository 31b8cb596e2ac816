// Lab 03, the ladder. NOTES.md has the calculations and the measurements.
// > 0_one_byte           one byte per thread   <- you are here
//   1_bytes_in_a_row     sixteen consecutive bytes per thread
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
// Start:   a thread takes one byte, and neighbouring threads take neighbouring bytes.
// Why:     all 32 bytes of a sector are used, so by the rules of lab 01 nothing is wrong. But a warp's load
//          requests 32 bytes, one sector, where it could request 512: an SM full of warps has 2 KB in flight, not
//          9. And every byte pays for a thread of its own: its index, its address, its load, its store.
// Counter: bytes per load instruction, 32.
// Costs:   nothing to write, and sixteen times as many load instructions as necessary to run.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void adjust_byte(AdjustArgs args) {
    const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= args.count) return;
    args.out[i] = adjusted(args.in[i], args.gain, args.offset);
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    adjust_byte<<<groups_of(256, args.count), 256>>>(args);
    CUDA_CHECK_LAUNCH();
}
