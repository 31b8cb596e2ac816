#pragma once

/// @file
/// Constants, and sums of constants where one constant is allowed.

#include <cstdint>

#include "ptx/number.h"
#include "ptx/reader.h"

namespace simulator::ptx {

/// Returns whether a constant begins here.
bool at_constant(const Reader& reader);

/// Reads `17`, `-0f3F800000`, `4 + -8 + WARP_SZ`. Integers wrap around at 64 bits.
Number read_constant(Reader& reader);

/// Reads `+ 8`, `+ -8`, `- 8 + 4`, or nothing, which means 0.
std::int64_t read_offset(Reader& reader);

} // namespace simulator::ptx
