#include "machine/handlers/convert.h"
#include "machine/handlers/float_rules.h"
#include "machine/handlers/saturating_cast.h"
#include "machine/handlers/two_stage_conversion.h"

// cvt: floating point to integer. Values out of range are clamped to the range.

namespace simulator {

namespace {

template <class Round, bool ftz> struct RoundFlushed {
    template <class From> From operator()(From a) const { return Round{}(flushed<ftz>(a)); }
};

template <class To, class From, class Round> Handlers rounded(const Decoding& decoding) {
    return with_flag(decoding.has(ptx::Word::ftz), []<bool ftz>() {
        return two_stage_conversion<To, From, From, RoundFlushed<Round, ftz>, SaturatingCast<To>>();
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
