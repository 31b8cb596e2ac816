#pragma once

/// @file
/// A device's times as TOML, read strictly. Each value is `[number, "source"]` in the table `time` or a table within it. A
/// value that the model needs and that is missing is an error; so is any value without a source. Values that the
/// model does not need may be there, because `simulator/evidence/calibrate` measures more.

#include <string_view>

#include "gpu/device_time.h"

namespace simulator {

/// The times that @p toml says of the device @p id. Throws std::invalid_argument, which names the device and the key.
DeviceTime read_device_time(std::string_view id, std::string_view toml);

} // namespace simulator
