// The commands of those who grade others: nothing here takes part in the grade of one's own files.

#include "commands/program.h"
#include "instructing/commands.h"

namespace {

grader::ExitStatus run(const grader::Options& options, const grader::Places& places) {
    using grader::Command;
    switch (options.command) {
        case Command::class_drive: return grader::class_drive_command(options, places);
        case Command::class_status: return grader::class_status_command(options);
        case Command::class_work: return grader::class_work_command(options);
        default: break;
    }
    if (options.command != Command::grade || options.all.empty())
        throw grader::UsageError("This program grades classes alone: --all DIR, or class COMMAND DIR.");
    grader::Context context(options, places);
    return grader::grade_class_command(context);
}

} // namespace

int main(int argc, char** argv) { return grader::run_program(argc, argv, run); }
