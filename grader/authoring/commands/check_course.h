#pragma once

/// @file
/// Parts of `grader check-course`.

#include <string>
#include <vector>

#include "base/errors.h"
#include "grading/command_line/context.h"

namespace grader {

/// `grader check-course [LAB...]`
struct CheckCourseOptions : ContextOptions, JobsOption {
    std::vector<std::string> labs;    ///< empty: every lab
    bool fix = false;                 ///< `--fix`: write the generated tables
    bool released = false;            ///< `--released`: an edited student.cu is an error
    std::string part;                 ///< `--part`: part of the rungs and mistakes, "1/3"; empty: all of them
    std::string mutants;              ///< `--mutants`: the lab whose mutants are graded; empty: none
    std::string tasks;                ///< `--tasks`: the lab that is graded after each task; empty: none
    std::vector<std::string> devices; ///< `--devices`: the modelled GPUs to grade on, or "all"; empty: none
    bool record = false; ///< `--record`: write docs/results/, with `mutants`, `tasks` or `devices`

    /// Declares the options on @p app.
    void declare(CLI::App& app);
};

/// `grader check-course --mutants LAB`
ExitStatus check_mutants(Context& context, const CheckCourseOptions& options);
/// `grader check-course --tasks LAB`
ExitStatus check_tasks(Context& context, const CheckCourseOptions& options);
/// `grader check-course --devices all`
ExitStatus check_devices(Context& context, const CheckCourseOptions& options);

} // namespace grader
