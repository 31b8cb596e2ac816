#pragma once

/// @file
/// The record of a launch in the report.

#include "gpu/occupancy.h"
#include "machine/launch.h"
#include "protocol/errors.h"
#include "report/launch_log.h"
#include "timing/timekeeper.h"

namespace simulator::runtime {

/// Returns the record of a launch that has run and ended with @p status.
LaunchRecord record_of(const Device& device, const KernelResources& resources, const LaunchRequest& request,
                       LaunchResult& result, cudaError_t status, timing::Timekeeper* timekeeper,
                       const sass::SassProgram& code);

} // namespace simulator::runtime
