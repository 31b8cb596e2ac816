#pragma once

/// @file
/// Wrong elements that hold what belongs in another place.

#include <string>

#include "kernelsmith/problem.h"

namespace grader {

/// Where the wrong elements of @p comparison, an output of @p buffer's shape, hold the values of other places, and what
/// that usually means: results shifted by a row or by an element, each tile transposed. Empty where they do not.
std::string about_moved_values(const kernelsmith::Comparison& comparison, const kernelsmith::Buffer& buffer);

} // namespace grader
