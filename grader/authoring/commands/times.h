#pragma once

/// @file
/// The parts of `grader times`.

#include "authoring/commands/commands.h"
#include "authoring/records/model/join.h"
#include "authoring/records/model/record.h"

namespace grader {

/// `grader times --record`: on a GPU, has Nsight Compute say how near kernels come to what it can do.
ExitStatus record_times(Context& context);

/// Models the baseline, rungs and solution of @p lab that @p measured has the times of, and prints a line for each. @p all
/// becomes false where one cannot be modelled.
/// @param with_remedies whether remedies are asked for where the next rung gains, which takes longer
accuracy::ComparedLab model_lab(Context& context, const Lab& lab, const accuracy::Measured& measured,
                                bool with_remedies, bool& all);

/// Models the kernels that the command line asks for, of @p program, and prints a line for each that @p measured has the
/// time of. Throws EnvironmentError where there is none.
std::vector<accuracy::ComparedKernel> model_program(Context& context, const std::filesystem::path& program,
                                                    const accuracy::Measured& measured);

} // namespace grader
