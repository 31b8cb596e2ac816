#pragma once

/// @file
/// Random kernels.

#include "scope.h"

namespace programs {

/// Elements of a buffer per thread.
constexpr std::uint32_t elements_per_thread = 4;

/// Makes a kernel for launches of up to `threads` threads, and buffers with four elements per thread.
Kernel make_kernel(Workshop& workshop, std::uint32_t threads, const std::vector<Array>& constants,
                   const std::vector<Callable>& callables);

} // namespace programs
