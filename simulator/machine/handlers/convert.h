#pragma once

/// @file
/// The parts of cvt, by source and destination type.

#include "machine/handlers/select.h"

namespace simulator {

/// Returns whether operand @p n is a 64-bit register although the instruction's type is smaller, which PTX
/// allows for cvt.
bool is_widened(const Decoding& decoding, std::size_t n);

/// Integer to integer.
Handlers select_integer_to_integer(const Decoding& decoding);
/// Integer to floating point.
Handlers select_integer_to_float(const Decoding& decoding);
/// Floating point to integer.
Handlers select_float_to_integer(const Decoding& decoding);
/// To half precision, or from it.
Handlers select_half_conversion(const Decoding& decoding);
/// Floating point to floating point, or to an integral value of the same type.
Handlers select_float_to_float(const Decoding& decoding);

} // namespace simulator
