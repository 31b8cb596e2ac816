#include "machine/handlers/approximate.h"

#include "machine/handlers/float_rules.h"

// Approximate functions. PTX specifies their maximum error; here they are computed in double precision and
// rounded, which is well within it. The results for special operands are those of a GPU.

namespace simulator {

namespace {

/// `d = f(a)` where f takes and returns doubles.
template <class F> Handlers approximate(const Decoding& decoding, F) {
    return with_flag(decoding.has(ptx::Word::ftz), []<bool ftz>() {
        return elementwise<float, float>([](float a) {
            return canonical(flushed<ftz>(static_cast<float>(F{}(static_cast<double>(flushed<ftz>(a))))));
        });
    });
}

/// Converts `value` to float, rounding toward zero.
float truncated(double value) {
    const auto nearest = static_cast<float>(value);
    const bool too_large = std::fabs(static_cast<double>(nearest)) > std::fabs(value);
    return too_large ? std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) - 1) : nearest;
}

/// Range reduction of an angle as on a GPU: first multiplied to full circles in single precision, which is
/// why the sine of a large angle is so inaccurate. The result is within one circle.
double reduced_angle(double angle) {
    constexpr auto circles = static_cast<double>(0.15915494F);
    constexpr double circle = 6.283185307179586;
    return std::remainder(static_cast<double>(truncated(angle * circles)), 1.0) * circle;
}

/// Returns the reciprocal that an approximate division multiplies by: never subnormal.
float flushed_reciprocal(float b) { return without_subnormal(1.0F / b); }

/// A subnormal divisor and its dividend are scaled up first. A very large divisor is not scaled down, so its
/// reciprocal is 0.
template <bool ftz> float divided(float a, float b) {
    constexpr float scale = 0x1p24F;
    const bool tiny = !ftz && std::fabs(b) < std::numeric_limits<float>::min();
    const float reciprocal = flushed_reciprocal(tiny ? b * scale : flushed<ftz>(b));
    return flushed<ftz>((tiny ? a * scale : flushed<ftz>(a)) * reciprocal);
}

/// Truncates a double to its upper 32 bits, with 20 bits of fraction.
double upper_half(double value) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & 0xffff'ffff'0000'0000U);
}

/// Initial approximation for a refinement in double precision: operand and result are upper halves of
/// doubles.
template <class F> Handlers guess(F) {
    return elementwise<double, double>([](double a) {
        const double operand = without_subnormal(upper_half(a));
        return a == a ? without_subnormal(upper_half(F{}(operand))) : default_nan;
    });
}

} // namespace

Handlers select_div_f32_approx(const Decoding& decoding) {
    const bool full = decoding.has(ptx::Word::full);
    return with_flag(decoding.has(ptx::Word::ftz), [full]<bool ftz>() {
        if (full)
            return elementwise<float, float, float>([](float a, float b) {
                const auto dividend = static_cast<double>(flushed<ftz>(a));
                const auto divisor = static_cast<double>(flushed<ftz>(b));
                return canonical(flushed<ftz>(static_cast<float>(dividend / divisor)));
            });
        return elementwise<float, float, float>(
            [](float a, float b) { return canonical(divided<ftz>(a, b)); });
    });
}

Handlers select_rcp_f32_approx(const Decoding& decoding) {
    return approximate(decoding, [](double a) { return 1 / a; });
}
Handlers select_sqrt_f32_approx(const Decoding& decoding) {
    return approximate(decoding, [](double a) { return std::sqrt(a); });
}
Handlers select_rsqrt_f32(const Decoding& decoding) {
    return approximate(decoding, [](double a) { return 1 / std::sqrt(a); });
}
Handlers select_sin(const Decoding& decoding) {
    return approximate(decoding, [](double a) { return std::sin(reduced_angle(a)); });
}
Handlers select_cos(const Decoding& decoding) {
    return approximate(decoding, [](double a) { return std::cos(reduced_angle(a)); });
}
Handlers select_lg2(const Decoding& decoding) {
    return approximate(decoding, [](double a) { return std::log2(a); });
}
Handlers select_ex2(const Decoding& decoding) { return approximate(decoding, PowerOfTwo{}); }
Handlers select_tanh(const Decoding& decoding) { return approximate(decoding, HyperbolicTangent{}); }

Handlers select_rcp_f64_approx(const Decoding&) {
    return guess([](double a) { return 1 / a; });
}

Handlers select_rsqrt_f64(const Decoding& decoding) {
    if (decoding.has(ptx::Word::ftz)) return guess([](double a) { return 1 / std::sqrt(a); });
    // Full precision without ftz, because a GPU refines its approximation in this case.
    return elementwise<double, double>([](double a) { return 1 / std::sqrt(a); });
}

} // namespace simulator
