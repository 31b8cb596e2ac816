// The grader: one command, one function. Whatever goes wrong ends here with its own exit status.

#include <iostream>

#include "commands/commands.h"
#include "course/manifest.h"

namespace {

grader::ExitStatus run(int argc, char** argv) {
    using grader::Command;
    const grader::Options options = grader::parse_options(argc, argv);
    const grader::Places places = grader::find_places();
    if (options.command == Command::doctor) return grader::doctor_command(options, places);
    grader::Context context(options, places);
    switch (options.command) {
        case Command::ladder: return grader::ladder_command(context);
        case Command::sweep: return grader::sweep_command(context);
        case Command::explain: return grader::explain_command(context);
        case Command::hint: return grader::hint_command(context);
        case Command::list: return grader::list_command(context);
        case Command::check_course: return grader::check_course_command(context);
        case Command::counters: return grader::counters_command(context);
        default: return grader::grade_command(context);
    }
}

int report(grader::ExitStatus status, const char* what) {
    std::cerr << "grader: " << what << '\n';
    return static_cast<int>(status);
}

} // namespace

int main(int argc, char** argv) {
    using grader::ExitStatus;
    try {
        return static_cast<int>(run(argc, argv));
    } catch (const grader::UsageError& error) {
        return report(ExitStatus::usage, error.what());
    } catch (const grader::ManifestError& error) {
        return report(ExitStatus::environment, error.what());
    } catch (const std::exception& error) {
        // EnvironmentError, and whatever nobody foresaw: the machine's or the grader's fault, never the
        // student's.
        return report(ExitStatus::environment, error.what());
    }
}
