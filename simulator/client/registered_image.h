#pragma once

/// @file
/// The fat binary that a loaded program registers.

#include <string>

#include "elf/bytes.h"

namespace simulator::client {

/// Where it lies in the program.
struct RegisteredImage {
    Bytes bytes = {};        ///< the container, header included
    std::string damage = {}; ///< why there are none; empty: there are
};

/// The one behind the wrapper that compiled code registers.
RegisteredImage registered_image(const void* wrapper);

} // namespace simulator::client
