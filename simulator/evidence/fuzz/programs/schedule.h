#pragma once

/// @file
/// Dependencies between the steps of a program.

#include <cstddef>
#include <string>
#include <vector>

#include "tree.h"

namespace programs {

const Kernel& kernel_of(const Program& program, const std::string& name);

/// Returns for each step the earlier steps of other streams for which it must wait: those that access one of
/// its buffers, if one of the two changes it. Computed from the program, so that any step can be removed.
std::vector<std::vector<std::size_t>> waits_of(const Program& program);

} // namespace programs
