#pragma once

/// @file
/// Counters by kernel, whoever counted them.

#include <string>
#include <vector>

#include "grading/inspect/observation.h"

namespace grader {

/// All launches of one kernel together.
struct KernelCounts {
    std::string kernel;       ///< without namespace, parameters and blanks: "scale<4,float>"
    std::size_t launches = 0; ///< how many of them
    Counts counts;            ///< those of compared_metrics() that are not 0
};

/// @p launches by kernel, in the order of the first launches.
std::vector<KernelCounts> by_kernel(const std::vector<ObservedLaunch>& launches);

/// A kernel's name as everybody would write it: compilers and profilers have a taste of their own in blanks,
/// casts, parameters and namespaces.
std::string plain_kernel_name(const std::string& signature);

} // namespace grader
