// Lab 03, the ladder. NOTES.md has the calculations and the measurements.
//   0_one_byte           one byte per thread
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
// > 12_funnel_shift      images whose alignments differ   <- you are here
//   13_longer_head       vectors from a boundary of 256 bytes
//   14_saturating        a conversion that clamps at 0 by itself
//   15_all_together      two vectors per thread, from a boundary of 256 bytes
//
// Change:  rung 6 for images whose alignments differ. Vectors begin on a boundary of the output. A thread
//          loads the two aligned vectors of the input that contain its 16 bytes, and shifts these out of the
//          eight words.
// Why:     rungs 4 to 11 process single bytes here. Loading twice costs little: the second vector is the first of
//          the next thread, so it is a cache hit.
// Counter: bytes per load instruction, 512 for any two addresses.
// Costs:   selections and shifts, about 15 per vector; heads and tails of up to 31 bytes, since no load may
//          extend past the image. If the alignments are equal, the shift is 0 and the second load is left out.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif

/// Partition of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then the rest.
struct Shares {
    std::int64_t head;    ///< bytes before the first vector, which begins on a boundary in `out`
    std::int64_t vectors; ///< 16 bytes each
    int shift;            ///< bytes from the last boundary in `in` to the first vector
};

static Shares share_out(const AdjustArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const auto to = reinterpret_cast<std::uintptr_t>(args.out);
    std::int64_t head = (16 - to % 16) % 16;
    const int shift = (from + head) % 16;
    // No load may begin before the image or end after it.
    if (head < shift) head += 16;
    const std::int64_t behind = shift == 0 ? 0 : 16 - shift;
    if (head + 16 + behind > args.count) return {0, 0, 0};
    return {head, (args.count - head - behind) / 16, shift};
}

/// Returns @p word with each of its four bytes adjusted.
__device__ inline std::uint32_t adjusted_word(std::uint32_t word, float gain, float offset) {
    std::uint32_t result = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float value = fmaf(gain, static_cast<float>(word >> 8 * i & 255), offset);
        result |= __float2uint_rn(fminf(fmaxf(value, 0.0f), 255.0f)) << 8 * i;
    }
    return result;
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

/// Returns the 16 bytes at offset @p shift in the 32 of @p a and @p b. All threads have the same shift.
__device__ inline uint4 shifted_vector(uint4 a, uint4 b, int shift) {
    if (shift & 8) {
        a = make_uint4(a.z, a.w, b.x, b.y);
        b = make_uint4(b.z, b.w, 0, 0);
    }
    if (shift & 4) {
        a = make_uint4(a.y, a.z, a.w, b.x);
        b.x = b.y;
    }
    const int bits = shift % 4 * 8;
    return make_uint4(__funnelshift_r(a.x, a.y, bits), __funnelshift_r(a.y, a.z, bits),
                      __funnelshift_r(a.z, a.w, bits), __funnelshift_r(a.w, b.x, bits));
}

__global__ void adjust_image(AdjustArgs args, Shares shares) {
    const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (thread < shares.vectors) {
        const uint4* from = reinterpret_cast<const uint4*>(args.in + shares.head - shares.shift) + thread;
        uint4* to = reinterpret_cast<uint4*>(args.out + shares.head) + thread;
        uint4 vector = from[0];
        if (shares.shift != 0) vector = shifted_vector(vector, from[1], shares.shift);
        *to = adjusted_vector(vector, args.gain, args.offset);
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
