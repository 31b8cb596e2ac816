#pragma once

/// @file
/// A program that touches memory of the device.

#include <cstdint>

namespace simulator::runtime {
class Runtime;
}

namespace simulator::device {

/// The program says that it was stopped when it touched @p address, in the call under way. What is wrong with that is
/// told. Whether the program may go on: it touches the address again.
bool handle_host_fault(runtime::Runtime& runtime, std::uint64_t address, bool writes);

} // namespace simulator::device
