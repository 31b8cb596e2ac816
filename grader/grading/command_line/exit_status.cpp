#include "grading/command_line/exit_status.h"

namespace grader {

ExitStatus exit_status_of(const GradeReport& report, bool device_usable, bool exit_zero) {
    bool failed = false;
    bool graded = true;
    for (const Submission& submission : report.submissions)
        for (const LabGrade& grade : submission.labs) {
            failed = failed || grade.verdict == Verdict::fail;
            graded = graded && (grade.verdict != Verdict::not_graded || is_right_replay(grade));
        }
    if (!graded && device_usable) return ExitStatus::environment;
    if (exit_zero) return ExitStatus::passed;
    if (failed) return ExitStatus::not_passed;
    return graded ? ExitStatus::passed : ExitStatus::environment;
}

} // namespace grader
