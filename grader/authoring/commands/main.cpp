// The commands of those who keep the course: nothing here takes part in a student's grade.

#include <cerrno>
#include <cstring>
#include <unistd.h>

#include <fmt/core.h>

#include "authoring/commands/commands.h"
#include "authoring/patch/patched_source.h"
#include "grading/command_line/for_authors.h"
#include "grading/command_line/program.h"

namespace {

/// The grader once more, on the whole file that the patch makes of the solution in place of the patch.
[[noreturn]] void grade_whole_file(grader::Context& context, const grader::Places& places, char** argv) {
    const std::string source =
        grader::whole_source(context.backend(), context.lab(), context.options().file).string();
    const std::string joined = "--file=" + source;
    for (char** word = argv; *word != nullptr; ++word) {
        if (std::strcmp(*word, "--file") == 0 && word[1] != nullptr)
            word[1] = const_cast<char*>(source.c_str());
        if (std::strncmp(*word, "--file=", 7) == 0) *word = const_cast<char*>(joined.c_str());
    }
    const std::filesystem::path program = places.programs / "grader";
    ::execv(program.c_str(), argv);
    throw grader::EnvironmentError(
        fmt::format("cannot start {}: {}", program.string(), std::strerror(errno)));
}

grader::ExitStatus run(const grader::Options& options, const grader::Places& places, char** argv) {
    using grader::Command;
    const bool patch = grader::names_patch(options);
    if (!grader::is_for_authors(options.command) && !patch)
        throw grader::UsageError(
            "This program has the commands ladder, calibrate, check-course, counters and times alone.");
    grader::need_solutions(options);
    grader::Context context(options, places);
    if (patch) grade_whole_file(context, places, argv);
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

int main(int argc, char** argv) {
    return grader::run_program(argc, argv, [&](const grader::Options& options, const grader::Places& places) {
        return run(options, places, argv);
    });
}
