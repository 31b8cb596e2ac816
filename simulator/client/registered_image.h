#pragma once

/// @file
/// The fat binary that a loaded program registers.

#include <string>

#include "elf/bytes.h"

namespace simulator::client {

/// Location of a fat binary in the program's memory.
struct RegisteredImage {
    Bytes bytes = {};        ///< container with its header
    std::string damage = {}; ///< reason if `bytes` is empty; otherwise an empty string
};

/// Returns the fat binary to which the wrapper that compiled code registers points.
RegisteredImage registered_image(const void* wrapper);

} // namespace simulator::client
