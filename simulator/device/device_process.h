#pragma once

/// @file
/// A process that is a program's GPU.

#include <cstdint>

#include "loading/settings.h"

namespace simulator::device {

/// How such a process ends.
enum DeviceStatus : int {
    success = 0,
    has_failures = 1, ///< there is a finding that is a failure, or something could not be run
    no_device = 2,    ///< there was none; why was said
};

/// What connects such a process with others.
struct DeviceEndpoints {
    int socket;           ///< with the program at its other end
    int report;           ///< file for the report
    int common;           ///< file of memory that all devices have in common
    std::uint32_t number; ///< of this one among them
};

/// Is the GPU of a program until that has ended, and writes the report. For a process of its own with one thread, which
/// ends with what this returns.
DeviceStatus run_device_process(const DeviceEndpoints& endpoints, const runtime::Settings& settings);

} // namespace simulator::device
