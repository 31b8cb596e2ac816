#pragma once

/// @file
/// The parts of `grader times`.

#include <filesystem>
#include <string>
#include <vector>

#include "authoring/commands/proof_program.h"
#include "authoring/records/model/join.h"
#include "authoring/records/model/record.h"
#include "grading/command_line/context.h"

namespace grader {

/// `grader times [LAB...]`
struct TimesOptions : ContextOptions, KernelChoice {
    std::vector<std::string> labs;               ///< empty: every lab, unless there are programs
    std::vector<std::filesystem::path> programs; ///< every `--program`
    bool write = false;                          ///< `--write`: write what was modelled into docs/results/
    bool check = false;  ///< `--check`: hold what was written against what is modelled
    bool record = false; ///< `--record`: have a GPU tell its times

    /// Declares them on @p app.
    void declare(CLI::App& app);
};

/// `grader times --record`: on a GPU, has Nsight Compute say how near kernels come to what it can do.
ExitStatus record_times(Context& context, const TimesOptions& options);

/// Models the baseline, rungs and solution of @p lab that @p measured has the times of, and prints a line for each. @p all
/// becomes false where one cannot be modelled.
/// @param with_remedies whether remedies are asked for where the next rung gains, which takes longer
accuracy::ComparedLab model_lab(Context& context, const Lab& lab, const accuracy::MeasuredTimes& measured,
                                bool with_remedies, bool& all);

/// Models the kernels of @p program that @p choice asks for, and prints a line for each that @p measured has the
/// time of. Throws EnvironmentError where there is none.
std::vector<accuracy::ComparedKernel> model_program(Context& context, const std::filesystem::path& program,
                                                    const KernelChoice& choice,
                                                    const accuracy::MeasuredTimes& measured);

} // namespace grader
