#pragma once

/// @file
/// Which launches of the simulator's report belong to which operations that the runner noted.

#include <cstddef>
#include <vector>

#include "grading/channel/operation.h"
#include "grading/inspect/observation.h"

namespace grader {

/// For each of @p operations the numbers of those of @p launches that are its kernels. Launches of a kernel are handed out in their
/// order.
std::vector<std::vector<std::size_t>> launches_of_operations(const std::vector<Operation>& operations,
                                                             const std::vector<ObservedLaunch>& launches);

} // namespace grader
