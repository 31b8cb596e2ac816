#include "grading/command_line/help.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "grading/command_line/declarations.h"
#include "grading/command_line/programs.h"

namespace grader {
namespace {

constexpr const char* about_grader =
    "Grades CUDA optimization labs: do they build and run, are the results right, and how fast are "
    "they?\nExit status: 0 all passed, 1 something failed, 2 invalid usage, 3 infrastructure error.\n";

bool is_grader(const Program& program) { return program.name == all_programs().front().name; }

std::string line_of(const std::string& name, const std::string& text) {
    return fmt::format("  {:<28}{}\n", name, text);
}

} // namespace

std::string full_command_name(const Command& command) {
    return command.name.empty() ? "grader" : "grader " + command.name;
}

std::string command_list(const Invocation& call, const std::string& group) {
    std::string page = "Commands:\n";
    const std::vector<DeclaredCommand> commands =
        is_grader(*call.program) ? declarations_of_all(*call.program, call.places.programs)
                                 : declarations_of(*call.program);
    for (const DeclaredCommand& command : commands)
        if (!command.name.empty() && (group.empty() || command.name.starts_with(group + " ")))
            page += line_of(command.name, command.summary);
    if (!is_grader(*call.program)) return page;
    for (const ProgramInfo& known : all_programs())
        if (!std::filesystem::exists(call.places.programs / known.name))
            for (const std::string& word : known.commands)
                page += line_of(word, "not built here: cmake --build build --target " + known.target);
    return page + "\ngrader COMMAND --help lists the options of a command, grader --help-all those of all "
                  "commands.\n";
}

std::string help_of(const Command& command, const CLI::App& app, const Invocation& call) {
    const bool first = command.name.empty() && is_grader(*call.program);
    return first ? about_grader + app.help() + "\n" + command_list(call) : app.help();
}

std::string help_of_all(const Invocation& call) {
    std::string text;
    for (const Command& command : call.program->commands) {
        if (command.summary.empty()) continue;
        CLI::App app(command.summary, full_command_name(command));
        const Command::Action action = command.declare(app);
        text += help_of(command, app, call) + "\n";
    }
    if (!is_grader(*call.program)) return text;
    for (const ProgramInfo& known : all_programs())
        if (known.name != call.program->name)
            text += output_of_program(call.places.programs / known.name, "--help-all");
    return text;
}

} // namespace grader
