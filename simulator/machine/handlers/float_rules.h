#pragma once

/// @file
/// Differences between a GPU's floating point and the host's: NaNs, subnormals, saturation, rounding modes.

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

/// The canonical NaN: the result of single-precision arithmetic for any NaN operand. In double precision a
/// GPU does what the host does: it returns an operand's NaN, made quiet.
inline const float canonical_nan = std::bit_cast<float>(0x7fff'ffffU);
/// The NaN of invalid operations in double precision, such as infinity minus infinity.
inline const double default_nan = std::bit_cast<double>(0xfff8'0000'0000'0000U);

/// Returns @p value, or the canonical NaN.
inline float canonical(float value) { return value == value ? value : canonical_nan; }
/// Returns @p value: double precision has no canonical NaN.
inline double canonical(double value) { return value; }

/// Clamps @p value to the range 0 to 1; NaN and -0 become +0.
template <class T> inline T saturated(T value) { return value > 0 ? (value < 1 ? value : T{1}) : T{0}; }

/// Returns a zero of the same sign for a subnormal, otherwise @p value.
template <class T> inline T without_subnormal(T value) {
    return std::fabs(value) < std::numeric_limits<T>::min() ? std::copysign(T{0}, value) : value;
}

/// Flushes in single precision with `.ftz` (a double is never flushed).
template <bool ftz> inline float flushed(float value) { return ftz ? without_subnormal(value) : value; }
/// Returns @p value: the overload for instructions that also exist in double precision.
template <bool ftz> inline double flushed(double value) { return value; }

/// Sets the rounding mode of `<cfenv>` and `.ftz` for the arithmetic between construction and destruction.
///
/// The host's own modes are used, so a whole vector is rounded at once. With `.ftz` they also matter for
/// correctness. Whether a result is subnormal is decided after rounding it to 24 bits as if the exponent were
/// unbounded, and both a GPU and an x86 processor do so. The operands must come from memory and the result
/// must go there, because compilers do not move memory accesses across a change of the mode.
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
/// The default mode of the host needs no change.
template <> class FloatMode<FE_TONEAREST, false> {};

/// Whether FloatMode flushes by itself. If not, results just below the smallest normal number are rounded up
/// to it instead of flushed.
#if defined(__SSE2__)
inline constexpr bool mode_flushes = true;
#else
inline constexpr bool mode_flushes = false;
#endif

/// Applies the rules of single or double precision to F.
template <class F, bool ftz, bool sat> struct WithFloatRules {
    /// Returns the result for one lane.
    template <class... T> auto operator()(T... operands) const {
        constexpr bool by_hand = ftz && !mode_flushes;
        const auto result = flushed<by_hand>(F{}(flushed<by_hand>(operands)...));
        if constexpr (sat)
            return saturated(result);
        else
            return canonical(result);
    }
};

/// `make.operator()<rounding>()` for the rounding of the suffixes, to nearest if there is none.
template <class Make> Handlers with_rounding(const Decoding& decoding, Make make) {
    using enum ptx::Word;
    if (decoding.has(rz)) return make.template operator()<FE_TOWARDZERO>();
    if (decoding.has(rm)) return make.template operator()<FE_DOWNWARD>();
    if (decoding.has(rp)) return make.template operator()<FE_UPWARD>();
    return make.template operator()<FE_TONEAREST>();
}

/// Rounds to an integral value in floating point: to nearest, ties to even.
struct ToNearest {
    /// Rounds float and double.
    template <class T> T operator()(T a) const { return std::nearbyint(a); }
};
/// Rounds to an integral value toward zero.
struct TowardZero {
    /// Rounds float and double.
    template <class T> T operator()(T a) const { return std::trunc(a); }
};
/// Rounds to an integral value toward minus infinity.
struct Down {
    /// Rounds float and double.
    template <class T> T operator()(T a) const { return std::floor(a); }
};
/// Rounds to an integral value toward infinity.
struct Up {
    /// Rounds float and double.
    template <class T> T operator()(T a) const { return std::ceil(a); }
};

/// Handlers of `d = f(a, b, ...)` in single precision, with the suffixes for rounding, `.ftz` and `.sat`.
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

/// Handlers of `d = f(a, b, ...)` in double precision, with the rounding of the suffixes.
template <class... A, class F> Handlers float64(const Decoding& decoding, F f) {
    return with_rounding(decoding, [f]<int rounding>() {
        return elementwise_within<FloatMode<rounding, false>, double, A...>(f);
    });
}

} // namespace simulator
