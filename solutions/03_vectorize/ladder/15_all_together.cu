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
//   12_funnel_shift      images whose alignments differ
//   13_longer_head       vectors from a boundary of 256 bytes
//   14_saturating        a conversion that clamps at 0 by itself
// > 15_all_together      two vectors per thread, from a boundary of 256 bytes   <- you are here
//
// Change:  rung 14 with VECTORS vectors per thread, a block's width apart, as in rung 8.
// Why:     rung 8 and rung 13 gain two or three percent each. Do they add up, when a copy is hardly faster?
// Counter: bytes in flight per SM, 64 KB for two vectors; instructions, a few percent fewer.
// Costs:   registers, and a second path for the last block.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 128 // threads per block
#endif
#ifndef BOUNDARY
#define BOUNDARY 256 // bytes; a multiple of 16
#endif
#ifndef VECTORS
#define VECTORS 2 // vectors per thread
#endif

/// Partition of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then the rest.
struct Shares {
    std::int64_t head;    ///< bytes before the first vector
    std::int64_t vectors; ///< 16 bytes each; the first begins on a boundary in `out`
};

static Shares share_out(const AdjustArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const auto to = reinterpret_cast<std::uintptr_t>(args.out);
    if (from % 16 != to % 16) return {0, 0};
    const std::int64_t to_boundary = (BOUNDARY - to % BOUNDARY) % BOUNDARY;
    const std::int64_t head = std::min(to_boundary, args.count);
    return {head, (args.count - head) / 16};
}

/// Returns @p word with each of its four bytes adjusted.
__device__ inline std::uint32_t adjusted_word(std::uint32_t word, float gain, float offset) {
    std::uint32_t result = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float value = fmaf(gain, static_cast<float>(word >> 8 * i & 255), offset);
        // Saturates: negative values become 0.
        result |= min(__float2uint_rn(value), 255u) << 8 * i;
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

__global__ void adjust_image(AdjustArgs args, Shares shares) {
    const std::int64_t tile = std::int64_t{blockIdx.x} * (BLOCK * VECTORS);
    const uint4* from = reinterpret_cast<const uint4*>(args.in + shares.head);
    uint4* to = reinterpret_cast<uint4*>(args.out + shares.head);
    if (tile + BLOCK * VECTORS <= shares.vectors) {
        uint4 vector[VECTORS];
#pragma unroll
        for (int i = 0; i < VECTORS; ++i) vector[i] = from[tile + i * BLOCK + threadIdx.x];
#pragma unroll
        for (int i = 0; i < VECTORS; ++i)
            to[tile + i * BLOCK + threadIdx.x] = adjusted_vector(vector[i], args.gain, args.offset);
    } else {
        for (int i = 0; i < VECTORS; ++i) {
            const std::int64_t item = tile + i * BLOCK + threadIdx.x;
            if (item < shares.vectors)
                to[item] = adjusted_vector(from[item], args.gain, args.offset);
            else
                adjust_single(args, shares, item - shares.vectors);
        }
    }
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const Shares shares = share_out(args);
    const std::int64_t singles = args.count - 16 * shares.vectors;
    adjust_image<<<groups_of(BLOCK * VECTORS, shares.vectors + singles), BLOCK>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
