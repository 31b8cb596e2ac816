#pragma once

/// @file
/// The mapped bytes from a pointer to the end of its segment, in a loaded program or library.

#include "elf/bytes.h"

namespace simulator::client {

/// Returns the bytes from @p begin to the end of the segment that contains it; empty if no loaded file
/// contains it.
Bytes rest_of_segment(const void* begin);

} // namespace simulator::client
