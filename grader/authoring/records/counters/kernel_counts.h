#pragma once

/// @file
/// Counters summed by kernel, from the simulator or from a GPU.

#include <string>
#include <vector>

#include "grading/inspect/observation.h"

namespace grader {

/// Counts of all launches of one kernel.
struct KernelCounts {
    std::string kernel;       ///< without namespace, parameters and blanks: "scale<4,float>"
    std::size_t launches = 0; ///< number of launches
    Counts counts;            ///< those of compared_metrics() that are not 0
};

/// Sums the counters of @p launches by kernel, in the order of the first launches.
std::vector<KernelCounts> by_kernel(const std::vector<ObservedLaunch>& launches);

/// Returns a canonical form of a kernel's name: compilers and profilers differ in blanks, casts,
/// parameters and namespaces.
std::string plain_kernel_name(const std::string& signature);

} // namespace grader
