#pragma once

/// @file
/// The SASS cost of each PTX instruction of a kernel.

#include <vector>

#include "sass/sass_program.h"
#include "timing/kernel_facts.h"

namespace simulator::timing {

/// Returns the costs by the SASS that ptxas generated for the kernel; default_costs() for functions that @p
/// code lacks.
std::vector<SassCost> sass_costs(const Kernel& kernel, const sass::SassProgram& code);

} // namespace simulator::timing
