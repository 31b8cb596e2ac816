#include "grading/command_line/program.h"

#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grading/command_line/chosen_command.h"
#include "grading/command_line/context.h"
#include "grading/command_line/declarations.h"
#include "grading/command_line/help.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

int report(ExitStatus status, const std::string& what) {
    std::cerr << "grader: " << what << '\n';
    return static_cast<int>(status);
}

/// Returns the error for @p option, which @p command does not take but other commands may.
std::string describe_unknown_option(const std::string& option, const std::string& command,
                                    const Invocation& call) {
    constexpr std::size_t max_named_commands = 6;
    std::vector<std::string> takers;
    for (const DeclaredCommand& other : declarations_of_all(*call.program, call.places.programs))
        if (other.find(option) != nullptr) takers.push_back(other.name.empty() ? "a grade" : other.name);
    if (takers.empty()) return "The following argument was not expected: " + option;
    if (takers.size() > max_named_commands) return fmt::format("{} has no {}.", command, option);
    const std::string last = takers.back();
    takers.pop_back();
    return fmt::format("{} is for {}{}{}, and not for {}.", option, fmt::join(takers, ", "),
                       takers.empty() ? "" : " and ", last, command);
}

/// Throws UsageError about @p word, which @p command does not take.
[[noreturn]] void refuse(const std::string& word, const Command& command, const Invocation& call) {
    const std::string what =
        word.starts_with('-') ? describe_unknown_option(word.substr(0, word.find('=')),
                                                        command.name.empty() ? "a grade" : command.name, call)
                              : "The following argument was not expected: " + word;
    throw UsageError(fmt::format("{}\nTry: {} --help", what, full_command_name(command)));
}

/// Parses @p words with the options of @p command, and runs it.
ExitStatus run_command(const Command& command, std::vector<std::string> words, const Invocation& call) {
    CLI::App app(command.summary, full_command_name(command));
    const Command::Action action = command.declare(app);
    app.allow_extras();
    std::reverse(words.begin(), words.end());
    try {
        app.parse(words);
    } catch (const CLI::CallForHelp&) {
        std::cout << help_of(command, app, call);
        return ExitStatus::passed;
    } catch (const CLI::ParseError& error) {
        throw UsageError(fmt::format("{}\nTry: {} --help", error.what(), full_command_name(command)));
    }
    std::vector<std::string> more = app.remaining();
    std::erase(more, "--");
    if (!more.empty()) refuse(more.front(), command, call);
    return action(call);
}

ExitStatus run(const Invocation& call) {
    std::vector<std::string> words(std::next(call.words.begin()), call.words.end());
    const bool alone = words.size() == 1;
    if (alone && words.front() == "--declarations") {
        std::cout << text_of(declarations_of(*call.program));
        return ExitStatus::passed;
    }
    if (alone && words.front() == "--help-all") {
        std::cout << help_of_all(call);
        return ExitStatus::passed;
    }
    const ChosenCommand chosen = choose_command(call, std::move(words));
    if (chosen.command != nullptr) return run_command(*chosen.command, chosen.words, call);
    std::cout << command_list(call, chosen.group);
    return ExitStatus::passed;
}

} // namespace

int run_program(const Program& program, int argc, char** argv) {
    try {
        return static_cast<int>(run({find_places(), &program, {argv, argv + argc}}));
    } catch (const UsageError& error) {
        return report(ExitStatus::usage, error.what());
    } catch (const std::exception& error) {
        // ManifestError, EnvironmentError, and unforeseen exceptions: an infrastructure error or a fault of
        // the grader, never the student's.
        return report(ExitStatus::environment, text_of(error));
    }
}

} // namespace grader
