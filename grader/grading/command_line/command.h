#pragma once

/// @file
/// A command of one of the grader's programs, as its file declares it.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/errors.h"
#include "grading/backend/backend.h"

namespace CLI {
class App;
}

namespace grader {

struct Program;

/// One call of a program.
struct Invocation {
    GraderPaths places;                  ///< of the program that runs
    const Program* program = nullptr;    ///< it, with its commands
    std::vector<std::string> words = {}; ///< the whole command line
};

/// A command. Parser, help, completion and the check for unknown options go by this declaration.
struct Command {
    /// Runs the command with the options that were parsed.
    using Action = std::function<ExitStatus(const Invocation&)>;

    std::string name;    ///< as typed, `class status`; empty: the command of a line that names none
    std::string summary; ///< one line; empty: the command is for the grader's programs alone, and hidden
    /// Declares the command's options on a parser. The action has their values.
    std::function<Action(CLI::App&)> declare;
};

/// The command with the options @p Options, which have a function `declare(CLI::App&)`, and which @p run takes.
template <typename Options>
Command command(std::string name, std::string summary, ExitStatus (*run)(const Options&, const Invocation&)) {
    return {std::move(name), std::move(summary), [run](CLI::App& app) -> Command::Action {
                const auto options = std::make_shared<Options>();
                options->declare(app);
                return [run, options](const Invocation& call) { return run(*options, call); };
            }};
}

/// A program: its commands.
struct Program {
    std::string name;              ///< of its file
    std::vector<Command> commands; ///< in the order of the help
};

} // namespace grader
