#pragma once

/// @file
/// Kernels whose accesses a GPU's profiler counts.

#include "tree.h"

namespace programs {

/// A program of eight kernels with a few accesses each, in patterns by chance, over and over: 50 us or more on an H200. What
/// is loaded is 0, which only the host knows, and becomes part of the next address. So no compiler merges two accesses,
/// moves one out of the loop or drops it, and as many are counted as stand in the PTX. Kernels of shared memory load nothing
/// from global memory beside it, which would disturb its counts.
Program make_counted(std::uint64_t seed);

} // namespace programs
