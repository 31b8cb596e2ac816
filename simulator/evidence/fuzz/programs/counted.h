#pragma once

/// @file
/// Kernels whose accesses a GPU's profiler counts.

#include "tree.h"

namespace programs {

/// Makes a program of eight kernels with a few accesses each, in random patterns that repeat for 50 us or
/// more on an H200. All loaded values are 0, which only the host knows, and become part of the next address.
/// So no compiler merges two accesses, moves one out of the loop or removes it, and the profiler counts as
/// many as the PTX has. Kernels of shared memory load nothing from global memory, which would disturb their
/// counts.
Program make_counted(std::uint64_t seed);

} // namespace programs
