#pragma once

/// @file
/// Approximate functions that exist in single and in half precision. Their error is within the limit of PTX.
/// Where a GPU deviates from the exact result for a known reason, so do these functions.

#include <cmath>

namespace simulator {

/// 2 to the power @p a. A GPU first truncates @p a to 23 bits of fraction, so the result is 1 close to 0.
struct PowerOfTwo {
    /// Returns the unrounded result.
    double operator()(double a) const { return std::exp2(std::trunc(a * 0x1p23) * 0x1p-23); }
};

/// Hyperbolic tangent of @p a. Close to 0 a GPU returns the operand, and 1 from 8 on.
struct HyperbolicTangent {
    /// Returns the unrounded result.
    double operator()(double a) const {
        if (std::fabs(a) < 0x1.02p-8) return a;
        return std::fabs(a) >= 8 ? std::copysign(1.0, a) : std::tanh(a);
    }
};

} // namespace simulator
