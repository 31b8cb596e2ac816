#pragma once

/// @file
/// What a GPU's floating-point numbers do differently from the host's: NaNs, subnormals, saturation, rounding
/// modes.

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "machine/handlers/elementwise.h"

namespace simulator {

/// The NaN that single-precision arithmetic gives, whatever NaNs went into it. In double precision a GPU does
/// what the host does: an operand's NaN is passed on, quiet.
inline const float canonical_nan = std::bit_cast<float>(0x7fff'ffffU);
/// The NaN that double precision makes of numbers, as in infinity minus infinity.
inline const double default_nan = std::bit_cast<double>(0xfff8'0000'0000'0000U);

/// @p value, or the one NaN.
inline float canonical(float value) { return value == value ? value : canonical_nan; }
/// Double precision has no canonical NaN.
inline double canonical(double value) { return value; }

/// @p value between 0 and 1; NaN and -0 become +0.
template <class T> inline T saturated(T value) { return value > 0 ? (value < 1 ? value : T{1}) : T{0}; }

/// A zero of the same sign for a subnormal.
template <class T> inline T without_subnormal(T value) {
    return std::fabs(value) < std::numeric_limits<T>::min() ? std::copysign(T{0}, value) : value;
}

/// Single precision with `.ftz` (a double is never flushed).
template <bool ftz> inline float flushed(float value) { return ftz ? without_subnormal(value) : value; }
/// The same for an instruction that also exists in double precision.
template <bool ftz> inline double flushed(double value) { return value; }

/// Rounding, as `<cfenv>` names it, and `.ftz`, for the arithmetic between construction and destruction.
///
/// The host's own modes are used, so a whole vector is rounded at once. With `.ftz` this matters beyond
/// speed: whether a result is subnormal is judged after rounding it to 24 bits as if the exponent had no
/// lower end, and both a GPU and an x86 processor do so. The operands have to come from memory and the result
/// to go there: that is what the compiler does not move across a change of the mode.
template <int rounding, bool ftz> class FloatMode {
public:
#if defined(__SSE2__)
    FloatMode() : saved_(_mm_getcsr()) { set((saved_ & ~changed) | wanted); }
    ~FloatMode() { set(saved_); }
#else
    FloatMode() : saved_(std::fegetround()) { std::fesetround(rounding); }
    ~FloatMode() { std::fesetround(saved_); }
#endif
    FloatMode(const FloatMode&) = delete;
    FloatMode& operator=(const FloatMode&) = delete;

private:
#if defined(__SSE2__)
    static void set(unsigned mode) {
        _mm_setcsr(mode);
        asm volatile("" ::: "memory");
    }
    static constexpr unsigned direction = rounding == FE_DOWNWARD     ? _MM_ROUND_DOWN
                                          : rounding == FE_UPWARD     ? _MM_ROUND_UP
                                          : rounding == FE_TOWARDZERO ? _MM_ROUND_TOWARD_ZERO
                                                                      : _MM_ROUND_NEAREST;
    static constexpr unsigned zero_subnormal_operands = 0x0040;
    static constexpr unsigned changed = _MM_ROUND_MASK | _MM_FLUSH_ZERO_MASK | zero_subnormal_operands;
    static constexpr unsigned wanted = direction | (ftz ? _MM_FLUSH_ZERO_ON | zero_subnormal_operands : 0U);
    unsigned saved_;
#else
    int saved_;
#endif
};
/// The host's usual mode needs no change.
template <> class FloatMode<FE_TONEAREST, false> {};

/// Whether FloatMode flushes by itself. Where it does not, results just below the smallest normal number are
/// rounded up to it instead of flushed.
#if defined(__SSE2__)
inline constexpr bool mode_flushes = true;
#else
inline constexpr bool mode_flushes = false;
#endif

/// F with the result that single precision or double precision gives it.
template <class F, bool ftz, bool sat> struct WithFloatRules {
    /// The result for one lane.
    template <class... T> auto operator()(T... operands) const {
        constexpr bool by_hand = ftz && !mode_flushes;
        const auto result = flushed<by_hand>(F{}(flushed<by_hand>(operands)...));
        if constexpr (sat)
            return saturated(result);
        else
            return canonical(result);
    }
};

/// `make.operator()<rounding>()` for the rounding among the suffixes, to nearest where there is none.
template <class Make> Handlers with_rounding(const Decoding& decoding, Make make) {
    using enum ptx::Word;
    if (decoding.has(rz)) return make.template operator()<FE_TOWARDZERO>();
    if (decoding.has(rm)) return make.template operator()<FE_DOWNWARD>();
    if (decoding.has(rp)) return make.template operator()<FE_UPWARD>();
    return make.template operator()<FE_TONEAREST>();
}

/// To an integral value, which stays a floating-point number: to the nearest, of two the even one.
struct ToNearest {
    /// For float and double.
    template <class T> T operator()(T a) const { return std::nearbyint(a); }
};
/// The same toward zero.
struct TowardZero {
    /// For float and double.
    template <class T> T operator()(T a) const { return std::trunc(a); }
};
/// The same toward minus infinity.
struct Down {
    /// For float and double.
    template <class T> T operator()(T a) const { return std::floor(a); }
};
/// The same toward infinity.
struct Up {
    /// For float and double.
    template <class T> T operator()(T a) const { return std::ceil(a); }
};

/// Handlers of `d = f(a, b, ...)` in single precision, as rounding, `.ftz` and `.sat` ask for it.
template <class... A, class F> Handlers float32(const Decoding& decoding, F) {
    return with_rounding(decoding, [&]<int rounding>() {
        return with_flag(decoding.has(ptx::Word::ftz), [&]<bool ftz>() {
            return with_flag(decoding.has(ptx::Word::sat), []<bool sat>() {
                return elementwise_within<FloatMode<rounding, ftz>, float, A...>(
                    WithFloatRules<F, ftz, sat>{});
            });
        });
    });
}

/// The same in double precision.
template <class... A, class F> Handlers float64(const Decoding& decoding, F f) {
    return with_rounding(decoding, [f]<int rounding>() {
        return elementwise_within<FloatMode<rounding, false>, double, A...>(f);
    });
}

} // namespace simulator
