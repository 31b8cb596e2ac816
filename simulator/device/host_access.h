#pragma once

/// @file
/// Accesses of the host to device memory.

#include <cstdint>

namespace simulator::runtime {
class Runtime;
}

namespace simulator::device {

/// Handles a signal of the program, which has accessed @p address on the host during the current call. Adds a
/// finding if the access was wrong. Returns whether the program may continue and repeat the access.
bool handle_host_fault(runtime::Runtime& runtime, std::uint64_t address, bool writes);

} // namespace simulator::device
