#pragma once

/// @file
/// Which step of a program has to wait for which.

#include <cstddef>
#include <string>
#include <vector>

#include "tree.h"

namespace programs {

const Kernel& kernel_of(const Program& program, const std::string& name);

/// For each step the earlier ones of other streams that it has to wait for: those that touch a buffer of it, one of the
/// two changing it. Derived from what is there, so that a step can be taken away without a thought.
std::vector<std::vector<std::size_t>> waits_of(const Program& program);

} // namespace programs
