#pragma once

/// @file
/// Which loads from shared memory become one in machine code.

#include <cstdint>
#include <vector>

#include "analysis/kernel.h"

namespace simulator {

/// For each op of a kernel, the bytes a lane that its load from shared memory has in machine code: 8 or 16
/// for the first of neighbours that ptxas makes one load of, 0 for the others of them, CountedKernel::unmerged for
/// all other loads.
///
/// ptxas merges loads of neighbouring words from one base register when it can prove the alignment and
/// nothing in between can write to shared memory. PTX has them one by one, so their number and bank conflicts
/// would come out too high.
std::vector<std::uint8_t> merged_shared_loads(const Kernel& kernel);

} // namespace simulator
