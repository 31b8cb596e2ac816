#pragma once

/// @file
/// Integral floating-point numbers as whole numbers: what is out of range becomes the end of the range.

#include "machine/handlers/integer_types.h"

namespace simulator {

/// What a NaN becomes: 0 where both types have at most 32 bits, else the highest bit.
template <class To, class From> constexpr To nan_as_integer() {
    if (sizeof(From) < 8 && sizeof(To) < 8) return 0;
    return static_cast<To>(Unsigned<To>{1} << (width<To> - 1));
}

/// @p value, which is integral, as a To.
template <class To, class From> To saturating_cast(From value) {
    using Limits = std::numeric_limits<To>;
    // 2 to the power of the digits: the largest To is one less, which a From may not hold.
    constexpr From end = 2 * static_cast<From>(std::uint64_t{1} << (Limits::digits - 1));
    constexpr auto lowest = static_cast<From>(Limits::min());
    const bool fits = value >= lowest && value < end;
    // Converted whether it fits or not, so that the choice is a blend; 0 stands in for what C++ leaves
    // undefined.
    To result = static_cast<To>(fits ? value : From{0});
    result = value >= end ? Limits::max() : result;
    result = value < lowest ? Limits::min() : result;
    return value != value ? nan_as_integer<To, From>() : result;
}

/// The same as a function of a type.
template <class To> struct SaturatingCast {
    /// For numbers in single and double precision.
    template <class From> To operator()(From value) const { return saturating_cast<To>(value); }
};

} // namespace simulator
