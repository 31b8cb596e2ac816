#pragma once

/// @file
/// Ladder with modelled times, for machines without a GPU.

#include <cstdint>

#include "base/errors.h"
#include "grading/command_line/context.h"

namespace grader {

/// Grades the baseline, all rungs and the solution of @p lab without the step `fast`. Prints for each the
/// simulator's counts, its modelled time, and the time that the course recorded on the modelled GPU.
ExitStatus modelled_ladder(Context& context, const Lab& lab, std::uint64_t seed);

} // namespace grader
