#pragma once

/// @file
/// Loads from shared memory that ptxas merges into one.

#include <cstdint>
#include <vector>

#include "analysis/kernel.h"

namespace simulator {

/// For each op of a kernel, returns the bytes per lane of its load from shared memory in SASS: 8 or 16 for
/// the first of the adjacent loads that ptxas merges, 0 for the others, and CountedKernel::unmerged for all
/// other loads.
///
/// ptxas merges loads of adjacent words from one base register if it can prove the alignment, and if no
/// instruction between them can write to shared memory. PTX has separate loads, so their number and their
/// bank conflicts would be counted too high.
std::vector<std::uint8_t> merged_shared_loads(const Kernel& kernel);

} // namespace simulator
