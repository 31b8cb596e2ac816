#pragma once

/// @file
/// The clock rates of an NVIDIA GPU from NVML, the driver's library, which is loaded only if it is installed.

#include <memory>
#include <string>

#include "grading/backend/clock_source.h"

namespace grader {

/// File name of the NVML library, which is installed with a driver.
inline constexpr const char* nvml_library = "libnvidia-ml.so.1";

/// Returns the clock rates of the GPU at @p pci_bus_id, which CUDA and NVML agree on, although they order
/// devices differently. Null if @p library is not installed, or does not know such a GPU.
std::unique_ptr<ClockSource> nvml_clocks(const std::string& pci_bus_id,
                                         const std::string& library = nvml_library);

} // namespace grader
