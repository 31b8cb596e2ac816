#pragma once

/// @file
/// A program that touches memory of the device.

#include <cstdint>

namespace simulator::runtime {
class Runtime;
}

namespace simulator::device {

/// Notes that the program says it has touched @p address, in the call under way.
void note_host_access(runtime::Runtime& runtime, std::uint64_t address);

} // namespace simulator::device
