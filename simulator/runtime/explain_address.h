#pragma once

/// @file
/// Device addresses in the words of the checks.

#include <string>

#include "memory/device_memory.h"

namespace simulator::runtime {

/// What @p address belongs to or is near; empty when that is nothing.
std::string explain_address(const DeviceMemory& memory, Address address);

/// "the 4000 bytes that cudaMalloc number 2 (main.cu:12) gave"
std::string name_of(const DeviceMemory& memory, const Allocation& allocation);

} // namespace simulator::runtime
