#include "machine/handlers/half.h"

#include "machine/handlers/approximate.h"
#include "machine/handlers/min_max.h"

// Half precision: arithmetic, min and max, approximate functions.

namespace simulator {

namespace {

/// Clamping of a result.
enum class Clamp {
    none,
    to_unit,     ///< `.sat`: to the range 0 to 1, a NaN becomes 0
    to_positive, ///< `.relu`: negative values become 0, a NaN remains
};

template <Clamp clamp, class T> T limited_to(T value) {
    if constexpr (clamp == Clamp::to_unit)
        return saturated(value);
    else if constexpr (clamp == Clamp::to_positive)
        return value <= 0 ? T{0} : value;
    else
        return value;
}

/// With `.ftz`, flushes a result that is below the smallest normal number after rounding with an unbounded
/// exponent, as in single precision.
template <class Format, bool ftz, class T> T flushed_result(T value) {
    constexpr T smallest = Format::smallest_exponent == -14 ? T{0x1p-14} : T{0x1p-126};
    constexpr T rounds_up = smallest - smallest / (T{4} * (1U << Format::fraction_bits));
    return ftz && std::fabs(value) < rounds_up ? std::copysign(T{0}, value) : value;
}

/// Applies F to numbers in half precision; F computes in the wider type.
template <class Format, class F, bool ftz, Clamp clamp> struct HalfArithmetic {
    using Wide = typename Format::Wide;

    [[gnu::always_inline]] static Wide operand(std::uint16_t bits) {
        return static_cast<Wide>(widened<Format>(half_flushed<Format, ftz>(bits)));
    }
    [[gnu::always_inline]] std::uint16_t operator()(std::same_as<std::uint16_t> auto... operands) const {
        const Wide exact = F{}(operand(operands)...);
        return narrowed<Format>(limited_to<clamp>(flushed_result<Format, ftz>(exact)));
    }
};

/// `d = F(a, b, ...)` in every lane, for single numbers.
template <class F, std::size_t... n> [[gnu::noinline]] void
single_halves(std::byte* result, const std::byte* const* operands, std::index_sequence<n...>) {
#pragma GCC ivdep
    for (int lane = 0; lane < warp_size; ++lane)
        write_lane<std::uint16_t>(result, lane, F{}(read_lane<std::uint16_t>(operands[n], lane)...));
}

/// Handler for lanes with one or two numbers, which are computed one after the other.
template <class Lane, class F, std::size_t... n> struct Halves {
    static const Op* full(Warp& warp, const Op* op, Mask) {
        constexpr std::index_sequence<n...> numbers;
        std::byte* const result = warp.lanes(op->slots[0]);
        const std::byte* const operands[] = {warp.lanes(op->slots[n + 1])...};
        if constexpr (sizeof(Lane) == 2) {
            single_halves<F>(result, operands, numbers);
        } else {
            using Lanes = std::uint32_t[warp_size];
            alignas(32) Lanes upper[sizeof...(n)];
            alignas(32) Lanes upper_result;
            for (std::size_t operand = 0; operand < sizeof...(n); ++operand)
                for (int lane = 0; lane < warp_size; ++lane)
                    upper[operand][lane] = read_lane<std::uint32_t>(operands[operand], lane) >> 16;
            const std::byte* const uppers[] = {reinterpret_cast<const std::byte*>(upper[n])...};
            single_halves<F>(reinterpret_cast<std::byte*>(upper_result), uppers, numbers);
            single_halves<F>(result, operands, numbers);
            for (int lane = 0; lane < warp_size; ++lane)
                write_lane(result, lane, read_lane<std::uint32_t>(result, lane) | upper_result[lane] << 16);
        }
        return op + 1;
    }
};

/// Handlers of `d = F(a, b, ...)` for @p count operands.
template <class Lane, std::size_t count, class F> Handlers each_half(F) {
    return []<std::size_t... n>(std::index_sequence<n...>)->Handlers {
        return {&Halves<Lane, F, n...>::full, &partial_from_full<sizeof(std::uint32_t)>};
    }
    (std::make_index_sequence<count>{});
}

/// Handlers for arithmetic, with the suffixes that it may have.
template <std::size_t count, class F> Handlers arithmetic(const Decoding& decoding, F) {
    using enum ptx::Word;
    return for_half(decoding.type(), [&]<class Format, class Lane>() {
        const auto with = [&]<bool ftz>() {
            const auto by = [&]<Clamp clamp>() {
                return each_half<Lane, count>(HalfArithmetic<Format, F, ftz, clamp>{});
            };
            if constexpr (count == 3)
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

/// For instructions that only change bits. A GPU implements them by an addition, so NaNs become canonical.
template <class Format, class Change, bool ftz> struct ChangedBits {
    std::uint16_t operator()(std::uint16_t a) const {
        const bool nan = (a & 0x7fffU) > Format::infinity;
        return nan ? half_nan : Change{}(half_flushed<Format, ftz>(a));
    }
};
template <class Change> Handlers changed_bits(const Decoding& decoding, Change) {
    return for_half(decoding.type(), [&]<class Format, class Lane>() {
        return with_flag(decoding.has(ptx::Word::ftz),
                         []<bool ftz>() { return each_half<Lane, 1>(ChangedBits<Format, Change, ftz>{}); });
    });
}

/// Min and max. With the suffixes xorsign and abs, by magnitude and with the sign of the product, to which a
/// NaN's sign counts as well.
template <class Format, bool largest, bool ftz, bool pass_nan, bool by_magnitude> struct HalfChosen {
    static constexpr unsigned sign = by_magnitude ? 0x8000U : 0U;

    [[gnu::always_inline]] static float operand(std::uint16_t bits) {
        return widened<Format>(half_flushed<Format, ftz>(static_cast<std::uint16_t>(bits & ~sign)));
    }
    [[gnu::always_inline]] std::uint16_t operator()(std::uint16_t a, std::uint16_t b) const {
        const float result = min_or_max<largest, pass_nan>(operand(a), operand(b));
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
                    return each_half<Lane, 2>(HalfChosen<Format, largest, flush, pass_nan, by_magnitude>{});
                });
            });
        });
    });
}

