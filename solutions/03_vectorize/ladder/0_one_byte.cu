// Lab 03, the ladder. NOTES.md has the sums and the measurements.
// > 0_one_byte           one byte a thread   <- you are here
//   1_bytes_in_a_row     sixteen bytes a thread, one after the other
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
// Start:   a thread takes one byte, neighbouring threads neighbouring bytes.
// Why:     all 32 bytes of a sector are used, so lab 01 has nothing to say against it. But a warp's load asks
//          for 32 bytes, one sector, where it could ask for 512: an SM full of warps has 2 KB in flight, not
//          11. And every byte pays for a thread of its own: its number, its address, its load, its store.
// Counter: bytes a load instruction, 32.
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
