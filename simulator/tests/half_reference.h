#pragma once

/// @file
/// Reference implementation of half precision, to check the results of the simulator and of GPUs. It finds
/// a result by binary search among all numbers of the format, around an exact value; it does not round
/// bits.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace half_reference {

/// f16 or bf16.
struct Format {
    int fraction_bits;
    int smallest_exponent; ///< exponent of the smallest normal number
    std::uint16_t infinity;

    /// Returns the bits of 1.
    std::uint16_t one() const { return static_cast<std::uint16_t>((1 - smallest_exponent) << fraction_bits); }
};
inline constexpr Format f16 = {10, -14, 0x7c00};
inline constexpr Format bf16 = {7, -126, 0x7f80};

inline constexpr std::uint16_t the_nan = 0x7fff;

inline bool is_nan(const Format& format, std::uint16_t bits) { return (bits & 0x7fff) > format.infinity; }
inline bool is_subnormal(const Format& format, std::uint16_t bits) {
    return (bits & 0x7fff) < 1 << format.fraction_bits && (bits & 0x7fff) != 0;
}

/// Returns the value of @p bits. With @p end, infinity counts as the power of two after the largest number.
inline double value_of(const Format& format, std::uint16_t bits, bool end = false) {
    const int magnitude = bits & 0x7fff;
    const int exponent = magnitude >> format.fraction_bits;
    const int fraction = magnitude & ((1 << format.fraction_bits) - 1);
    double value = exponent == 0 ? std::ldexp(fraction, format.smallest_exponent - format.fraction_bits)
                                 : std::ldexp(fraction + (1 << format.fraction_bits),
                                              format.smallest_exponent + exponent - 1 - format.fraction_bits);
    if (magnitude == format.infinity && !end) value = INFINITY;
    if (magnitude > format.infinity) value = NAN;
    return (bits & 0x8000) != 0 ? -value : value;
}

/// An unevaluated sum: the nearest double, and the rounding error.
struct Exact {
    double high;
    double low = 0;
};

inline Exact exact_sum(double a, double b) {
    const double high = a + b;
    if (!std::isfinite(high)) return {high};
    const double part = high - a;
    return {high, (a - (high - part)) + (b - part)};
}

/// Returns a number less than 0, equal to 0, or greater than 0, as @p value compares with @p other.
inline int compare(const Exact& value, double other) {
    if (value.high != other) return value.high < other ? -1 : 1;
    return value.low < 0 ? -1 : value.low > 0 ? 1 : 0;
}

enum class Rounding { nearest, zero, down, up };

/// Returns the bits of @p value rounded to the format.
inline std::uint16_t rounded(const Format& format, Exact value, Rounding rounding = Rounding::nearest) {
    if (std::isnan(value.high)) return the_nan;
    const bool negative = std::signbit(value.high);
    const auto with_sign = [negative](std::size_t bits) {
        return static_cast<std::uint16_t>(bits | (negative ? 0x8000U : 0U));
    };
    if (std::isinf(value.high)) return with_sign(format.infinity);
    if (negative) value = {-value.high, -value.low};
    // Binary search for the largest number that is not above the value; the bits of positive numbers are in
    // numerical order.
    std::size_t below = 0;
    std::size_t end = format.infinity;
    while (end - below > 1) {
        const std::size_t middle = (below + end) / 2;
        (compare(value, value_of(format, static_cast<std::uint16_t>(middle))) >= 0 ? below : end) = middle;
    }
    const double lower = value_of(format, static_cast<std::uint16_t>(below));
    if (compare(value, lower) == 0) return with_sign(below);
    const double upper = value_of(format, static_cast<std::uint16_t>(below + 1), true);
    const int side = compare(value, (lower + upper) / 2);
    bool up = side > 0 || (side == 0 && below % 2 == 1);
    if (rounding != Rounding::nearest)
        up = rounding == Rounding::up ? !negative : rounding == Rounding::down ? negative : false;
    return with_sign(up ? below + 1 : below);
}

