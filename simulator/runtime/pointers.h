#pragma once

/// @file
/// A program's pointers as the simulated memory's addresses: they are the same numbers.

#include "memory/device_memory.h"

namespace simulator::runtime {

/// Where @p pointer points.
inline Address address_of(const void* pointer) { return reinterpret_cast<Address>(pointer); }
/// The other way round.
inline void* pointer_to(Address address) { return reinterpret_cast<void*>(address); }

} // namespace simulator::runtime