/// Truncates @p value to Format; values beyond its range become infinity.
template <class Format> std::uint16_t cut(float value) {
    constexpr std::uint32_t largest_power = Format::infinity - (1U << Format::fraction_bits);
    const float end = 2 * widened<Format>(static_cast<std::uint16_t>(largest_power));
    return value >= end ? static_cast<std::uint16_t>(Format::infinity)
                        : narrowed<Format, FE_TOWARDZERO>(value);
}

/// `d = f(a)`. A GPU computes it in single precision and truncates. In bf16, subnormal numbers are flushed
/// with `.ftz`.
template <class Format, class F, bool ftz> struct Approximated {
    std::uint16_t operator()(std::uint16_t a) const {
        const auto operand = static_cast<double>(widened<Format>(half_flushed<Format, ftz>(a)));
        return cut<Format>(flushed_result<Format, ftz>(static_cast<float>(F{}(operand))));
    }
};
template <class F> Handlers approximate_half(const Decoding& decoding, F) {
    return for_half(decoding.type(), [&]<class Format, class Lane>() {
        return with_flag(decoding.has(ptx::Word::ftz),
                         []<bool ftz>() { return each_half<Lane, 1>(Approximated<Format, F, ftz>{}); });
    });
}

} // namespace

Handlers select_add_half(const Decoding& decoding) {
    return arithmetic<2>(decoding, [](auto a, auto b) { return sum_to_odd(a, b); });
}

Handlers select_sub_half(const Decoding& decoding) {
    return arithmetic<2>(decoding, [](auto a, auto b) { return sum_to_odd(a, -b); });
}

Handlers select_mul_half(const Decoding& decoding) {
    return arithmetic<2>(decoding, [](auto a, auto b) { return a * b; });
}

Handlers select_fma_half(const Decoding& decoding) {
    return arithmetic<3>(decoding, [](auto a, auto b, auto c) { return sum_to_odd(a * b, c); });
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

Handlers select_tanh_half(const Decoding& decoding) {
    return approximate_half(decoding, HyperbolicTangent{});
}

} // namespace simulator