/// Flushes a subnormal number to a zero of the same sign.
inline std::uint16_t flushed(const Format& format, std::uint16_t bits) {
    return is_subnormal(format, bits) ? static_cast<std::uint16_t>(bits & 0x8000) : bits;
}

/// Clamps to the range from 0 to 1; NaN becomes 0.
inline std::uint16_t saturated(const Format& format, std::uint16_t bits) {
    if (is_nan(format, bits) || (bits & 0x8000) != 0) return 0;
    return bits > format.one() ? format.one() : bits;
}

/// Clamps negative numbers to 0.
inline std::uint16_t positive(const Format& format, std::uint16_t bits) {
    if (is_nan(format, bits)) return the_nan;
    return (bits & 0x8000) != 0 ? 0 : bits;
}

inline std::uint16_t sum(const Format& format, std::uint16_t a, std::uint16_t b) {
    return rounded(format, exact_sum(value_of(format, a), value_of(format, b)));
}
inline std::uint16_t difference(const Format& format, std::uint16_t a, std::uint16_t b) {
    return rounded(format, exact_sum(value_of(format, a), -value_of(format, b)));
}
/// Exact before the rounding: a double can represent the product of any two numbers.
inline std::uint16_t product(const Format& format, std::uint16_t a, std::uint16_t b) {
    return rounded(format, {value_of(format, a) * value_of(format, b)});
}
inline std::uint16_t fused(const Format& format, std::uint16_t a, std::uint16_t b, std::uint16_t c) {
    return rounded(format, exact_sum(value_of(format, a) * value_of(format, b), value_of(format, c)));
}

/// Returns the smaller or larger number; a number wins over a NaN unless @p pass_nan.
inline std::uint16_t chosen(const Format& format, std::uint16_t a, std::uint16_t b, bool largest,
                            bool pass_nan) {
    const bool nan_a = is_nan(format, a);
    const bool nan_b = is_nan(format, b);
    if ((nan_a && nan_b) || (pass_nan && (nan_a || nan_b))) return the_nan;
    if (nan_a || nan_b) return nan_a ? b : a;
    const double x = value_of(format, a);
    const double y = value_of(format, b);
    if (x == y) return std::signbit(x) == largest ? b : a;
    return (x < y) == largest ? b : a;
}

/// Returns edge cases of arithmetic, of both signs: the ends of the range, their neighbours and those of 1,
/// few and many set bits, infinities and NaNs, and some random bits.
inline std::vector<std::uint16_t> edges(const Format& format) {
    std::vector<std::uint16_t> list;
    const int unit = 1 << format.fraction_bits;
    const int one = format.one();
    for (const int bits : {0,
                           1,
                           2,
                           3,
                           unit / 2,
                           unit - 1,
                           unit,
                           unit + 1,
                           2 * unit - 1,
                           2 * unit,
                           one / 2,
                           one - unit,
                           one - 2,
                           one - 1,
                           one,
                           one + 1,
                           one + 2,
                           one + unit / 2,
                           one + unit - 1,
                           one + unit,
                           one + 5 * unit,
                           one + (format.fraction_bits + 1) * unit,
                           format.infinity - unit,
                           format.infinity - 2,
                           format.infinity - 1,
                           static_cast<int>(format.infinity)}) {
        list.push_back(static_cast<std::uint16_t>(bits));
        list.push_back(static_cast<std::uint16_t>(bits | 0x8000));
    }
    list.push_back(0x7fff);
    list.push_back(static_cast<std::uint16_t>(0x8000 | (format.infinity + 1)));
    std::uint32_t random = 20;
    while (list.size() < 64) {
        random = random * 1664525 + 1013904223;
        list.push_back(static_cast<std::uint16_t>(random >> 16));
    }
    return list;
}

} // namespace half_reference
