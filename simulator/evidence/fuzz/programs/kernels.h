#pragma once

/// @file
/// Kernels by chance.

#include "scope.h"

namespace programs {

/// Elements of a buffer that belong to each thread.
constexpr std::uint32_t elements_per_thread = 4;

/// A kernel for launches of up to `threads` threads, and buffers with four elements for each of them.
Kernel make_kernel(Workshop& workshop, std::uint32_t threads, const std::vector<Array>& constants,
                   const std::vector<Callable>& callables);

} // namespace programs
