#pragma once

/// @file
/// Which memory a device address belongs to, as the checks say it.

#include "memory/device_memory.h"
#include "message/message.h"

namespace simulator::runtime {

/// What @p address belongs to or is near; empty when that is nothing.
kernelsmith::Message explain_address(const DeviceMemory& memory, Address address);

/// "the 4000 bytes that cudaMalloc number 2 (main.cu:12) gave"
kernelsmith::Message name_of(const DeviceMemory& memory, const Allocation& allocation);

} // namespace simulator::runtime
