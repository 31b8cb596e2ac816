#pragma once

/// @file
/// The device process, which is the GPU of one program.

#include <cstdint>

#include "loading/settings.h"

namespace simulator::device {

/// Exit status of a device process.
enum DeviceStatus : int {
    success = 0,
    has_failures = 1, ///< a finding is a failure, or something was unsupported
    no_device = 2,    ///< the device process failed; the error was printed
};

/// Descriptors that connect a device process with the program and with other devices.
struct DeviceEndpoints {
    int socket;           ///< connected to the program
    int report;           ///< file for the report
    int common;           ///< file of memory that all devices share
    std::uint32_t number; ///< number of this device, counted from 0
};

/// Serves a program as its GPU until the program ends, and writes the report. The caller must be a process
/// with one thread that ends with the returned status.
DeviceStatus run_device_process(const DeviceEndpoints& endpoints, const runtime::Settings& settings);

} // namespace simulator::device
