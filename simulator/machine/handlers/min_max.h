#pragma once

/// @file
/// Minimum and maximum of two floating-point numbers.

#include "machine/handlers/float_rules.h"

namespace simulator {

/// Result for two NaNs: the canonical NaN in single precision, the quieted second operand in double
/// precision.
inline float nan_result(float) { return canonical_nan; }
/// Result for two NaNs in double precision: the second operand, quieted.
inline double nan_result(double b) {
    constexpr std::uint64_t quiet = 0x0008'0000'0000'0000;
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(b) | quiet);
}

/// Returns either of two equal numbers; of zeros, the negative one is the smaller.
template <bool largest, class T> T equal_result(T a, T b) {
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    const auto x = std::bit_cast<Bits>(a);
    const auto y = std::bit_cast<Bits>(b);
    return std::bit_cast<T>(largest ? x & y : x | y);
}

/// Returns the smaller or larger operand. A number wins over a NaN, unless NaNs are propagated.
template <bool largest, bool pass_nan, class T> T min_or_max(T a, T b) {
    T result = (largest ? a > b : a < b) ? a : b;
    result = a == b ? equal_result<largest>(a, b) : result;
    result = b != b ? a : result;
    const bool nan = pass_nan ? a != a || b != b : result != result;
    return nan ? nan_result(b) : result;
}

} // namespace simulator
