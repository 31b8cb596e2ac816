#pragma once

/// @file
/// Lab 11's inputs: an endless sequence of numbers, some of them below the bound, and its changes by a key.

#include <bit>
#include <cstdint>
#include <string>

#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"

namespace kernelsmith::lab11 {

/// Distance of two windows in the endless input sequence, in elements.
constexpr std::uint64_t window_step = 64;

/// Which elements are kept: the case's size "kind".
enum class Kind : std::int64_t { anywhere, first, every_second, stretches };

/// Length of the ranges of Kind::stretches: all elements of a range are kept, or none.
constexpr std::uint64_t stretch = 5000;

/// Bits that a key may change. In each element, the low bits of the mantissa: they move no element across the bound, because
/// the bound has zeros there. In the first element of each 32 bytes, also the lowest bit of the exponent, which doubles or
/// halves it. One in 32 of these swings: it is below the bound, or not. So each kept element has another value in each call,
/// and all kept elements after a swinging one have another output index.
constexpr std::uint64_t low_bits_of_two = low_mantissa_bits << 32 | low_mantissa_bits;
constexpr Salt salt = {{low_bits_of_two | 1U << 23, low_bits_of_two, low_bits_of_two, low_bits_of_two}};
constexpr std::uint64_t swing_step = 256; // elements of the endless sequence
constexpr std::size_t in_buffer = 0;

/// The bound, unless none or all of the elements are kept.
constexpr float bound_inside = 1;

/// The bound of a case: below all elements if none is kept, and above all if all are kept.
inline float bound_of(const Sizes& sizes) {
    if (sizes.at("share") == 0) return -1;
    return sizes.at("share") == 1000 ? 16 : bound_inside;
}

inline std::string share_in_words(std::int64_t share) {
    if (share == 0) return "none kept";
    if (share == 1000) return "all kept";
    if (share == 500) return "half kept";
    return format_thousandths(100 * share) + " % kept";
}

/// The endless sequence of a draw, without a salt.
class InputSequence {
public:
    explicit InputSequence(const Draw& draw)
        : seed_(draw.seed), kind_(static_cast<Kind>(draw.size("kind"))),
          share_(share_below(draw.size("share"))),
          first_(static_cast<std::uint64_t>(draw.size("count")) * share_ / 1000) {}

    /// Element @p index: below 0.5 if a bound of 1 keeps it; above 2, or exactly 1, if not; 0.5 to 2 if it
    /// swings.
    [[nodiscard]] float element(std::uint64_t index) const {
        const std::uint64_t bits = random_bits(seed_, index);
        const auto one_to_two = std::bit_cast<float>(static_cast<std::uint32_t>(0x3f800000U | bits >> 41));
        const bool coin = (bits >> 40 & 1) != 0;
        if (index % swing_step == 0) return coin ? one_to_two : one_to_two / 2;
        if (below(index, bits)) return coin ? one_to_two / 4 : -one_to_two / 4;
        if (index % 8 == 5 && (bits >> 32 & 15) == 0) return bound_inside;
        return 2 * one_to_two;
    }

private:
    /// If none or all are kept, only the bound differs: the sequence is that of a share of one half.
    static std::uint64_t share_below(std::int64_t share) {
        return share == 0 || share == 1000 ? 500 : static_cast<std::uint64_t>(share);
    }

    [[nodiscard]] bool below(std::uint64_t index, std::uint64_t bits) const {
        switch (kind_) {
            case Kind::first: return index < first_;
            case Kind::every_second: return index % 2 != 0;
            case Kind::stretches: return chance(random_bits(~seed_, index / stretch));
            default: return chance(bits);
        }
    }

    [[nodiscard]] bool chance(std::uint64_t bits) const { return (bits & 0xffffff) * 1000 >> 24 < share_; }

    std::uint64_t seed_;
    Kind kind_;
    std::uint64_t share_; // in thousandths
    std::uint64_t first_; // number of kept elements of Kind::first
};

} // namespace kernelsmith::lab11
