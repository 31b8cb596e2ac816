// Mistake: vectors begin on a boundary of the output, and each is assembled from two vectors of the input.
// These are loaded whole, even if they begin before the image or end after it. The bytes outside the image
// are discarded, so the result is right; but they may not even exist.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#define BLOCK 256 // threads per block

/// Partition of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then the rest.
struct Shares {
    std::int64_t head;    ///< bytes before the first vector, which begins on a boundary in `out`
    std::int64_t vectors; ///< 16 bytes each
    int shift;            ///< bytes from the last boundary in `in` to the first vector
};

static Shares share_out(const AdjustArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const auto to = reinterpret_cast<std::uintptr_t>(args.out);
    const std::int64_t head = (16 - to % 16) % 16;
    const int shift = (from + head) % 16;
    if (head > args.count) return {0, 0, 0};
    return {head, (args.count - head) / 16, shift};
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
