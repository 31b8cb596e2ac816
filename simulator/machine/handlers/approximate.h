#pragma once

/// @file
/// Approximate functions that exist in single and in half precision. Each is within the error that PTX allows;
/// where a GPU leaves the exact result for a reason that can be told, so does this.

#include <cmath>

namespace simulator {

/// 2 to the power @p a. A GPU makes a number with 23 bits of fraction of @p a first, toward zero, so that next to 0
/// the result is 1.
struct PowerOfTwo {
    /// Not rounded yet.
    double operator()(double a) const { return std::exp2(std::trunc(a * 0x1p23) * 0x1p-23); }
};

/// The hyperbolic tangent of @p a. Next to 0 a GPU gives the operand back, and 1 from 8 on.
struct HyperbolicTangent {
    /// Not rounded yet.
    double operator()(double a) const {
        if (std::fabs(a) < 0x1.02p-8) return a;
        return std::fabs(a) >= 8 ? std::copysign(1.0, a) : std::tanh(a);
    }
};

} // namespace simulator
