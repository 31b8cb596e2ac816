#pragma once

/// @file
/// A device's TOML, read strictly: a key that is missing, unknown, of another type or out of range is an
/// error.

#include <string_view>

#include "gpu/device.h"

namespace simulator {

/// Returns the device that @p toml describes. Throws std::invalid_argument, which names the device and the
/// key.
Device read_device(std::string_view id, std::string_view toml);

} // namespace simulator
