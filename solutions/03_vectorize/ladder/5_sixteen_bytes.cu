// Lab 03, the ladder. NOTES.md has the sums and the measurements.
//   0_one_byte           one byte a thread
//   1_bytes_in_a_row     sixteen bytes a thread, one after the other
//   2_bytes_in_flight    sixteen bytes a thread, a block apart, loaded together
//   3_four_bytes         four bytes a thread, where both images are aligned
//   4_aligned_middle     four bytes a thread, single bytes at the ends
// > 5_sixteen_bytes      sixteen bytes a thread   <- you are here
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
// Change:  rung 4 with vectors of 16 bytes in place of words of 4: a thread's load and store are uint4.
// Why:     16 bytes are the most that one instruction moves for a thread. A warp's load is 512 bytes, 16
//          whole sectors; an SM full of warps has 32 KB of loads in flight.
// Counter: bytes a load instruction, 512; sectors a request, 16, every byte of them used.
// Costs:   heads and tails grow to 15 bytes each, and images have to stand alike modulo 16 now.
// Limit:   no longer the loads, but the conversions: three for each byte.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

/// How the bytes are shared out: `head` single bytes, then `vectors` of 16 bytes each, then the rest.
struct Shares {
    std::int64_t head;    ///< bytes before the first vector
    std::int64_t vectors; ///< 16 bytes each; the first begins on a 16-byte boundary in both images
};

static Shares share_out(const AdjustArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const auto to = reinterpret_cast<std::uintptr_t>(args.out);
    if (from % 16 != to % 16) return {0, 0};
    const std::int64_t to_boundary = (16 - from % 16) % 16;
    const std::int64_t head = std::min(to_boundary, args.count);
    return {head, (args.count - head) / 16};
}

__device__ inline uint4 adjusted_vector(uint4 vector, float gain, float offset) {
    return make_uint4(adjusted_each(vector.x, gain, offset), adjusted_each(vector.y, gain, offset),
                      adjusted_each(vector.z, gain, offset), adjusted_each(vector.w, gain, offset));
}

/// One of the bytes that are in no vector: those of the head, and behind the last vector the rest.
__device__ inline void adjust_single(const AdjustArgs& args, const Shares& shares, std::int64_t single) {
    const std::int64_t i = single < shares.head ? single : single + 16 * shares.vectors;
    if (i < args.count) args.out[i] = adjusted(args.in[i], args.gain, args.offset);
}

__global__ void adjust_image(AdjustArgs args, Shares shares) {
    const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (thread < shares.vectors) {
        const uint4* from = reinterpret_cast<const uint4*>(args.in + shares.head);
        uint4* to = reinterpret_cast<uint4*>(args.out + shares.head);
        to[thread] = adjusted_vector(from[thread], args.gain, args.offset);
    } else {
        adjust_single(args, shares, thread - shares.vectors);
    }
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const Shares shares = share_out(args);
    const std::int64_t singles = args.count - 16 * shares.vectors;
    adjust_image<<<groups_of(BLOCK, shares.vectors + singles), BLOCK>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
