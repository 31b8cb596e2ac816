// Lab 03 with blocks of 512 threads, whose launch bounds limit the registers so that four of them fill an SM. A
// thread takes a vector of the image's first half and one of its second half, both loaded before one is used, and
// the first warp of the grid also takes the ends. Choose it to have two loads in flight per thread, without a
// special last block.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block_threads = 512;

/// Partition of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then the rest.
struct Shares {
    std::int64_t head;    ///< bytes before the first vector
    std::int64_t vectors; ///< 16 bytes each; the first begins on a 16-byte boundary in both images
};

static Shares share_out(const AdjustArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const auto to = reinterpret_cast<std::uintptr_t>(args.out);
    if (from % 16 != to % 16) return {0, 0};
    const std::int64_t head = std::min(static_cast<std::int64_t>((16 - to % 16) % 16), args.count);
    return {head, (args.count - head) / 16};
}

__device__ inline std::uint32_t adjusted_word(std::uint32_t word, float gain, float offset) {
    std::uint32_t result = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float value = fmaf(gain, static_cast<float>(word >> 8 * i & 255), offset);
        result |= min(__float2uint_rn(value), 255u) << 8 * i; // negative values become 0
    }
    return result;
}

__device__ inline uint4 adjusted_vector(uint4 vector, float gain, float offset) {
    return make_uint4(adjusted_word(vector.x, gain, offset), adjusted_word(vector.y, gain, offset),
                      adjusted_word(vector.z, gain, offset), adjusted_word(vector.w, gain, offset));
}

__global__ void __launch_bounds__(block_threads, 4)
    adjust_vectors(const AdjustArgs args, const Shares shares, std::int64_t half) {
    const std::int64_t first = std::int64_t{blockIdx.x} * block_threads + threadIdx.x;
    const std::int64_t second = first + half;
    const uint4* __restrict__ from = reinterpret_cast<const uint4*>(args.in + shares.head);
    uint4* __restrict__ to = reinterpret_cast<uint4*>(args.out + shares.head);
    if (first < half) {
        const bool both = second < shares.vectors; // true for all but one thread
        const uint4 a = __ldg(from + first);
        const uint4 b = both ? __ldg(from + second) : uint4{};
        to[first] = adjusted_vector(a, args.gain, args.offset);
        if (both) to[second] = adjusted_vector(b, args.gain, args.offset);
    }
    if (blockIdx.x == 0 && threadIdx.x < 32) { // heads and tails are at most 15 bytes each
        const std::int64_t at =
            threadIdx.x < 16 ? threadIdx.x : shares.head + 16 * shares.vectors + threadIdx.x - 16;
        if (at < (threadIdx.x < 16 ? shares.head : args.count))
            args.out[at] = adjusted(args.in[at], args.gain, args.offset);
    }
}

/// For images whose alignments differ.
__global__ void adjust_bytes(AdjustArgs args) {
    const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < args.count) args.out[i] = adjusted(args.in[i], args.gain, args.offset);
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const Shares shares = share_out(args);
    const std::int64_t half = (shares.vectors + 1) / 2;
    if (shares.vectors > 0)
        adjust_vectors<<<groups_of(block_threads, half), block_threads>>>(args, shares, half);
    else
        adjust_bytes<<<groups_of(block_threads, args.count), block_threads>>>(args);
    CUDA_CHECK_LAUNCH();
}
