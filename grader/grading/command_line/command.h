#pragma once

/// @file
/// A command of one of the grader's programs, as its source file declares it.

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

/// One invocation of a program.
struct Invocation {
    GraderPaths places;                  ///< paths of the running program
    const Program* program = nullptr;    ///< the program, with its commands
    std::vector<std::string> words = {}; ///< the whole command line
};

/// A command. The parser, help, completion and the check for unknown options use this declaration.
struct Command {
    /// Runs the command with the parsed options.
    using Action = std::function<ExitStatus(const Invocation&)>;

    std::string name; ///< as typed, `class status`; empty: the default command, of a line without a name
    /// One line; empty: the command is hidden, and only for the grader's own programs.
    std::string summary;
    /// Declares the command's options on a parser. The returned action has their values.
    std::function<Action(CLI::App&)> declare;
};

/// Returns a command with options of type @p Options, which has a function `declare(CLI::App&)`, and which @p
/// run takes.
template <typename Options>
Command command(std::string name, std::string summary, ExitStatus (*run)(const Options&, const Invocation&)) {
    return {std::move(name), std::move(summary), [run](CLI::App& app) -> Command::Action {
                const auto options = std::make_shared<Options>();
                options->declare(app);
                return [run, options](const Invocation& call) { return run(*options, call); };
            }};
}

/// A program and its commands.
struct Program {
    std::string name;              ///< name of its file
    std::vector<Command> commands; ///< in the order of the help page
};

} // namespace grader
