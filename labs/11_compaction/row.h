#pragma once

/// @file
/// Lab 11's inputs: an endless row of numbers, some of them below the bound, and how it changes with a key.

#include <bit>
#include <cstdint>
#include <string>

#include "kernelsmith/problem.h"
#include "kernelsmith/random.h"

namespace kernelsmith::lab11 {

/// A window starts so many elements further into the endless row.
constexpr std::uint64_t window_step = 64;

/// Which elements are kept, the size "kind".
enum class Kind : std::int64_t { anywhere, first, every_second, stretches };

/// So many elements one after the other are all kept, or none of them.
constexpr std::uint64_t stretch = 5000;

/// What may change with a key: of each element the low bits of the mantissa, which take nothing to the other side of the
/// bound, as the bound has zeros there. And of the first element in 32 bytes the lowest bit of the exponent, which makes it
/// twice or half as large. Of these one in 32 swings: it is below the bound, or not. So each kept element is another one in
/// each call, and behind a swinging one it stands in another place.
constexpr std::uint64_t low_bits_of_two = low_mantissa_bits << 32 | low_mantissa_bits;
constexpr Salt salt = {{low_bits_of_two | 1U << 23, low_bits_of_two, low_bits_of_two, low_bits_of_two}};
constexpr std::uint64_t swing_step = 256; // elements, in the endless row
constexpr std::size_t in_buffer = 0;

/// The bound where a share of the elements is below it.
constexpr float bound_inside = 1;

/// Where none is kept it is below all elements, and where all are kept above them.
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

/// The endless row of a draw, without a salt.
class Row {
public:
    explicit Row(const Draw& draw)
        : seed_(draw.seed), kind_(static_cast<Kind>(draw.size("kind"))),
          share_(share_below(draw.size("share"))),
          first_(static_cast<std::uint64_t>(draw.size("count")) * share_ / 1000) {}

    /// Element @p index. Below 0.5 where it is kept by a bound of 1, above 2 or 1 itself where it is not, and anywhere
    /// from 0.5 to 2 where it swings.
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
    /// Where none or all are kept, it is the bound that does it: the row is as where half are.
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
    std::uint64_t first_; // so many are kept, where these come first
};

} // namespace kernelsmith::lab11
