#pragma once

/// @file
/// Constants and the sums of constants that stand where one is expected.

#include <cstdint>

#include "ptx/number.h"
#include "ptx/reader.h"

namespace simulator::ptx {

/// Whether a constant begins here.
bool at_constant(const Reader& reader);

/// `17`, `-0f3F800000`, `4 + -8 + WARP_SZ`. Whole numbers wrap around at 64 bits.
Number read_constant(Reader& reader);

/// `+ 8`, `+ -8`, `- 8 + 4`, or nothing, which is 0.
std::int64_t read_offset(Reader& reader);

} // namespace simulator::ptx
