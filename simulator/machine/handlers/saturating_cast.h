#pragma once

/// @file
/// Saturating conversion of integral floating-point numbers to integers.

#include "machine/handlers/integer_types.h"

namespace simulator {

/// Returns the conversion of a NaN: 0 if both types have at most 32 bits, else only the highest bit set.
template <class To, class From> constexpr To nan_as_integer() {
    if (sizeof(From) < 8 && sizeof(To) < 8) return 0;
    return static_cast<To>(Unsigned<To>{1} << (width<To> - 1));
}

/// Converts @p value, which is integral, to To, clamped to the range of To. NaN: see nan_as_integer().
template <class To, class From> To saturating_cast(From value) {
    using Limits = std::numeric_limits<To>;
    // 2 to the power of the digits: one more than the largest To, which From may not be able to represent.
    constexpr From end = 2 * static_cast<From>(std::uint64_t{1} << (Limits::digits - 1));
    constexpr auto lowest = static_cast<From>(Limits::min());
    const bool fits = value >= lowest && value < end;
    // Converts in any case, so that the selection becomes a blend; 0 replaces values whose conversion C++
    // leaves undefined.
    To result = static_cast<To>(fits ? value : From{0});
    result = value >= end ? Limits::max() : result;
    result = value < lowest ? Limits::min() : result;
    return value != value ? nan_as_integer<To, From>() : result;
}

/// Function object for saturating_cast().
template <class To> struct SaturatingCast {
    /// Converts numbers of single and double precision.
    template <class From> To operator()(From value) const { return saturating_cast<To>(value); }
};

} // namespace simulator
