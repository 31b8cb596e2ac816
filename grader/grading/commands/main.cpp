// The grader as a student has it: one command, one function. What only the course's authors do is another program's.

#include "grading/command_line/for_authors.h"
#include "grading/command_line/program.h"
#include "grading/commands/commands.h"

namespace {

grader::ExitStatus run(const grader::Options& options, const grader::Places& places) {
    using grader::Command;
    if (options.command == Command::doctor) return grader::doctor_command(options, places);
    grader::Context context(options, places);
    switch (options.command) {
        case Command::sweep: return grader::sweep_command(context);
        case Command::explain: return grader::explain_command(context);
        case Command::timeline: return grader::timeline_command(context);
        case Command::hint: return grader::hint_command(context);
        case Command::watch: return grader::watch_command(context);
        case Command::history: return grader::history_command(context);
        case Command::list: return grader::list_command(context);
        default: return grader::grade_command(context);
    }
}

} // namespace

int main(int argc, char** argv) {
    return grader::run_program(argc, argv, [&](const grader::Options& options, const grader::Places& places) {
        if (grader::is_for_authors(options.command) || grader::names_patch(options)) {
            grader::need_solutions(options);
            grader::become_authoring_program(places, argv);
        }
        if (grader::is_for_a_class(options, places)) grader::become_class_program(places, argv);
        for (const grader::ReportOption& report : options.reports)
            if (report.format != "console" && report.format != "json")
                throw grader::UsageError("There is no report " + report.format +
                                         " of one's own files. There are: console, json.");
        return run(options, places);
    });
}
