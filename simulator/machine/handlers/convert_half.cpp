#include "machine/handlers/convert.h"
#include "machine/handlers/half.h"
#include "machine/handlers/saturating_cast.h"
#include "machine/handlers/two_stage_conversion.h"

// cvt: to half precision and from it.

namespace simulator {

namespace {

using ptx::Word;

/// `make.operator()<Format>()` for f16 or bf16.
template <class Make> Handlers for_format(Word type, Make make) {
    return type == Word::f16 ? make.template operator()<F16>() : make.template operator()<BF16>();
}

/// Converts an integer to double. Bits that a double cannot hold only matter for rounding: one sticky bit
/// represents them, far below those that half precision keeps.
template <class From> double as_double(From value) {
    if constexpr (sizeof(From) < 8) {
        return static_cast<double>(value);
    } else {
        constexpr Unsigned<From> dropped = 0x7ff;
        const bool negative = value < 0;
        const Unsigned<From> magnitude = negative ? 0 - Unsigned<From>(value) : Unsigned<From>(value);
        const Unsigned<From> marked = (magnitude & ~dropped) | ((magnitude & dropped) != 0 ? dropped + 1 : 0);
        const bool exact = magnitude >> 53 == 0;
        const auto result = static_cast<double>(exact ? magnitude : marked);
        return negative ? -result : result;
    }
}

/// With `.relu`, 0 for negative values; with `.satfinite`, the largest finite number for values beyond it.
template <class Format, bool relu, bool satfinite> float limited(float value) {
    const float largest = widened<Format>(static_cast<std::uint16_t>(Format::infinity - 1));
    if (relu) value = value <= 0 ? 0.0F : value;
    if (satfinite) value = std::fabs(value) > largest ? std::copysign(largest, value) : value;
    return value;
}

/// Converts a NaN of double precision: it keeps its sign and upper bits, and becomes quiet. A NaN of single
/// precision becomes the canonical NaN.
template <class Format> [[gnu::always_inline]] inline std::uint16_t passed_nan(double nan) {
    constexpr std::uint32_t quiet = Format::infinity | 1U << (Format::fraction_bits - 1);
    constexpr std::uint32_t payload = (1U << Format::fraction_bits) - 1;
    const auto bits = std::bit_cast<std::uint64_t>(nan);
    const auto upper = static_cast<std::uint32_t>(bits >> (52 - Format::fraction_bits)) & payload;
    return static_cast<std::uint16_t>((bits >> 48 & 0x8000U) | quiet | upper);
}

/// Converts to half precision.
template <class Format, int rounding, bool sat> struct IntoHalf {
    template <class From> std::uint16_t operator()(From value) const {
        const std::uint16_t result = narrowed<Format, rounding>(sat ? saturated(value) : value);
        if constexpr (std::is_same_v<From, double> && !sat)
            return value == value ? result : passed_nan<Format>(value);
        else
            return result;
    }
};

/// Handlers of `d = narrowed(Read(a))`, with the rounding of the suffixes. Only f16 can be saturated.
template <class Format, class Intermediate, class From, class Read>
Handlers into_half(const Decoding& decoding) {
    return with_rounding(decoding, [&]<int rounding>() {
        if constexpr (std::is_same_v<Format, F16>)
            if (decoding.has(Word::sat))
                return two_stage_conversion<std::uint16_t, Intermediate, From, Read,
                                            IntoHalf<Format, rounding, true>>();
        return two_stage_conversion<std::uint16_t, Intermediate, From, Read,
                                    IntoHalf<Format, rounding, false>>();
    });
}

template <bool ftz> struct Flush {
    float operator()(float a) const { return flushed<ftz>(a); }
};
template <class Format, bool relu, bool satfinite> struct Limit {
    float operator()(float a) const { return limited<Format, relu, satfinite>(a); }
};
template <class Format> struct Widen {
    float operator()(std::uint16_t a) const { return widened<Format>(a); }
};
template <class Format, class Round> struct WidenAndRound {
    float operator()(std::uint16_t a) const { return Round{}(widened<Format>(a)); }
};
template <class From> struct AsDouble {
    double operator()(From a) const { return as_double(a); }
};
template <> struct AsDouble<double> {
    double operator()(double a) const { return a; }
};

template <class Format> Handlers from_float(const Decoding& decoding) {
    return with_flag(decoding.has(Word::ftz),
                     [&]<bool ftz>() { return into_half<Format, float, float, Flush<ftz>>(decoding); });
}

template <class Format> Handlers to_half(const Decoding& decoding) {
    switch (decoding.type(1)) {
        case Word::f32: return from_float<Format>(decoding);
        case Word::f64: return into_half<Format, double, double, AsDouble<double>>(decoding);
        case Word::f16: return into_half<Format, float, std::uint16_t, Widen<F16>>(decoding);
        case Word::bf16: return into_half<Format, float, std::uint16_t, Widen<BF16>>(decoding);
        default:
            return for_integer(decoding.type(1), [&]<class From>() {
                return into_half<Format, double, From, AsDouble<From>>(decoding);
            });
    }
}

template <class Format> struct WidenFlushed {
    float operator()(std::uint16_t a) const { return canonical(without_subnormal(widened<Format>(a))); }
};
template <class To, bool sat> struct ToWide {
    To operator()(float a) const { return static_cast<To>(sat ? saturated(a) : a); }
};

template <class Format, class To> Handlers to_wide(const Decoding& decoding) {
    return with_flag(decoding.has(Word::sat), [&]<bool sat>() {
        return decoding.has(Word::ftz)
                   ? two_stage_conversion<To, float, std::uint16_t, WidenFlushed<Format>, ToWide<To, sat>>()
                   : two_stage_conversion<To, float, std::uint16_t, Widen<Format>, ToWide<To, sat>>();
    });
}

/// `make.operator()<Round>()` for the rounding to an integral value of the suffixes.
template <class Make> Handlers with_integral_rounding(const Decoding& decoding, Make make) {
    if (decoding.has(Word::rni)) return make.template operator()<ToNearest>();
    if (decoding.has(Word::rmi)) return make.template operator()<Down>();
    if (decoding.has(Word::rpi)) return make.template operator()<Up>();
    return make.template operator()<TowardZero>();
}

template <class Format> Handlers half_to_integer(const Decoding& decoding) {
    return with_integral_rounding(decoding, [&]<class Round>() {
        return for_integer(decoding.type(0), []<class To>() {
            return two_stage_conversion<To, float, std::uint16_t, WidenAndRound<Format, Round>,
                                        SaturatingCast<To>>();
        });
    });
}

/// To an integral value of the same format; without a rounding suffix the value is unchanged.
template <class Format> Handlers same_format(const Decoding& decoding) {
    const bool rounds = decoding.has(Word::rni) || decoding.has(Word::rzi) || decoding.has(Word::rmi) ||
                        decoding.has(Word::rpi);
    if (!rounds && !decoding.has(Word::sat))
        return compact_elementwise<std::uint16_t, std::uint16_t>([](std::uint16_t a) { return a; });
    return with_flag(decoding.has(Word::sat), [&]<bool sat>() {
        using Write = IntoHalf<Format, FE_TONEAREST, sat>;
        if (!rounds) return two_stage_conversion<std::uint16_t, float, std::uint16_t, Widen<Format>, Write>();
        return with_integral_rounding(decoding, []<class Round>() {
            return two_stage_conversion<std::uint16_t, float, std::uint16_t, WidenAndRound<Format, Round>,
                                        Write>();
        });
    });
}

/// `d = {b, a}`: the first operand becomes the upper half.
template <class Read, class Write> struct Pack {
    /// Implements Handlers::full.
    static const Op* full(Warp& warp, const Op* op, Mask) {
        alignas(32) float numbers[warp_size];
        alignas(32) std::uint32_t halves[2][warp_size];
        for (const int n : {0, 1}) {
            read_lanes<float, float, Read>(numbers, warp.lanes(op->slots[n + 1]));
            write_lanes<NoScope, std::uint16_t, float, Write>(reinterpret_cast<std::byte*>(halves[n]),
                                                              numbers);
        }
        std::byte* const result = warp.lanes(op->slots[0]);
        for (int lane = 0; lane < warp_size; ++lane)
            write_lane(result, lane, halves[0][lane] << 16 | halves[1][lane]);
        return op + 1;
    }
};

} // namespace

Handlers select_half_conversion(const Decoding& decoding) {
    const Word to = decoding.type(0);
    const Word from = decoding.type(1);
    if (to == from) return for_format(to, [&]<class Format>() { return same_format<Format>(decoding); });
    if (ptx::is_half(to)) return for_format(to, [&]<class Format>() { return to_half<Format>(decoding); });
    return for_format(from, [&]<class Format>() {
        if (to == Word::f32) return to_wide<Format, float>(decoding);
        if (to == Word::f64) return to_wide<Format, double>(decoding);
        return half_to_integer<Format>(decoding);
    });
}

Handlers select_cvt_relu(const Decoding& decoding) {
    if (is_widened(decoding, 0) || is_widened(decoding, 1)) return {};
    return for_format(decoding.type(0), [&]<class Format>() {
        return with_flag(decoding.has(Word::relu), [&]<bool relu>() {
            return with_flag(decoding.has(Word::satfinite), [&]<bool satfinite>() {
                return into_half<Format, float, float, Limit<Format, relu, satfinite>>(decoding);
            });
        });
    });
}

Handlers select_cvt_satfinite(const Decoding& decoding) { return select_cvt_relu(decoding); }

Handlers select_cvt_pack(const Decoding& decoding) {
    const Word format = decoding.type(0) == Word::f16x2 ? Word::f16 : Word::bf16;
    return for_format(format, [&]<class Format>() {
        return with_rounding(decoding, [&]<int rounding>() {
            return with_flag(decoding.has(Word::relu), [&]<bool relu>() {
                return with_flag(decoding.has(Word::satfinite), []<bool satfinite>() -> Handlers {
                    using Read = Limit<Format, relu, satfinite>;
                    using Write = IntoHalf<Format, rounding, false>;
                    return {&Pack<Read, Write>::full, &partial_from_full<sizeof(std::uint32_t)>};
                });
            });
        });
    });
}

} // namespace simulator
