#pragma once

/// @file
/// Half precision: the formats, and conversions to them and from them.
///
/// Arithmetic converts its operands to a wider type, computes exactly there or rounds to odd, and rounds once
/// to the result. Float represents every number of both formats.
///
/// All functions must be inlined everywhere; otherwise loops over lanes are not vectorized.

#include <concepts>

#include "machine/handlers/float_rules.h"

namespace simulator {

/// The format f16 of PTX: 5 bits of exponent, 10 of fraction.
struct F16 {
    /// Wider type that holds products without rounding; see sum_to_odd() for sums.
    using Wide = float;
    static constexpr int fraction_bits = 10;          ///< without the leading one
    static constexpr int smallest_exponent = -14;     ///< exponent of the smallest normal number
    static constexpr std::uint32_t infinity = 0x7c00; ///< bits of infinity
    static constexpr std::uint32_t one = 0x3c00;      ///< bits of 1.0
};

/// The format bf16 of PTX: the upper half of a float.
struct BF16 {
    /// Wider type: products of two bf16 exceed the range of float.
    using Wide = double;
    static constexpr int fraction_bits = 7;           ///< without the leading one
    static constexpr int smallest_exponent = -126;    ///< exponent of the smallest normal number
    static constexpr std::uint32_t infinity = 0x7f80; ///< bits of infinity
    static constexpr std::uint32_t one = 0x3f80;      ///< bits of 1.0
};

/// Canonical NaN of half-precision arithmetic, in both formats.
inline constexpr std::uint16_t half_nan = 0x7fff;

/// Converts the number with these bits to float. A NaN of f16 becomes the canonical NaN of float; a NaN of
/// bf16 keeps its bits.
template <class Format> [[gnu::always_inline]] inline float widened(std::uint16_t bits) {
    if constexpr (std::is_same_v<Format, BF16>) return std::bit_cast<float>(std::uint32_t{bits} << 16);
    const std::uint32_t sign = std::uint32_t{bits} << 16 & 0x8000'0000;
    const std::uint32_t magnitude = bits & 0x7fffU;
    // As a float, the bits have the same meaning except for the exponent's bias. The product is exact, and
    // normalizes subnormal numbers.
    const float number = std::bit_cast<float>(magnitude << 13) * 0x1p112F;
    std::uint32_t result = magnitude >= Format::infinity ? 0x7f80'0000 : std::bit_cast<std::uint32_t>(number);
    result |= sign;
    result = magnitude > Format::infinity ? 0x7fff'ffff : result;
    return std::bit_cast<float>(result);
}

/// Encoding of float and double.
template <class T> struct WideFormat {
    /// An unsigned integer of the same size.
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    static constexpr int fraction_bits = std::numeric_limits<T>::digits - 1; ///< without the leading one
    static constexpr int bias = std::numeric_limits<T>::max_exponent - 1;    ///< exponent bias
    static constexpr Bits one = Bits{1} << fraction_bits;                    ///< the implicit leading one
    static constexpr Bits infinity = Bits{2 * bias + 1} << fraction_bits;    ///< bits of infinity
    static constexpr int sign_bit = 8 * sizeof(T) - 1;                       ///< position of the sign bit
};

/// Returns the result of an overflow: infinity, or the largest finite number if the rounding is toward zero.
template <class Format, int rounding> inline std::uint32_t beyond_range(bool negative) {
    const bool to_infinity = rounding == FE_TONEAREST || (rounding == FE_DOWNWARD && negative) ||
                             (rounding == FE_UPWARD && !negative);
    return to_infinity ? Format::infinity : Format::infinity - 1;
}

/// Returns the bits of @p value, a float or a double, rounded to half precision. Without branches, so that
/// loops over lanes are vectorized.
template <class Format, int rounding = FE_TONEAREST, class T>
[[gnu::always_inline]] inline std::uint16_t narrowed(T value) {
    using Wide = WideFormat<T>;
    using Bits = typename Wide::Bits;
    constexpr Bits smallest = Wide::bias + Format::smallest_exponent;
    const auto bits = std::bit_cast<Bits>(value);
    const bool negative = bits >> Wide::sign_bit != 0;
    const Bits magnitude = bits & ~(Bits{1} << Wide::sign_bit);
    const Bits field = magnitude >> Wide::fraction_bits;
    const Bits exponent = field == 0 ? 1 : field;
    const Bits significand = (magnitude & (Wide::one - 1)) | (field == 0 ? 0 : Wide::one);
    // Below the smallest normal number, more bits are lost. Past some point all are lost.
    const Bits result_exponent = exponent < smallest ? smallest : exponent;
    const Bits all_lost = Wide::fraction_bits + 2;
    Bits lost = Wide::fraction_bits - Format::fraction_bits + result_exponent - exponent;
    lost = lost > all_lost ? all_lost : lost;
    const Bits kept = significand >> lost;
    const Bits rest = significand & ((Bits{1} << lost) - 1);
    const Bits half = Bits{1} << (lost - 1);
    Bits up = 0;
    if constexpr (rounding == FE_TONEAREST) up = rest > half ? 1 : rest == half ? kept & 1 : 0;
    if constexpr (rounding == FE_DOWNWARD) up = negative && rest != 0 ? 1 : 0;
    if constexpr (rounding == FE_UPWARD) up = !negative && rest != 0 ? 1 : 0;
    // The leading one adds 1 to the exponent field, so a carry out of the fraction increments the exponent.
    Bits result = ((result_exponent - smallest) << Format::fraction_bits) + kept + up;
    result = result >= Format::infinity ? beyond_range<Format, rounding>(negative) : result;
    result = magnitude == Wide::infinity ? Format::infinity : result;
    result |= negative ? 0x8000 : 0;
    result = magnitude > Wide::infinity ? half_nan : result;
    return static_cast<std::uint16_t>(result);
}

/// Returns `a + b` rounded to odd: if the sum is inexact, the neighbor whose last bit is set.
///
/// That bit acts as a sticky bit for everything that was cut off. So rounding the result to a format that is
/// at least two bits shorter equals rounding the exact sum, in any direction. The rounding error is computed
/// by Knuth's two-sum. It is exact unless there is an overflow or a subnormal number in the wider type. The
/// operands are numbers of half precision or products of two: multiples of 2^-48 below 2^33 for f16 in float,
/// and of 2^-266 below 2^257 for bf16 in double.
template <class T> [[gnu::always_inline]] inline T sum_to_odd(T a, T b) {
    using Bits = typename WideFormat<T>::Bits;
    const T sum = a + b;
    const T of_b = sum - a;
    const T rest = (a - (sum - of_b)) + (b - of_b);
    const auto bits = std::bit_cast<Bits>(sum);
    // False for an exact sum, and for a NaN or infinite sum, where the rest is a NaN.
    const bool inexact = rest < 0 || rest > 0;
    const Bits neighbour = (rest > 0) == (sum > 0) ? bits + 1 : bits - 1;
    return std::bit_cast<T>(inexact && (bits & 1) == 0 ? neighbour : bits);
}

/// `make.operator()<Format, Lane>()` for a half-precision type; Lane holds the one or two numbers of a lane.
template <class Make> Handlers for_half(ptx::Word type, Make make) {
    switch (type) {
        case ptx::Word::f16: return make.template operator()<F16, std::uint16_t>();
        case ptx::Word::f16x2: return make.template operator()<F16, std::uint32_t>();
        case ptx::Word::bf16: return make.template operator()<BF16, std::uint16_t>();
        case ptx::Word::bf16x2: return make.template operator()<BF16, std::uint32_t>();
        default: return {};
    }
}

/// Applies F to the one or two numbers of a lane.
template <class F> struct EachHalf {
    /// Returns the result for one number.
    [[gnu::always_inline]] std::uint16_t operator()(std::same_as<std::uint16_t> auto... operands) const {
        return F{}(operands...);
    }
    /// Returns the results for a pair.
    [[gnu::always_inline]] std::uint32_t operator()(std::same_as<std::uint32_t> auto... pairs) const {
        const std::uint32_t low = F{}(static_cast<std::uint16_t>(pairs)...);
        const std::uint32_t high = F{}(static_cast<std::uint16_t>(pairs >> 16)...);
        return high << 16 | low;
    }
};

/// Returns @p bits, or with @p ftz a zero of the same sign for a subnormal number.
template <class Format, bool ftz>
[[gnu::always_inline]] inline std::uint16_t half_flushed(std::uint16_t bits) {
    const bool subnormal = (bits & 0x7fffU) < (1U << Format::fraction_bits);
    return static_cast<std::uint16_t>(ftz && subnormal ? bits & 0x8000U : bits);
}

} // namespace simulator
