#pragma once

/// @file
/// What whole-number instructions need of C++'s integers: types without signs and of twice the width.

#include <cstdint>
#include <limits>
#include <type_traits>

namespace simulator {

/// Of 128 bits, which standard C++ does not have.
__extension__ using Int128 = __int128;
/// The same without a sign.
__extension__ using Uint128 = unsigned __int128;

/// How many bits T has.
template <class T> inline constexpr unsigned width = 8 * sizeof(T);

/// The type that wraps around: sums and products of signed types would overflow, which C++ leaves undefined.
template <class T> using Unsigned = std::make_unsigned_t<T>;

/// The type with twice the bits of T, as `type`.
template <class T> struct TwiceAsWide;
/// @cond
template <> struct TwiceAsWide<std::uint16_t> { using type = std::uint32_t; };
template <> struct TwiceAsWide<std::int16_t> { using type = std::int32_t; };
template <> struct TwiceAsWide<std::uint32_t> { using type = std::uint64_t; };
template <> struct TwiceAsWide<std::int32_t> { using type = std::int64_t; };
template <> struct TwiceAsWide<std::uint64_t> { using type = Uint128; };
template <> struct TwiceAsWide<std::int64_t> { using type = Int128; };
/// @endcond
/// The type that holds any product of two T.
template <class T> using Twice = typename TwiceAsWide<T>::type;

/// The lower half of a product.
template <class T> T low_product(T a, T b) {
    // Not Unsigned<T>: C++ multiplies 16-bit numbers as ints, which may overflow.
    using U = std::common_type_t<Unsigned<T>, std::uint32_t>;
    return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
}

/// The whole product.
template <class T> Twice<T> wide_product(T a, T b) {
    return static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b);
}

/// The upper half of a product.
template <class T> T high_product(T a, T b) { return static_cast<T>(wide_product(a, b) >> width<T>); }

/// `a + b` without the overflow.
template <class T> T wrapping_sum(T a, T b) {
    return static_cast<T>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b));
}

/// `a - b` without the overflow.
template <class T> T wrapping_difference(T a, T b) {
    return static_cast<T>(static_cast<Unsigned<T>>(a) - static_cast<Unsigned<T>>(b));
}

/// @p value, or the end of T's range that it is beyond.
template <class T, class Wide> T clamped(Wide value) {
    constexpr auto lowest = static_cast<Wide>(std::numeric_limits<T>::min());
    constexpr auto highest = static_cast<Wide>(std::numeric_limits<T>::max());
    return static_cast<T>(value < lowest ? lowest : value > highest ? highest : value);
}

} // namespace simulator
