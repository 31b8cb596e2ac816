#include "machine/handlers/float_rules.h"

// Single precision: bit-exact arithmetic.

namespace simulator {

Handlers select_add_f32(const Decoding& decoding) {
    return float32<float, float>(decoding, [](float a, float b) { return a + b; });
}

Handlers select_sub_f32(const Decoding& decoding) {
    return float32<float, float>(decoding, [](float a, float b) { return a - b; });
}

Handlers select_mul_f32(const Decoding& decoding) {
    return float32<float, float>(decoding, [](float a, float b) { return a * b; });
}

Handlers select_fma_f32(const Decoding& decoding) {
    return float32<float, float, float>(decoding,
                                        [](float a, float b, float c) { return std::fma(a, b, c); });
}

Handlers select_mad_f32(const Decoding& decoding) { return select_fma_f32(decoding); }

Handlers select_div_f32(const Decoding& decoding) {
    return float32<float, float>(decoding, [](float a, float b) { return a / b; });
}

Handlers select_rcp_f32(const Decoding& decoding) {
    return float32<float>(decoding, [](float a) { return 1.0F / a; });
}

Handlers select_sqrt_f32(const Decoding& decoding) {
    return float32<float>(decoding, [](float a) { return std::sqrt(a); });
}

// A GPU adds zero to flush or to change a sign, so NaNs become canonical.

Handlers select_abs_f32(const Decoding& decoding) {
    return with_flag(decoding.has(ptx::Word::ftz), []<bool ftz>() {
        return elementwise<float, float>([](float a) { return canonical(flushed<ftz>(std::fabs(a))); });
    });
}

Handlers select_neg_f32(const Decoding& decoding) {
    return with_flag(decoding.has(ptx::Word::ftz), []<bool ftz>() {
        return elementwise<float, float>([](float a) { return canonical(flushed<ftz>(-a)); });
    });
}

} // namespace simulator
