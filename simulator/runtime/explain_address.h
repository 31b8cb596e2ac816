#pragma once

/// @file
/// Descriptions of device addresses for the checks' findings.

#include "memory/device_memory.h"
#include "message/message.h"

namespace simulator::runtime {

/// Describes the allocation that contains @p address or is near it; empty if there is none.
kernelsmith::Message explain_address(const DeviceMemory& memory, Address address);

/// Describes an allocation: "the 4000 bytes that cudaMalloc number 2 (main.cu:12) gave".
kernelsmith::Message name_of(const DeviceMemory& memory, const Allocation& allocation);

} // namespace simulator::runtime
