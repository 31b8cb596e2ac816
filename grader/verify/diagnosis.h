#pragma once

/// @file
/// From a list of wrong elements to a sentence that helps.

#include <span>
#include <string>
#include <vector>

#include "child/launch.h"
#include "kernelsmith/problem.h"

namespace grader {

/// What the wrong elements of @p comparison, an output of @p buffer's shape, look like and what that
/// suggests: one sentence for each pattern found, the most telling first. Empty when there is no pattern.
/// @param launches the kernels that are known to have been launched
std::vector<std::string> diagnose(const kernelsmith::Comparison& comparison,
                                  const kernelsmith::Buffer& buffer, std::span<const Launch> launches);

/// "row 3, column 17" for two dimensions, "[3][1][17]" for more, "element 17" for one.
std::string place(std::size_t index, const kernelsmith::Buffer& buffer);

/// The first mismatches as lines: place, expected, got.
std::vector<std::string> mismatch_table(const kernelsmith::Comparison& comparison,
                                        const kernelsmith::Buffer& buffer);

} // namespace grader
