#pragma once

/// @file
/// The files of gpu/devices and gpu/times as they were when the library was built. The functions are generated, see
/// embed_devices.cmake.

#include <span>
#include <string_view>

namespace simulator {

/// A file of one of these folders.
struct DeviceText {
    std::string_view id;   ///< its name without `.toml`
    std::string_view toml; ///< its content
};

/// All files of gpu/devices, in the alphabet's order.
std::span<const DeviceText> device_texts();
/// All files of gpu/times, in the alphabet's order.
std::span<const DeviceText> time_texts();

} // namespace simulator
