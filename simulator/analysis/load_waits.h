#pragma once

/// @file
/// Waits of a warp for its loads from global memory, estimated from the instructions.

#include <vector>

#include "analysis/kernel.h"
#include "ptx/module.h"

namespace simulator {

/// Finds the waits of each instruction of @p function.
///
/// PTX has loads where the source has them; ptxas moves instructions within a basic block, so that as many
/// loads as possible are issued before the first value is used. Here it is assumed to move them as far as
/// their operands, barriers and stores allow, whatever number of registers that costs. All loads in flight
/// when a warp waits complete together: that is one wait. A load whose address depends on another load's
/// value is issued only after the wait for that load. Loads that a basic block issues and does not use are
/// still in flight in its successors.
///
/// Stores to global memory and atomics may write what a later load reads, so loads stay after them, except
/// loads of read-only data (`ld.global.nc`). Moving a value from register to register, or widening it, does
/// not count as a use.
///
/// For a function too large to analyze, returns no waits.
std::vector<LoadWait> load_waits(const ptx::Function& function);

/// Finds the waits of each op of a kernel.
std::vector<LoadWait> load_waits(const Kernel& kernel);

} // namespace simulator
