#include "grading/command_line/chosen_command.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grading/command_line/declarations.h"
#include "grading/command_line/programs.h"

namespace grader {
namespace {

const Command* find_command(const Program& program, const std::string& name) {
    const auto found = std::ranges::find(program.commands, name, &Command::name);
    return found == program.commands.end() ? nullptr : &*found;
}

/// Returns the second words of the commands that begin with @p word.
std::vector<std::string> second_words(const Program& program, const std::string& word) {
    std::vector<std::string> words;
    for (const Command& command : program.commands)
        if (command.name.starts_with(word + " ") && !command.summary.empty())
            words.push_back(command.name.substr(word.size() + 1));
    return words;
}

/// Returns the options of any command of @p program that take a value.
std::set<std::string> options_with_value(const Program& program) {
    std::set<std::string> names;
    for (const DeclaredCommand& command : declarations_of(program))
        for (const DeclaredOption& option : command.options)
            if (!option.value.empty()) names.insert(option.name);
    return names;
}

/// Returns the index of the first word from @p from on that is neither an option nor the value of one; the
/// number of words if there is none.
std::size_t next_positional(const std::vector<std::string>& words, std::size_t from,
                            const std::set<std::string>& with_value) {
    for (std::size_t i = from; i < words.size() && words[i] != "--"; ++i) {
        if (!words[i].starts_with('-')) return i;
        if (with_value.contains(words[i])) ++i;
    }
    return words.size();
}

bool asks_for_help(const std::vector<std::string>& words) {
    return std::ranges::find(words, "--help") != words.end() || std::ranges::find(words, "-h") != words.end();
}

/// Returns @p words without the one at index @p place, those after it first.
std::vector<std::string> words_without(const std::vector<std::string>& words, std::size_t place) {
    const auto name = words.begin() + static_cast<std::ptrdiff_t>(place);
    std::vector<std::string> around(std::next(name), words.end());
    around.insert(around.end(), words.begin(), name);
    return around;
}

/// Returns the command of @p words without a command name.
ChosenCommand default_command(const Program& program, std::vector<std::string> words) {
    const Command* command = find_command(program, "");
    const bool hidden = command == nullptr || command->summary.empty();
    if (hidden && asks_for_help(words)) return {nullptr, {}};
    if (command != nullptr) return {command, std::move(words)};
    std::vector<std::string> names;
    for (const DeclaredCommand& declared : declarations_of(program)) names.push_back(declared.name);
    throw UsageError(fmt::format("The only commands of this program are: {}.", fmt::join(names, ", ")));
}

} // namespace

ChosenCommand choose_command(const Invocation& call, std::vector<std::string> words) {
    const Program& program = *call.program;
    const std::set<std::string> with_value = options_with_value(program);
    const bool is_grader = program.name == all_programs().front().name;
    for (std::size_t i = next_positional(words, 0, with_value); i < words.size();
         i = next_positional(words, i + 1, with_value)) {
        std::string name = words[i];
        if (const ProgramInfo* owner = owner_of(name); is_grader && owner != nullptr)
            exec_program(owner->name, call);
        if (const std::vector<std::string> seconds = second_words(program, name); !seconds.empty()) {
            const std::size_t second = next_positional(words, i + 1, with_value);
            if (second == words.size() && asks_for_help(words)) return {nullptr, {}, name};
            const std::string group = name;
            if (second < words.size()) name += " " + words[second];
            if (find_command(program, name) == nullptr)
                throw UsageError(
                    fmt::format("{} needs one of these subcommands: {}.", group, fmt::join(seconds, ", ")));
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(second));
        }
        if (const Command* command = find_command(program, name)) return {command, words_without(words, i)};
    }
    return default_command(program, std::move(words));
}

} // namespace grader
