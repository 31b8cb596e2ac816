// The commands of those who grade others: nothing here takes part in the grade of one's own files.

#include "classroom/commands/appeals.h"
#include "classroom/commands/commands.h"
#include "grading/command_line/program.h"

namespace {

grader::ExitStatus run(const grader::Options& options, const grader::Places& places) {
    using grader::Command;
    switch (options.command) {
        case Command::bundle: {
            const grader::ClassOptions& wish = options.of_class;
            grader::Context context(options, places);
            return grader::bundle_command(context, {wish.output, wish.keys, wish.instructor, wish.student});
        }
        case Command::replay: {
            const grader::ClassOptions& wish = options.of_class;
            return grader::replay_command(options, places,
                                          {wish.bundle, wish.keys, wish.trust, wish.untrusted});
        }
        case Command::class_changes: return grader::class_changes_command(options);
        case Command::class_report: return grader::class_report_command(options, places);
        case Command::class_drive: return grader::class_drive_command(options, places);
        case Command::class_status: return grader::class_status_command(options);
        case Command::class_watch: return grader::class_watch_command(options, places);
        case Command::class_work: return grader::class_work_command(options);
        default: break;
    }
    if (options.command != Command::grade || options.all.empty())
        throw grader::UsageError("This program has the commands class, bundle, replay and --all DIR alone.");
    grader::Context context(options, places);
    return grader::grade_class_command(context);
}

} // namespace

int main(int argc, char** argv) { return grader::run_program(argc, argv, run); }
