#include "machine/handlers/float_rules.h"

// Double precision: bit-exact arithmetic.

namespace simulator {

Handlers select_add_f64(const Decoding& decoding) {
    return float64<double, double>(decoding, [](double a, double b) { return a + b; });
}

Handlers select_sub_f64(const Decoding& decoding) {
    return float64<double, double>(decoding, [](double a, double b) { return a - b; });
}

Handlers select_mul_f64(const Decoding& decoding) {
    return float64<double, double>(decoding, [](double a, double b) { return a * b; });
}

Handlers select_fma_f64(const Decoding& decoding) {
    return float64<double, double, double>(decoding,
                                           [](double a, double b, double c) { return std::fma(a, b, c); });
}

Handlers select_mad_f64(const Decoding& decoding) { return select_fma_f64(decoding); }

Handlers select_div_f64(const Decoding& decoding) {
    return float64<double, double>(decoding, [](double a, double b) { return a / b; });
}

Handlers select_rcp_f64(const Decoding& decoding) {
    return float64<double>(decoding, [](double a) { return 1.0 / a; });
}

Handlers select_sqrt_f64(const Decoding& decoding) {
    return float64<double>(decoding, [](double a) { return std::sqrt(a); });
}

Handlers select_abs_f64(const Decoding&) {
    return elementwise<double, double>([](double a) { return std::fabs(a); });
}

Handlers select_neg_f64(const Decoding&) {
    return elementwise<double, double>([](double a) { return -a; });
}

} // namespace simulator
