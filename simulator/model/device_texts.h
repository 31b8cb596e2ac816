#pragma once

/// @file
/// The files of model/devices as they were when the library was built. The function is generated, see
/// embed_devices.cmake.

#include <span>
#include <string_view>

namespace simulator {

/// A file of model/devices.
struct DeviceText {
    std::string_view id;   ///< its name without `.toml`
    std::string_view toml; ///< its content
};

/// All of them, in the alphabet's order.
std::span<const DeviceText> device_texts();

} // namespace simulator
