#pragma once

/// @file
/// The modelled GPU in CUDA's terms.

#include <driver_types.h>

#include <optional>

#include "gpu/device.h"

namespace simulator::runtime {

/// Returns the result of cudaDeviceGetAttribute; empty for an attribute that CUDA does not define.
std::optional<int> attribute_of(const Device& device, cudaDeviceAttr attribute);

/// Returns the result of cudaGetDeviceProperties.
cudaDeviceProp properties_of(const Device& device);

} // namespace simulator::runtime
