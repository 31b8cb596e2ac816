#include "grading/command_line/programs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/errors.h"
#include "grading/command_line/command_text.h"
#include "grading/command_line/context.h"

namespace grader {
namespace {

/// Returns the options in the command line @p words that select the course. Ignores others.
CourseOptions parse_course_options(std::vector<std::string> words) {
    CourseOptions options;
    CLI::App app;
    options.declare(app);
    app.allow_extras();
    app.set_help_flag();
    std::reverse(words.begin(), words.end());
    try {
        app.parse(words);
    } catch (const CLI::ParseError&) {
        return {};
    }
    return options;
}

} // namespace

const std::vector<ProgramInfo>& all_programs() {
    static const std::vector<ProgramInfo> programs = {
        {"grader", "grader", "students", {}},
        {"grader-authoring",
         "authoring",
         "the course's authors",
         {"ladder", "calibrate", "check-course", "counters", "times", "predict"}},
        {"grader-class", "grader-class", "those who grade others", {"class", "bundle", "replay"}}};
    return programs;
}

const ProgramInfo* owner_of(const std::string& word) {
    for (const ProgramInfo& program : all_programs())
        if (std::ranges::find(program.commands, word) != program.commands.end()) return &program;
    return nullptr;
}

void execute(const std::filesystem::path& program, std::vector<std::string> words) {
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(program.c_str(), argv.data());
    throw EnvironmentError(fmt::format("cannot start {}: {}", program.string(), std::strerror(errno)));
}

void exec_program(const std::string& name, const Invocation& call) {
    const auto known = std::ranges::find(all_programs(), name, &ProgramInfo::name);
    const std::filesystem::path file = call.places.programs / name;
    if (std::filesystem::exists(file)) execute(file, call.words);
    if (known->target == "authoring") require_solutions(parse_course_options(call.words), "This command");
    throw EnvironmentError(fmt::format("This command is for {}, and its program is not built.\n"
                                       "Build it with: cmake --build {} --target {}",
                                       known->audience, call.places.programs.parent_path().string(),
                                       known->target));
}

void require_solutions(const CourseOptions& options, const std::string& what) {
    if (has_solutions(course_root(options))) return;
    throw UsageError(fmt::format(
        "{} needs the solutions and the rungs of their ladders, which this course does not include.", what));
}

void replace_patch(const std::filesystem::path& file, const std::string& lab, const ContextOptions& options,
                   const Invocation& call) {
    if (file.extension() != ".patch" || !std::filesystem::is_regular_file(file)) return;
    require_solutions(options, "A patch");
    std::vector<std::string> words = {"grader-authoring", "patched", lab, file.string()};
    for (const std::string& word : forwarded_options(options)) words.push_back(word);
    words.emplace_back("--");
    words.insert(words.end(), call.words.begin(), call.words.end());
    exec_program("grader-authoring", {call.places, call.program, words});
}

} // namespace grader
