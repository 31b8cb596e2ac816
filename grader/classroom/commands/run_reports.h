#pragma once

/// @file
/// What is shown and written of a class's run: while it goes on, at its end, and where it is stopped.

#include <string>

#include "base/interrupt.h"
#include "classroom/run/class_folder.h"
#include "classroom/run/run_status.h"
#include "grading/command_line/context.h"
#include "grading/grade/grade.h"

namespace grader {

/// Shows how far a run has got, and writes reports of it.
class RunReports {
public:
    /// Of @p standing, of the class in @p folder, as @p options ask. All have to outlive this.
    RunReports(Context& context, const GradingOptions& options, const ClassFolder& folder,
               const RunStatus& run_status)
        : context_(context), options_(options), folder_(folder), run_status_(run_status) {}

    /// Shows @p line. Now and then writes what has been graded so far, for whoever looks.
    void going_on(const std::string& line);
    /// Prints the table, writes all reports, and says what the process ends with.
    ExitStatus done();
    /// Writes all reports of what there is.
    void write_all();
    /// The same of what there is, and throws @p why with words about the rest.
    [[noreturn]] void throw_interrupted(const std::string& why);

private:
    [[nodiscard]] GradeReport report_so_far() const;
    void print_and_write(const GradeReport& report);
    void write_partial_reports();

    Context& context_;
    const GradingOptions& options_;
    const ClassFolder& folder_;
    const RunStatus& run_status_;
    std::size_t written_ = 0; ///< how many grades were in the last report
    double next_at_ = 0;      ///< when the next one may be written
};

} // namespace grader
