#pragma once

/// @file
/// A launch as the report tells of it.

#include "machine/launch.h"
#include "model/occupancy.h"
#include "observe/launch_log.h"
#include "runtime/errors.h"
#include "timing/timekeeper.h"

namespace simulator::runtime {

/// What there is to say about a launch that has run and ended with @p status.
LaunchRecord record_of(const Device& device, const KernelResources& resources, const LaunchRequest& request,
                       LaunchResult& result, cudaError_t status, timing::Timekeeper* timekeeper,
                       const machine_code::MachineCode& code);

} // namespace simulator::runtime
