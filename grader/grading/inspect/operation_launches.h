#pragma once

/// @file
/// Matches the launches in the simulator's report with the operations that the runner recorded.

#include <cstddef>
#include <vector>

#include "grading/channel/operation.h"
#include "grading/inspect/observation.h"

namespace grader {

/// Returns, for each of @p operations, the indices of those of @p launches that are its kernels. Launches of
/// the same kernel are assigned in order.
std::vector<std::vector<std::size_t>> launches_of_operations(const std::vector<Operation>& operations,
                                                             const std::vector<ObservedLaunch>& launches);

} // namespace grader
