#include "machine/handlers/lane_mask.h"
#include "machine/handlers/min_max.h"

// Floating point: order, classification and sign: min, max, testp, copysign.

namespace simulator {

namespace {

/// With the suffixes xorsign and abs: selects by magnitude, and gives the result the sign of the product.
template <bool largest, bool pass_nan> float chosen_by_magnitude(float a, float b) {
    const float result = min_or_max<largest, pass_nan>(std::fabs(a), std::fabs(b));
    const std::uint32_t signs = std::bit_cast<std::uint32_t>(a) ^ std::bit_cast<std::uint32_t>(b);
    const auto with_sign = std::bit_cast<float>(std::bit_cast<std::uint32_t>(result) | (signs & 0x8000'0000));
    return result == result ? with_sign : result;
}

template <bool largest> Handlers select_extreme_f32(const Decoding& decoding) {
    using enum ptx::Word;
    const bool by_magnitude = decoding.has(xorsign);
    return with_flag(decoding.has(ftz), [&]<bool flush>() {
        return with_flag(decoding.has(nan_), [by_magnitude]<bool pass_nan>() {
            if (by_magnitude)
                return elementwise<float, float, float>([](float a, float b) {
                    return chosen_by_magnitude<largest, pass_nan>(flushed<flush>(a), flushed<flush>(b));
                });
            return elementwise<float, float, float>([](float a, float b) {
                return min_or_max<largest, pass_nan>(flushed<flush>(a), flushed<flush>(b));
            });
        });
    });
}

template <bool largest> Handlers extreme_f64() {
    return elementwise<double, double, double>(
        [](double a, double b) { return min_or_max<largest, false>(a, b); });
}

/// `p = F(a)`
template <class F, class T> const Op* test_lanes(Warp& warp, const Op* op, Mask mask) {
    warp.set_predicate(op->slots[0], mask, lanes_where<F, T>(warp, &op->slots[1]));
    return op + 1;
}

template <class T, class F> Handlers testing(F) { return {&test_lanes<F, T>, &test_lanes<F, T>}; }

/// Uses comparisons instead of std::fpclassify, which compilers do not vectorize.
template <class T> Handlers select_test(const Decoding& decoding) {
    using enum ptx::Word;
    using Limits = std::numeric_limits<T>;
    if (decoding.has(finite)) return testing<T>([](T a) { return std::fabs(a) <= Limits::max(); });
    if (decoding.has(infinite)) return testing<T>([](T a) { return std::fabs(a) == Limits::infinity(); });
    if (decoding.has(number)) return testing<T>([](T a) { return a == a; });
    if (decoding.has(notanumber)) return testing<T>([](T a) { return a != a; });
    if (decoding.has(normal))
        return testing<T>(
            [](T a) { return a == 0 || (std::fabs(a) >= Limits::min() && std::fabs(a) <= Limits::max()); });
    return testing<T>([](T a) { return a != 0 && std::fabs(a) < Limits::min(); });
}

} // namespace

Handlers select_min_f32(const Decoding& decoding) { return select_extreme_f32<false>(decoding); }
Handlers select_max_f32(const Decoding& decoding) { return select_extreme_f32<true>(decoding); }
Handlers select_min_f64(const Decoding&) { return extreme_f64<false>(); }
Handlers select_max_f64(const Decoding&) { return extreme_f64<true>(); }

Handlers select_testp_f32(const Decoding& decoding) { return select_test<float>(decoding); }
Handlers select_testp_f64(const Decoding& decoding) { return select_test<double>(decoding); }

Handlers select_copysign_f32(const Decoding&) {
    return elementwise<float, float, float>([](float a, float b) { return std::copysign(b, a); });
}
Handlers select_copysign_f64(const Decoding&) {
    return elementwise<double, double, double>([](double a, double b) { return std::copysign(b, a); });
}

} // namespace simulator
