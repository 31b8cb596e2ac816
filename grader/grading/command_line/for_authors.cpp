#include "grading/command_line/for_authors.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

#include <fmt/core.h>

#include "base/errors.h"
#include "course/submissions.h"
#include "grading/command_line/context.h"

namespace grader {
namespace {

struct Program {
    const char* name;
    const char* target;
    const char* whom;
};

[[noreturn]] void become(const Places& places, const Program& program, char** argv) {
    const std::filesystem::path file = places.programs / program.name;
    ::execv(file.c_str(), argv);
    const int error = errno;
    if (error == ENOENT)
        throw EnvironmentError(fmt::format("This command is for {}, and its program is not built.\n"
                                           "Build it with: cmake --build {} --target {}",
                                           program.whom, places.programs.parent_path().string(),
                                           program.target));
    throw EnvironmentError(fmt::format("cannot start {}: {}", file.string(), std::strerror(error)));
}

} // namespace

bool is_for_authors(Command command) {
    return command == Command::ladder || command == Command::calibrate || command == Command::check_course ||
           command == Command::counters || command == Command::times;
}

bool names_patch(const Options& options) { return options.file.extension() == ".patch"; }

void need_solutions(const Options& options) {
    if ((options.command == Command::counters || options.command == Command::times) &&
        !options.programs.empty())
        return;
    if (has_solutions(course_root(options))) return;
    const char* what = options.command == Command::check_course ? "check-course holds the labs against"
                       : options.command == Command::ladder     ? "ladder times"
                       : options.command == Command::calibrate  ? "calibrate measures"
                       : options.command == Command::times      ? "times models"
                       : options.command == Command::counters   ? "counters counts"
                                                                : "a patch changes";
    throw UsageError(
        fmt::format("{} the solutions and the rungs of their ladders, and they are not handed out "
                    "with this course.",
                    what));
}

bool is_for_a_class(const Options& options, const Places& places) {
    for (const Command command :
         {Command::bundle, Command::class_changes, Command::class_drive, Command::class_report,
          Command::class_status, Command::class_watch, Command::class_work, Command::replay})
        if (options.command == command) return true;
    if (options.command != Command::grade || options.all.empty()) return false;
    return find_submissions(options.all, Course(course_root(options), places.programs.parent_path() / "labs"))
        .many;
}

void become_authoring_program(const Places& places, char** argv) {
    become(places, {"grader-authoring", "authoring", "the course's authors"}, argv);
}

void become_class_program(const Places& places, char** argv) {
    become(places, {"grader-class", "grader-class", "those who grade others"}, argv);
}

} // namespace grader
