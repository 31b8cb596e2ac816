#pragma once

/// @file
/// Progress and reports of a class's run: while it runs, at its end, and when it is interrupted.

#include <string>

#include "base/interrupt.h"
#include "classroom/run/class_folder.h"
#include "classroom/run/run_status.h"
#include "grading/command_line/context.h"
#include "grading/grade/grade.h"

namespace grader {

/// Prints the progress of a run, and writes its reports.
class RunReports {
public:
    /// Reports on @p run_status of the class in @p folder, as @p options say. All must outlive this.
    RunReports(Context& context, const GradingOptions& options, const ClassFolder& folder,
               const RunStatus& run_status)
        : context_(context), options_(options), folder_(folder), run_status_(run_status) {}

    /// Shows the progress @p line. At intervals also writes reports of the grades so far, so that instructors
    /// can read them early.
    void going_on(const std::string& line);
    /// Prints the table, writes all reports, and returns the process's exit status.
    ExitStatus done();
    /// Writes all reports of the grades so far.
    void write_all();
    /// Writes all reports of the grades so far, and throws @p why, extended by how to continue the run.
    [[noreturn]] void throw_interrupted(const std::string& why);

private:
    [[nodiscard]] GradeReport report_so_far() const;
    void print_and_write(const GradeReport& report);
    void write_partial_reports();

    Context& context_;
    const GradingOptions& options_;
    const ClassFolder& folder_;
    const RunStatus& run_status_;
    std::size_t written_ = 0; ///< number of grades in the last report
    double next_at_ = 0;      ///< earliest time of the next report
};

} // namespace grader
