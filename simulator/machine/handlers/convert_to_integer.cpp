#include "machine/handlers/convert.h"
#include "machine/handlers/float_rules.h"
#include "machine/handlers/whole.h"

// cvt: floating-point numbers to whole numbers. What is out of range becomes the end of the range.

namespace simulator {

namespace {

/// What a NaN becomes: 0 where both types have at most 32 bits, else the highest bit.
template <class To, class From> constexpr To of_nan() {
    if (sizeof(From) < 8 && sizeof(To) < 8) return 0;
    return static_cast<To>(Unsigned<To>{1} << (width<To> - 1));
}

/// @p value, which is integral, as a To.
template <class To, class From> To in_range(From value) {
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
    return value != value ? of_nan<To, From>() : result;
}

template <class To, class From, class Round> Handlers rounded(const Decoding& decoding) {
    return with_flag(decoding.has(ptx::Word::ftz), []<bool ftz>() {
        return elementwise<To, From>([](From a) { return in_range<To>(Round{}(flushed<ftz>(a))); });
    });
}

template <class To, class From> Handlers to_integer(const Decoding& decoding) {
    using enum ptx::Word;
    if (decoding.has(rni)) return rounded<To, From, ToNearest>(decoding);
    if (decoding.has(rmi)) return rounded<To, From, Down>(decoding);
    if (decoding.has(rpi)) return rounded<To, From, Up>(decoding);
    return rounded<To, From, TowardZero>(decoding);
}

} // namespace

Handlers select_float_to_integer(const Decoding& decoding) {
    const bool from_double = decoding.type(1) == ptx::Word::f64;
    return for_integer(decoding.type(0), [&]<class To>() {
        return from_double ? to_integer<To, double>(decoding) : to_integer<To, float>(decoding);
    });
}

} // namespace simulator
