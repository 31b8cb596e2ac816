#pragma once

/// @file
/// The files of gpu/devices and gpu/times, as they were when the library was built. The functions are
/// generated, see embed_devices.cmake.

#include <span>
#include <string_view>

namespace simulator {

/// A file of one of these folders.
struct DeviceText {
    std::string_view id;   ///< file name without `.toml`
    std::string_view toml; ///< content
};

/// Returns all files of gpu/devices in alphabetical order.
std::span<const DeviceText> device_texts();
/// Returns all files of gpu/times in alphabetical order.
std::span<const DeviceText> time_texts();

} // namespace simulator
