#pragma once

/// @file
/// Conversions between the program's pointers and simulated addresses, which have the same values.

#include "memory/device_memory.h"

namespace simulator::runtime {

/// Returns the address of @p pointer.
inline Address address_of(const void* pointer) { return reinterpret_cast<Address>(pointer); }
/// Returns the pointer to @p address.
inline void* pointer_to(Address address) { return reinterpret_cast<void*>(address); }

} // namespace simulator::runtime
