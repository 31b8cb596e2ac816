#include "machine/handlers/half.h"

#include "machine/handlers/approximate.h"
#include "machine/handlers/extreme.h"

// Half precision: arithmetic, the smaller and the larger, approximate functions.

namespace simulator {

namespace {

/// What keeps a result in a range.
enum class Clamp {
    none,
    to_unit,     ///< `.sat`: between 0 and 1, a NaN is 0
    to_positive, ///< `.relu`: 0 for what is less, a NaN stays
};

template <Clamp clamp, class T> T clamped(T value) {
    if constexpr (clamp == Clamp::to_unit)
        return saturated(value);
    else if constexpr (clamp == Clamp::to_positive)
        return value <= 0 ? T{0} : value;
    else
        return value;
}

/// With `.ftz` a result is flushed that is below the smallest normal number when rounded as if the exponent had
/// no lower end, as in single precision.
template <class Format, bool ftz, class T> T flushed_result(T value) {
    constexpr T smallest = Format::smallest_exponent == -14 ? T{0x1p-14} : T{0x1p-126};
    constexpr T rounds_up = smallest - smallest / (T{4} * (1U << Format::fraction_bits));
    return ftz && std::fabs(value) < rounds_up ? std::copysign(T{0}, value) : value;
}

/// F of numbers in half precision; F computes in the wider type.
template <class Format, class F, bool ftz, Clamp clamp> struct HalfArithmetic {
    using Wide = typename Format::Wide;

    [[gnu::always_inline]] static Wide operand(std::uint16_t bits) {
        return static_cast<Wide>(widened<Format>(half_flushed<Format, ftz>(bits)));
    }
    [[gnu::always_inline]] std::uint16_t operator()(std::same_as<std::uint16_t> auto... operands) const {
        const Wide exact = F{}(operand(operands)...);
        return narrowed<Format>(clamped<clamp>(flushed_result<Format, ftz>(exact)));
    }
};

/// Handlers of `d = F(a, b, ...)` for as many operands as there are Operands; a lane holds one number or two.
template <class Lane, class... Operands, class F> Handlers each_half(F) {
    return seldom_elementwise<Lane, std::conditional_t<true, Lane, Operands>...>(EachHalf<F>{});
}

/// The same for arithmetic, with the suffixes that it may have.
template <class... Operands, class F> Handlers arithmetic(const Decoding& decoding, F) {
    using enum ptx::Word;
    return for_half(decoding.type(), [&]<class Format, class Lane>() {
        const auto with = [&]<bool ftz>() {
            const auto by = [&]<Clamp clamp>() {
                return each_half<Lane, Operands...>(HalfArithmetic<Format, F, ftz, clamp>{});
            };
            if constexpr (sizeof...(Operands) == 3)
                if (decoding.has(relu)) return by.template operator()<Clamp::to_positive>();
            if constexpr (std::is_same_v<Format, F16>)
                if (decoding.has(sat)) return by.template operator()<Clamp::to_unit>();
            return by.template operator()<Clamp::none>();
        };
        if constexpr (std::is_same_v<Format, F16>)
            if (decoding.has(ftz)) return with.template operator()<true>();
        return with.template operator()<false>();
    });
}

/// The same for what only changes bits. A GPU does it by an addition, so NaNs come out as the one NaN.
template <class Change> Handlers changed_bits(const Decoding& decoding, Change) {
    return for_half(decoding.type(), [&]<class Format, class Lane>() {
        return with_flag(decoding.has(ptx::Word::ftz), []<bool ftz>() {
            return each_half<Lane, Lane>([](std::uint16_t a) {
                const bool nan = (a & 0x7fffU) > Format::infinity;
                return nan ? half_nan : Change{}(half_flushed<Format, ftz>(a));
            });
        });
    });
}

/// The smaller or larger; with the suffixes xorsign and abs by magnitude, with the sign of the product, to which a
/// NaN's sign counts as well.
template <class Format, bool largest, bool ftz, bool pass_nan, bool by_magnitude> struct HalfChosen {
    static constexpr unsigned sign = by_magnitude ? 0x8000U : 0U;

    [[gnu::always_inline]] static float operand(std::uint16_t bits) {
        return widened<Format>(half_flushed<Format, ftz>(static_cast<std::uint16_t>(bits & ~sign)));
    }
    [[gnu::always_inline]] std::uint16_t operator()(std::uint16_t a, std::uint16_t b) const {
        const float result = chosen<largest, pass_nan>(operand(a), operand(b));
        const unsigned signs = result == result ? (a ^ b) & sign : 0U;
        return static_cast<std::uint16_t>(narrowed<Format>(result) | signs);
    }
};

template <bool largest> Handlers extreme(const Decoding& decoding) {
    using enum ptx::Word;
    return for_half(decoding.type(), [&]<class Format, class Lane>() {
        return with_flag(decoding.has(ftz), [&]<bool flush>() {
            return with_flag(decoding.has(nan_), [&]<bool pass_nan>() {
                return with_flag(decoding.has(xorsign), []<bool by_magnitude>() {
                    return each_half<Lane, Lane, Lane>(
                        HalfChosen<Format, largest, flush, pass_nan, by_magnitude>{});
                });
            });
        });
    });
}

/// The number that is left of @p value without the bits for which Format has no room; what is beyond its range is
/// infinite.
template <class Format> std::uint16_t cut(float value) {
    constexpr std::uint32_t largest_power = Format::infinity - (1U << Format::fraction_bits);
    const float end = 2 * widened<Format>(static_cast<std::uint16_t>(largest_power));
    return value >= end ? static_cast<std::uint16_t>(Format::infinity)
                        : narrowed<Format, FE_TOWARDZERO>(value);
}

/// `d = f(a)`. A GPU computes it in single precision and cuts off what is too much. In bf16 subnormal numbers are
/// flushed where `.ftz` says so.
template <class F> Handlers approximate_half(const Decoding& decoding, F) {
    return for_half(decoding.type(), [&]<class Format, class Lane>() {
        return with_flag(decoding.has(ptx::Word::ftz), []<bool ftz>() {
            return each_half<Lane, Lane>([](std::uint16_t a) {
                const auto operand = static_cast<double>(widened<Format>(half_flushed<Format, ftz>(a)));
                return cut<Format>(flushed_result<Format, ftz>(static_cast<float>(F{}(operand))));
            });
        });
    });
}

} // namespace

Handlers select_add_half(const Decoding& decoding) {
    return arithmetic<int, int>(decoding, [](auto a, auto b) { return sum_to_odd(a, b); });
}

Handlers select_sub_half(const Decoding& decoding) {
    return arithmetic<int, int>(decoding, [](auto a, auto b) { return sum_to_odd(a, -b); });
}

Handlers select_mul_half(const Decoding& decoding) {
    return arithmetic<int, int>(decoding, [](auto a, auto b) { return a * b; });
}

Handlers select_fma_half(const Decoding& decoding) {
    return arithmetic<int, int, int>(decoding, [](auto a, auto b, auto c) { return sum_to_odd(a * b, c); });
}

Handlers select_abs_half(const Decoding& decoding) {
    return changed_bits(decoding, [](std::uint16_t a) { return static_cast<std::uint16_t>(a & 0x7fffU); });
}

Handlers select_neg_half(const Decoding& decoding) {
    return changed_bits(decoding, [](std::uint16_t a) { return static_cast<std::uint16_t>(a ^ 0x8000U); });
}

Handlers select_min_half(const Decoding& decoding) { return extreme<false>(decoding); }
Handlers select_max_half(const Decoding& decoding) { return extreme<true>(decoding); }

Handlers select_ex2_half(const Decoding& decoding) { return approximate_half(decoding, PowerOfTwo{}); }

Handlers select_tanh_half(const Decoding& decoding) { return approximate_half(decoding, HyperbolicTangent{}); }

} // namespace simulator
