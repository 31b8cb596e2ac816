// Lab 03, the ladder. NOTES.md has the calculations and the measurements.
//   0_one_byte           one byte per thread
//   1_bytes_in_a_row     sixteen consecutive bytes per thread
// > 2_bytes_in_flight    sixteen bytes per thread, a block's width apart, loaded together   <- you are here
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
// Change:  a thread takes 16 bytes, but a block's width apart; and all 16 loads precede the first use.
// Why:     lab 01's cure, thread coarsening: neighbouring threads are neighbours again in each load, and an
//          SM has up to sixteen times the bytes in flight. It is the largest step of the ladder so far, and
//          still not the best: each byte has a load, a store and an address of its own.
// Counter: bytes in flight per SM, from 2 KB to 32 KB; bytes per load instruction, still 32.
// Costs:   a second path for the last block, and sixteen load instructions where one would do.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BYTES
#define BYTES 16 // bytes per thread
#endif

__global__ void adjust_bytes(AdjustArgs args) {
    const std::int64_t first = std::int64_t{blockIdx.x} * (256 * BYTES) + threadIdx.x;
    if (first - threadIdx.x + 256 * BYTES <= args.count) {
        std::uint8_t byte[BYTES];
#pragma unroll
        for (int i = 0; i < BYTES; ++i) byte[i] = args.in[first + 256 * i];
#pragma unroll
        for (int i = 0; i < BYTES; ++i) args.out[first + 256 * i] = adjusted(byte[i], args.gain, args.offset);
    } else {
        for (std::int64_t i = first; i < args.count; i += 256)
            args.out[i] = adjusted(args.in[i], args.gain, args.offset);
    }
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    adjust_bytes<<<groups_of(256 * BYTES, args.count), 256>>>(args);
    CUDA_CHECK_LAUNCH();
}
