#pragma once

/// @file
/// How many bytes a solution copies between host and device: what a loop that keeps its data on the device
/// does without.

#include <cstdint>

namespace runner {

/// Counts from now on, from 0.
void start_copy_count();

/// Stops counting. Returns the bytes that were copied from the host to the device and back, by the CUDA
/// runtime's functions for copies of memory and of symbols; those that a kernel moves through mapped or
/// managed memory are not among them.
std::uint64_t stop_copy_count();

} // namespace runner
