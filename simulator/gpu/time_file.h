#pragma once

/// @file
/// A device's times as TOML, read strictly. Each value is `[number, "source"]` in the table `time` or a
/// table within it. A missing value that the model needs is an error, and so is a value without a source.
/// Values that the model does not need are allowed, because `simulator/evidence/calibrate` measures more.

#include <string_view>

#include "gpu/device_time.h"

namespace simulator {

/// Returns the times that @p toml gives for the device @p id. Throws std::invalid_argument, which names the
/// device and the key.
DeviceTime read_device_time(std::string_view id, std::string_view toml);

} // namespace simulator
