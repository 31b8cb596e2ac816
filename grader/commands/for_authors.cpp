#include "commands/for_authors.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

#include <fmt/core.h>

#include "errors.h"

namespace grader {

bool is_for_authors(Command command) {
    return command == Command::ladder || command == Command::check_course || command == Command::counters;
}

void become_authoring_program(const Places& places, char** argv) {
    const std::filesystem::path program = places.programs / "grader-authoring";
    ::execv(program.c_str(), argv);
    const int error = errno;
    if (error == ENOENT)
        throw EnvironmentError(
            fmt::format("This command is for those who keep the course, and its program is not built.\n"
                        "Where the course's sources are: cmake --build {} --target authoring",
                        places.programs.parent_path().string()));
    throw EnvironmentError(fmt::format("cannot start {}: {}", program.string(), std::strerror(error)));
}

} // namespace grader
