#pragma once

/// @file
/// The clocks of an NVIDIA GPU, by the library of its driver: loaded where it is there, missed nowhere else.

#include <memory>
#include <string>

#include "grading/backend/clock_source.h"

namespace grader {

/// The library's name where a driver is installed.
inline constexpr const char* nvml_library = "libnvidia-ml.so.1";

/// The clocks of the GPU at @p pci_bus_id, which CUDA and NVML call by the same number, though not in the same order.
/// Null where @p library is not there, or knows no such GPU.
std::unique_ptr<ClockSource> nvml_clocks(const std::string& pci_bus_id,
                                         const std::string& library = nvml_library);

} // namespace grader
