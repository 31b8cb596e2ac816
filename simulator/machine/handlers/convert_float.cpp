#include "machine/handlers/convert.h"
#include "machine/handlers/float_rules.h"
#include "machine/handlers/two_stage_conversion.h"

// cvt: conversions to floating point.

namespace simulator {

namespace {

/// A 32-bit or 64-bit integer type that holds all values of From.
template <class From> using Number =
    std::conditional_t<sizeof(From) == 8, From,
                       std::conditional_t<std::is_same_v<From, std::uint32_t>, std::uint32_t, std::int32_t>>;
template <class From> struct AsNumber {
    Number<From> operator()(From a) const { return static_cast<Number<From>>(a); }
};
template <class To, bool sat> struct ToFloat {
    template <class From> To operator()(From a) const {
        const auto result = static_cast<To>(a);
        return sat ? saturated(result) : result;
    }
};

template <class To, class From> Handlers from_integer(const Decoding& decoding) {
    return with_rounding(decoding, [&]<int rounding>() {
        return with_flag(decoding.has(ptx::Word::sat), []<bool sat>() {
            return two_stage_conversion<To, Number<From>, From, AsNumber<From>, ToFloat<To, sat>,
                                        FloatMode<rounding, false>>();
        });
    });
}

/// To single precision. The unrounded operand determines whether the result is flushed.
Handlers double_to_float(const Decoding& decoding) {
    return with_rounding(decoding, [&]<int rounding>() {
        return with_flag(decoding.has(ptx::Word::ftz), [&]<bool ftz>() {
            return with_flag(decoding.has(ptx::Word::sat), []<bool sat>() {
                return compact_elementwise_within<FloatMode<rounding, false>, float, double>([](double a) {
                    const bool flush =
                        ftz && std::fabs(a) < static_cast<double>(std::numeric_limits<float>::min());
                    const auto result = static_cast<float>(flush ? std::copysign(0.0, a) : a);
                    return sat ? saturated(result) : result;
                });
            });
        });
    });
}

Handlers float_to_double(const Decoding& decoding) {
    return with_flag(decoding.has(ptx::Word::ftz), [&]<bool ftz>() {
        return with_flag(decoding.has(ptx::Word::sat), []<bool sat>() {
            return elementwise<double, float>([](float a) {
                // A GPU flushes by a multiplication, which returns the canonical NaN.
                const auto result = static_cast<double>(ftz ? canonical(without_subnormal(a)) : a);
                return sat ? saturated(result) : result;
            });
        });
    });
}

/// No rounding: for a conversion to the same type that only flushes or saturates.
struct Same {
    template <class T> T operator()(T a) const { return a; }
};

/// Rounds, and returns the canonical NaN, as rounding instructions do.
template <class Round> struct Rounded {
    template <class T> T operator()(T a) const { return canonical(Round{}(a)); }
};

template <class T, class Round> Handlers same_type(const Decoding& decoding) {
    return with_flag(decoding.has(ptx::Word::ftz), [&]<bool ftz>() {
        return with_flag(decoding.has(ptx::Word::sat), []<bool sat>() {
            return compact_elementwise<T, T>([](T a) {
                const T result = Round{}(ftz ? canonical(flushed<ftz>(a)) : a);
                return sat ? saturated(result) : result;
            });
        });
    });
}

template <class T> Handlers same_type(const Decoding& decoding) {
    using enum ptx::Word;
    if (decoding.has(rni)) return same_type<T, Rounded<ToNearest>>(decoding);
    if (decoding.has(rzi)) return same_type<T, Rounded<TowardZero>>(decoding);
    if (decoding.has(rmi)) return same_type<T, Rounded<Down>>(decoding);
    if (decoding.has(rpi)) return same_type<T, Rounded<Up>>(decoding);
    return same_type<T, Same>(decoding);
}

} // namespace

Handlers select_integer_to_float(const Decoding& decoding) {
    const bool to_double = decoding.type(0) == ptx::Word::f64;
    return for_integer(decoding.type(1), [&]<class From>() {
        return to_double ? from_integer<double, From>(decoding) : from_integer<float, From>(decoding);
    });
}

Handlers select_float_to_float(const Decoding& decoding) {
    const bool to_double = decoding.type(0) == ptx::Word::f64;
    const bool from_double = decoding.type(1) == ptx::Word::f64;
    if (to_double != from_double) return to_double ? float_to_double(decoding) : double_to_float(decoding);
    return to_double ? same_type<double>(decoding) : same_type<float>(decoding);
}

} // namespace simulator
