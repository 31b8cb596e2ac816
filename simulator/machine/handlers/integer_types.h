#pragma once

/// @file
/// C++ integer types for integer instructions: unsigned, and of twice the width.

#include <cstdint>
#include <limits>
#include <type_traits>

namespace simulator {

/// A signed 128-bit integer, which standard C++ does not have.
__extension__ using Int128 = __int128;
/// An unsigned 128-bit integer.
__extension__ using Uint128 = unsigned __int128;

/// Width of T in bits.
template <class T> inline constexpr unsigned width = 8 * sizeof(T);

/// The unsigned type of the same width, which wraps around: signed overflow is undefined in C++.
template <class T> using Unsigned = std::make_unsigned_t<T>;

/// Trait with the integer type of twice the width of T, as `type`.
template <class T> struct TwiceAsWide;
/// @cond
template <> struct TwiceAsWide<std::uint16_t> { using type = std::uint32_t; };
template <> struct TwiceAsWide<std::int16_t> { using type = std::int32_t; };
template <> struct TwiceAsWide<std::uint32_t> { using type = std::uint64_t; };
template <> struct TwiceAsWide<std::int32_t> { using type = std::int64_t; };
template <> struct TwiceAsWide<std::uint64_t> { using type = Uint128; };
template <> struct TwiceAsWide<std::int64_t> { using type = Int128; };
/// @endcond
/// The type of twice the width, which holds any product of two T.
template <class T> using Twice = typename TwiceAsWide<T>::type;

/// Returns the lower half of a product.
template <class T> T low_product(T a, T b) {
    // Not Unsigned<T>: C++ promotes 16-bit values to int, whose product may overflow.
    using U = std::common_type_t<Unsigned<T>, std::uint32_t>;
    return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
}

/// Returns the full product.
template <class T> Twice<T> wide_product(T a, T b) {
    return static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b);
}

/// Returns the upper half of a product.
template <class T> T high_product(T a, T b) { return static_cast<T>(wide_product(a, b) >> width<T>); }

/// Returns `a + b`, wrapped to the width of T.
template <class T> T wrapping_sum(T a, T b) {
    return static_cast<T>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b));
}

/// Returns `a - b`, wrapped to the width of T.
template <class T> T wrapping_difference(T a, T b) {
    return static_cast<T>(static_cast<Unsigned<T>>(a) - static_cast<Unsigned<T>>(b));
}

/// Clamps @p value to T's range.
template <class T, class Wide> T clamped(Wide value) {
    constexpr auto lowest = static_cast<Wide>(std::numeric_limits<T>::min());
    constexpr auto highest = static_cast<Wide>(std::numeric_limits<T>::max());
    return static_cast<T>(value < lowest ? lowest : value > highest ? highest : value);
}

} // namespace simulator
