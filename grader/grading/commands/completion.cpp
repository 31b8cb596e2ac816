// `grader completion bash`: a shell script, generated from the declarations of all programs.

#include "grading/commands/commands.h"

#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "course/course.h"
#include "grading/command_line/context.h"
#include "grading/command_line/declarations.h"

namespace grader {
namespace {

struct CompletionOptions : CourseOptions {
    /// A shell; or `labs`, which the scripts request: the ids of the labs, one per line.
    std::string what;

    void declare(CLI::App& app) {
        app.add_option("SHELL", what, "Print the completion script of this shell")
            ->type_name("bash|zsh")
            ->required();
        CourseOptions::declare(app);
        app.footer("To install it: source <(build/bin/grader completion bash)");
    }
};

/// The script up to the cases of the commands: a format string for the names of all commands and groups.
constexpr const char* script_begin = R"bash(_grader() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD - 1]}}"
    local command="" options="" values="" words="" labs="" name i
    COMPREPLY=()
    if [[ $current == "=" ]]; then
        current=""
    elif [[ $previous == "=" ]]; then
        previous="${{COMP_WORDS[COMP_CWORD - 2]}}"
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        name="${{command:+$command }}${{COMP_WORDS[i]}}"
        case "$name" in
            {}) command=$name ;;
        esac
    done
    case "$command" in
)bash";

/// The script after the cases. Without candidates, the shell completes file names.
constexpr const char* script_end = R"bash(    esac
    if [[ -n $values ]]; then
        words=$values
    elif [[ $current == -* ]]; then
        words=$options
    elif [[ -n $labs ]]; then
        words="$words $("${COMP_WORDS[0]}" completion labs 2> /dev/null)"
    fi
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _grader grader
)bash";

/// Returns the words of @p value, if it lists them.
std::string listed_words(std::string value) {
    if (value.find('|') == std::string::npos) return {};
    std::ranges::replace(value, '|', ' ');
    return value;
}

/// Returns the words that may follow @p group, of one word or none, in the names of @p commands.
std::vector<std::string> next_words(const std::vector<DeclaredCommand>& commands, const std::string& group) {
    std::vector<std::string> words;
    const std::string front = group.empty() ? "" : group + " ";
    for (const DeclaredCommand& command : commands) {
        if (command.name.empty() || !command.name.starts_with(front)) continue;
        const std::string rest = command.name.substr(front.size());
        const std::string word = rest.substr(0, rest.find(' '));
        if (std::ranges::find(words, word) == words.end()) words.push_back(word);
    }
    return words;
}

/// Returns the case of @p command. @p words are the candidates for an argument.
std::string case_of(const DeclaredCommand& command, std::string words) {
    std::vector<std::string> options;
    std::vector<std::string> others; // options whose values are not known
    std::string cases;
    bool labs = false;
    for (const DeclaredOption& option : command.options) {
        const std::string values = listed_words(option.value);
        if (option.is_argument()) {
            labs = labs || option.value == "LAB";
            words += values;
            continue;
        }
        options.push_back(option.name);
        if (!values.empty())
            cases += fmt::format("                {}) values=\"{}\" ;;\n", option.name, values);
        else if (!option.value.empty())
            others.push_back(option.name);
    }
    if (!others.empty()) cases += fmt::format("                {}) return ;;\n", fmt::join(others, " | "));
    return fmt::format("        \"{}\")\n            options=\"{}\" words=\"{}\" labs=\"{}\"\n"
                       "            case \"$previous\" in\n{}            esac ;;\n",
                       command.name, fmt::join(options, " "), words, labs ? "yes" : "", cases);
}

std::string bash_script(const std::vector<DeclaredCommand>& commands) {
    std::vector<std::string> names;
    std::string cases;
    for (const std::string& word : next_words(commands, "")) {
        names.push_back(fmt::format("\"{}\"", word));
        const bool group = std::ranges::find(commands, word, &DeclaredCommand::name) == commands.end();
        if (group)
            cases += fmt::format("        \"{}\") words=\"{}\" ;;\n", word,
                                 fmt::join(next_words(commands, word), " "));
    }
    for (const DeclaredCommand& command : commands) {
        if (command.name.find(' ') != std::string::npos) names.push_back(fmt::format("\"{}\"", command.name));
        cases +=
            case_of(command,
                    command.name.empty() ? fmt::format("{}", fmt::join(next_words(commands, ""), " ")) : "");
    }
    return fmt::format(fmt::runtime(script_begin), fmt::join(names, " | ")) + cases + script_end;
}

ExitStatus run_completion(const CompletionOptions& options, const Invocation& call) {
    if (options.what == "labs") {
        const Course course(course_root(options), options.modules.empty()
                                                      ? call.places.programs.parent_path() / "labs"
                                                      : options.modules);
        for (const Lab& lab : course.labs()) std::cout << lab.id << '\n';
        return ExitStatus::passed;
    }
    if (options.what != "bash" && options.what != "zsh")
        throw UsageError(fmt::format("No completion for the shell {}. Supported: bash, zsh.", options.what));
    if (options.what == "zsh") std::cout << "autoload -U +X bashcompinit && bashcompinit\n";
    std::cout << bash_script(declarations_of_all(*call.program, call.places.programs));
    return ExitStatus::passed;
}

} // namespace

Command completion_command() {
    return command<CompletionOptions>("completion",
                                      "Print a script that completes command lines of the grader",
                                      run_completion);
}

} // namespace grader
