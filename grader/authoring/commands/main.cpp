// The commands of those who keep the course: nothing here takes part in a student's grade.

#include "authoring/commands/commands.h"
#include "grading/command_line/for_authors.h"
#include "grading/command_line/program.h"

namespace {

grader::ExitStatus run(const grader::Options& options, const grader::Places& places) {
    using grader::Command;
    if (!grader::is_for_authors(options.command))
        throw grader::UsageError(
            "This program has the commands ladder, calibrate, check-course, counters and times alone.");
    grader::need_solutions(options);
    grader::Context context(options, places);
    switch (options.command) {
        case Command::ladder: return grader::ladder_command(context);
        case Command::calibrate: return grader::calibrate_command(context);
        case Command::times: return grader::times_command(context);
        case Command::counters: return grader::counters_command(context);
        default:
            return !options.mutants.empty() ? grader::mutants_command(context)
                   : !options.tasks.empty() ? grader::tasks_command(context)
                                            : grader::check_course_command(context);
    }
}

} // namespace

int main(int argc, char** argv) { return grader::run_program(argc, argv, run); }
