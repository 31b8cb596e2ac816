#include "commands/for_authors.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

#include <fmt/core.h>

#include "commands/context.h"
#include "errors.h"

namespace grader {

bool is_for_authors(Command command) {
    return command == Command::ladder || command == Command::check_course || command == Command::counters;
}

void need_solutions(const Options& options) {
    if (options.command == Command::counters && !options.programs.empty()) return;
    if (has_solutions(course_root(options))) return;
    const char* what = options.command == Command::check_course ? "check-course holds the labs against"
                       : options.command == Command::ladder     ? "ladder times"
                                                                : "counters counts";
    throw UsageError(
        fmt::format("{} the solutions and the rungs of their ladders, and they are not handed out "
                    "with this course.",
                    what));
}

void become_authoring_program(const Places& places, char** argv) {
    const std::filesystem::path program = places.programs / "grader-authoring";
    ::execv(program.c_str(), argv);
    const int error = errno;
    if (error == ENOENT)
        throw EnvironmentError(
            fmt::format("This command is for the course's authors, and its program is not built.\n"
                        "Build it with: cmake --build {} --target authoring",
                        places.programs.parent_path().string()));
    throw EnvironmentError(fmt::format("cannot start {}: {}", program.string(), std::strerror(error)));
}

} // namespace grader
