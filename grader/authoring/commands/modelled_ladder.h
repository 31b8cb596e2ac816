#pragma once

/// @file
/// A ladder where no clock is.

#include <cstdint>

#include "base/errors.h"
#include "grading/command_line/context.h"

namespace grader {

/// Grades the baseline, all rungs and the solution of @p lab without the step `fast`, and prints for each what was counted,
/// what time the simulator models, and what time this course has measured on the GPU that is modelled.
ExitStatus modelled_ladder(Context& context, const Lab& lab, std::uint64_t seed);

} // namespace grader
