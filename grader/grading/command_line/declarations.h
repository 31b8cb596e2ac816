#pragma once

/// @file
/// The commands and options of all programs as data, for help, completion and messages. A program prints its
/// own with the hidden option `--declarations`, and reads those of the other programs that way.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/command_line/command.h"

namespace grader {

/// An option or an argument of a command.
struct DeclaredOption {
    std::string name; ///< as typed, `--file`; `LAB` for an argument
    /// `LAB`, `DIR`, the allowed words, as in `tuning|holdout`, or another name of a value; empty: it is a flag.
    std::string value;

    /// Returns whether it is positional, without a name.
    [[nodiscard]] bool is_argument() const { return !name.starts_with('-'); }
};

/// A command that is not hidden.
struct DeclaredCommand {
    std::string name;                    ///< empty: the default command
    std::string summary;                 ///< one line
    std::vector<DeclaredOption> options; ///< in the order of declaration

    /// Returns the option called @p option. Null if there is none.
    [[nodiscard]] const DeclaredOption* find(const std::string& option) const;
};

/// Returns the options that @p app takes, except hidden ones.
std::vector<DeclaredOption> options_of(const CLI::App& app);

/// Returns the commands of @p program, except hidden ones.
std::vector<DeclaredCommand> declarations_of(const Program& program);

/// Serializes @p commands: a line for each command, followed by a line for each of its options, with tabs
/// between the fields.
std::string text_of(const std::vector<DeclaredCommand>& commands);
/// Parses the output of text_of().
std::vector<DeclaredCommand> parse_declarations(const std::string& text);

/// Returns the commands of @p program, and of every other program next to it that is built; the grader's come
/// first.
std::vector<DeclaredCommand> declarations_of_all(const Program& program,
                                                 const std::filesystem::path& programs);

/// Returns the output of the program @p file, standard output and error, for the option @p option. Empty if
/// it is not built or fails.
std::string output_of_program(const std::filesystem::path& file, const std::string& option);

} // namespace grader
