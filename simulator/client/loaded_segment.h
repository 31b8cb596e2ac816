#pragma once

/// @file
/// How far one may read behind a pointer into a loaded program or library.

#include "elf/bytes.h"

namespace simulator::client {

/// The bytes from @p begin to the end of the segment that holds it; empty when it lies in no loaded file.
Bytes rest_of_segment(const void* begin);

} // namespace simulator::client
