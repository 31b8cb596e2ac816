#pragma once

/// @file
/// The modelled GPU in CUDA's own terms.

#include <driver_types.h>

#include <optional>

#include "gpu/device.h"

namespace simulator::runtime {

/// What cudaDeviceGetAttribute says; nothing for an attribute that CUDA does not know.
std::optional<int> attribute_of(const Device& device, cudaDeviceAttr attribute);

/// What cudaGetDeviceProperties says.
cudaDeviceProp properties_of(const Device& device);

} // namespace simulator::runtime
