// Lab 03, the ladder. NOTES.md has the calculations and the measurements.
//   0_one_byte           one byte per thread
//   1_bytes_in_a_row     sixteen consecutive bytes per thread
//   2_bytes_in_flight    sixteen bytes per thread, a block's width apart, loaded together
//   3_four_bytes         four bytes per thread, if both images are aligned
//   4_aligned_middle     four bytes per thread, single bytes at the ends
//   5_sixteen_bytes      sixteen bytes per thread
//   6_round_once         one instruction that rounds and converts
// > 7_no_conversions     no conversion at all   <- you are here
//   8_vectors_in_flight  two vectors per thread, loaded together
//   9_grid_stride        as many blocks as fit at once
//   10_streaming_hints   loads and stores with streaming hints
//   11_table             a table of 256 results in each block
//   12_funnel_shift      images whose alignments differ
//   13_longer_head       vectors from a boundary of 256 bytes
//   14_saturating        a conversion that clamps at 0 by itself
//   15_all_together      two vectors per thread, from a boundary of 256 bytes
//
// Change:  rung 6, but byte permutations and additions turn the four bytes of a word into floats, and the
//          results back into bytes.
// Why:     from 2^23 to 2^24 the floats are the integers, so 0x4b000000 + x are the bits of 2^23 + x.
//          One byte permutation puts x into the lowest byte of such a float, one exact subtraction leaves x.
//          On the way back, adding 2^23 makes the adder round to integers, halves to even, and the
//          lowest byte holds the result.
// Why not: it is not faster. Eight conversions per word already took less time than its transfer through
//          memory, so they were no longer the bottleneck.
// Counter: conversions, from eight per word to none; but instructions, by an eighth more: too many for the lab.
// Costs:   a trick that must be explained, and that holds for numbers from 0 to 2^23 only.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif

/// Partition of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then the rest.
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

/// Returns @p word with each of its four bytes adjusted.
__device__ inline std::uint32_t adjusted_word(std::uint32_t word, float gain, float offset) {
    constexpr float two_to_23 = 8388608.0f;
    std::uint32_t bits[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float shifted = __uint_as_float(__byte_perm(word, 0x4b000000, 0x7550 + i));
        const float value = fmaf(gain, shifted - two_to_23, offset);
        bits[i] = __float_as_uint(fminf(fmaxf(value, 0.0f), 255.0f) + two_to_23);
    }
    const std::uint32_t low = __byte_perm(bits[0], bits[1], 0x0040);
    const std::uint32_t high = __byte_perm(bits[2], bits[3], 0x0040);
    return __byte_perm(low, high, 0x5410);
}

__device__ inline uint4 adjusted_vector(uint4 vector, float gain, float offset) {
    return make_uint4(adjusted_word(vector.x, gain, offset), adjusted_word(vector.y, gain, offset),
                      adjusted_word(vector.z, gain, offset), adjusted_word(vector.w, gain, offset));
}

/// Adjusts single byte number @p single: of the head, or of the rest after the last vector.
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
