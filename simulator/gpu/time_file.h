#pragma once

/// @file
/// A device's times as TOML (time_values.h), read strictly. A value that the model needs must exist, and every
/// value must have a source. Values that the model does not need are allowed, because
/// `simulator/calibrate` measures more. A file with `derived_from` may omit every value but the clock
/// (derived_time.h); in such a file, a key that the model and the rules do not need is an error.

#include <span>
#include <string_view>

#include "gpu/device.h"
#include "gpu/device_texts.h"
#include "gpu/device_time.h"
#include "gpu/time_values.h"

namespace simulator {

/// Returns the times of the device @p id, one of @p files, which also has the devices that they are derived
/// from. Throws std::invalid_argument, which names the device and the key.
DeviceTime read_device_time(std::string_view id, std::span<const DeviceText> files);

/// Returns the same times as values, including the derived ones, and those that only the rules need.
TimeValues read_time_values(std::string_view id, std::span<const DeviceText> files);

/// Returns the times of @p device from @p values; those that they omit are derived from the device @p base, one of
/// @p files. Values that the model does not need are ignored. Throws std::invalid_argument.
DeviceTime derive_device_time(const Device& device, TimeValues values, std::string_view base,
                              std::span<const DeviceText> files);

} // namespace simulator
