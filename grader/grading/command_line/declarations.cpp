#include "grading/command_line/declarations.h"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/text.h"
#include "grading/command_line/programs.h"
#include "grading/processes/process.h"

namespace grader {
namespace {

/// Returns the value of @p option in the form of DeclaredOption::value.
std::string value_of(const CLI::Option& option) {
    if (option.get_items_expected_max() == 0) return {};
    const std::string type = option.get_type_name();
    return option.nonpositional() || type.find('|') != std::string::npos ? type : option.get_name(true);
}

} // namespace

const DeclaredOption* DeclaredCommand::find(const std::string& option) const {
    const auto found = std::ranges::find(options, option, &DeclaredOption::name);
    return found == options.end() ? nullptr : &*found;
}

std::vector<DeclaredOption> options_of(const CLI::App& app) {
    std::vector<DeclaredOption> options;
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group().empty()) continue;
        const std::string value = value_of(*option);
        for (const std::string& name : option->get_lnames()) options.push_back({"--" + name, value});
        for (const std::string& name : option->get_snames()) options.push_back({"-" + name, value});
        if (!option->nonpositional()) options.push_back({option->get_name(true), value});
    }
    return options;
}

std::vector<DeclaredCommand> declarations_of(const Program& program) {
    std::vector<DeclaredCommand> declared;
    for (const Command& command : program.commands) {
        if (command.summary.empty()) continue;
        CLI::App app;
        const Command::Action action = command.declare(app);
        declared.push_back({command.name, command.summary, options_of(app)});
    }
    return declared;
}

std::string text_of(const std::vector<DeclaredCommand>& commands) {
    std::string text;
    for (const DeclaredCommand& command : commands) {
        text += fmt::format("command\t{}\t{}\n", command.name, command.summary);
        for (const DeclaredOption& option : command.options)
            text += fmt::format("option\t{}\t{}\n", option.name, option.value);
    }
    return text;
}

std::vector<DeclaredCommand> parse_declarations(const std::string& text) {
    std::vector<DeclaredCommand> commands;
    for (const std::string_view line : split_lines(text)) {
        const std::size_t name = line.find('\t') + 1;
        const std::size_t last = line.rfind('\t') + 1;
        if (name == last) continue;
        const DeclaredOption fields{std::string(line.substr(name, last - 1 - name)),
                                    std::string(line.substr(last))};
        if (line.starts_with("command"))
            commands.push_back({fields.name, fields.value, {}});
        else if (!commands.empty())
            commands.back().options.push_back(fields);
    }
    return commands;
}

std::string output_of_program(const std::filesystem::path& file, const std::string& option) {
    if (!std::filesystem::exists(file)) return {};
    ProcessSpec spec;
    spec.argv = {file.string(), option};
    constexpr double max_wait_s = 10;
    const ProcessResult run = run_process(spec, max_wait_s);
    return run.timed_out || run.end.exit_code != 0 ? std::string() : run.output;
}

std::vector<DeclaredCommand> declarations_of_all(const Program& program,
                                                 const std::filesystem::path& programs) {
    std::vector<DeclaredCommand> all;
    for (const ProgramInfo& known : all_programs()) {
        const std::vector<DeclaredCommand> declared =
            known.name == program.name
                ? declarations_of(program)
                : parse_declarations(output_of_program(programs / known.name, "--declarations"));
        all.insert(all.end(), declared.begin(), declared.end());
    }
    return all;
}

} // namespace grader
