#pragma once

/// @file
/// What the machine code has of each instruction of a kernel.

#include <vector>

#include "sass/sass_program.h"
#include "timing/kernel_facts.h"

namespace simulator::timing {

/// By what ptxas has made of the kernel; where @p code does not have it, default_costs().
std::vector<MachineCost> machine_costs(const Kernel& kernel, const sass::SassProgram& code);

} // namespace simulator::timing
