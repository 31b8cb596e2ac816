#pragma once

/// @file
/// When a warp has to wait for what it loads from global memory, as far as its instructions say.

#include <vector>

#include "analysis/kernel.h"
#include "ptx/module.h"

namespace simulator {

/// Finds the waits of each instruction of @p function.
///
/// PTX has loads where the source has them; ptxas moves instructions within a basic block, so that as much as possible is
/// asked for before the first value is used. Here it is taken to move them as far as their operands, barriers and
/// stores let it, whatever that costs of registers. All loads that are under way when a warp waits arrive together: that is
/// one wait. A load whose address depends on another one's value begins only behind that one's wait. What a block of
/// instructions has asked for and does not use is still under way in the blocks behind it.
///
/// Stores to global memory and atomics may write what a later load reads, so loads stay behind them, but for loads of what
/// nobody writes (`ld.global.nc`). A value that is only moved from register to register, or widened, is not used yet.
///
/// Of a function too long to look through, none is found.
std::vector<LoadWait> load_waits(const ptx::Function& function);

/// The same for each op of a kernel.
std::vector<LoadWait> load_waits(const Kernel& kernel);

} // namespace simulator
