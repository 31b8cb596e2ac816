#pragma once

/// @file
/// Reads that wait for what others write.

#include <vector>

#include "analysis/control_flow.h"
#include "ptx/module.h"

namespace simulator {

/// For each instruction of a function with the control flow @p flow, whether it is a load or an atomic that polls: it can
/// come again and again to the same address with the same operands, its value decides when that ends, and it wants to see
/// what others have written meanwhile. An atomic always does; a load says so itself (`__ldcg`, `__ldcv`, volatile), or a
/// fence or `__nanosleep` on the way round does.
/// In a function that is called it is the caller who may go round, so there it is enough that the load says so itself and
/// its value is returned.
///
/// A loop that reads on and on at other addresses does not poll, however it reads, and neither does one that a counter
/// ends.
std::vector<bool> polling_reads(const ptx::Function& function, const ControlFlow& flow);

} // namespace simulator
