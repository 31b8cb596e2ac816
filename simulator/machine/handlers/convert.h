#pragma once

/// @file
/// The parts of cvt: by what is converted into what.

#include "machine/handlers/select.h"

namespace simulator {

/// Whether operand @p n is a 64-bit register though the instruction's type is smaller: PTX allows it for cvt.
bool is_widened(const Decoding& decoding, std::size_t n);

/// A whole number into another.
Handlers select_integer_to_integer(const Decoding& decoding);
/// A whole number into a floating-point number.
Handlers select_integer_to_float(const Decoding& decoding);
/// A floating-point number into a whole number.
Handlers select_float_to_integer(const Decoding& decoding);
/// Into half precision, or out of it.
Handlers select_half_conversion(const Decoding& decoding);
/// A floating-point number into another, or into an integral one of its type.
Handlers select_float_to_float(const Decoding& decoding);

} // namespace simulator
