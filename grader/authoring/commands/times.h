#pragma once

/// @file
/// Parts of `grader times`.

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
    std::vector<std::string> labs;               ///< empty: every lab, unless programs are given
    std::vector<std::filesystem::path> programs; ///< each `--program`
    bool write = false;                          ///< `--write`: write the modelled times to docs/results/
    bool check = false;  ///< `--check`: compare the recorded times with those modelled now
    bool record = false; ///< `--record`: measure times on a GPU

    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

/// `grader times --record`: measures, with Nsight Compute on a GPU, how close kernels come to the GPU's peak
/// throughputs.
ExitStatus record_times(Context& context, const TimesOptions& options);

/// Models those of baseline, rungs and solution of @p lab that have a time in @p measured, and prints one
/// line each. Sets @p all to false if one cannot be modelled.
/// @param with_suggestions whether to compute suggestions where the next rung is faster, which takes longer
accuracy::ComparedLab model_lab(Context& context, const Lab& lab, const accuracy::MeasuredTimes& measured,
                                bool with_suggestions, bool& all);

/// Models the kernels of @p program that @p choice selects, and prints one line for each that has a time in
/// @p measured. Throws EnvironmentError if there is none.
std::vector<accuracy::ComparedKernel> model_program(Context& context, const std::filesystem::path& program,
                                                    const KernelChoice& choice,
                                                    const accuracy::MeasuredTimes& measured);

} // namespace grader
