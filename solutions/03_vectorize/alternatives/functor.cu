// Lab 03 with a functor: a template kernel moves vectors and single bytes, and requires of the formula only that it
// adjusts a word or a byte. Choose it if images are processed with many formulas: heads, tails and alignment
// are then written once.

#include <algorithm>
#include <concepts>

#include "kernelsmith/check.h"
#include "lab.h"

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

/// A function of four bytes in a word, and of a single byte.
template <typename T>
concept Operation = requires(const T operation, std::uint32_t word, std::uint8_t byte) {
    { operation(word) } -> std::same_as<std::uint32_t>;
    { operation(byte) } -> std::same_as<std::uint8_t>;
};

/// The formula of this lab.
struct Adjusted {
    float gain;
    float offset;

    __device__ std::uint32_t operator()(std::uint32_t word) const {
        std::uint32_t result = 0;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const float value = fmaf(gain, static_cast<float>(word >> 8 * i & 255), offset);
            result |= min(__float2uint_rn(value), 255u) << 8 * i; // negative values become 0
        }
        return result;
    }
    __device__ std::uint8_t operator()(std::uint8_t byte) const { return adjusted(byte, gain, offset); }
};

template <Operation Op> __global__ void apply(const std::uint8_t* in, std::uint8_t* out, std::int64_t count,
                                              Shares shares, Op operation) {
    const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (thread < shares.vectors) {
        const uint4 v = reinterpret_cast<const uint4*>(in + shares.head)[thread];
        reinterpret_cast<uint4*>(out + shares.head)[thread] =
            make_uint4(operation(v.x), operation(v.y), operation(v.z), operation(v.w));
    } else {
        const std::int64_t single = thread - shares.vectors;
        const std::int64_t i = single < shares.head ? single : single + 16 * shares.vectors;
        if (i < count) out[i] = operation(in[i]);
    }
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const Shares shares = share_out(args);
    const std::int64_t singles = args.count - 16 * shares.vectors;
    constexpr int block = 128; // threads
    const Adjusted operation = {args.gain, args.offset};
    apply<<<groups_of(block, shares.vectors + singles), block>>>(args.in, args.out, args.count, shares,
                                                                 operation);
    CUDA_CHECK_LAUNCH();
}
