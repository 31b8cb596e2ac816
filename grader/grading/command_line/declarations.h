#pragma once

/// @file
/// The commands and options of all programs as data, for help, completion and messages. A program prints its own with the hidden
/// option `--declarations`, and reads those of the others from there.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/command_line/command.h"

namespace grader {

/// An option or an argument of a command.
struct DeclaredOption {
    std::string name; ///< as typed, `--file`; of an argument, `LAB`
    /// `LAB`, `DIR`, the words that it takes, as in `seen|unseen`, or some other name of a value; empty: it is a flag.
    std::string value;

    /// Whether its place says what it is, and no name.
    [[nodiscard]] bool is_argument() const { return !name.starts_with('-'); }
};

/// A command that is not hidden.
struct DeclaredCommand {
    std::string name;                    ///< empty: that of a line that names none
    std::string summary;                 ///< one line
    std::vector<DeclaredOption> options; ///< in the order of their declarations

    /// The option called @p option. Null where there is none.
    [[nodiscard]] const DeclaredOption* find(const std::string& option) const;
};

/// The options that @p app takes, but for hidden ones.
std::vector<DeclaredOption> options_of(const CLI::App& app);

/// The commands of @p program.
std::vector<DeclaredCommand> declarations_of(const Program& program);

/// A text of @p commands: a line for each command, followed by a line for each of its options, with tabs between the fields.
std::string text_of(const std::vector<DeclaredCommand>& commands);
/// The commands that text_of() made @p text of.
std::vector<DeclaredCommand> parse_declarations(const std::string& text);

/// The commands of @p program, and of every other program next to it that is built; the grader's come first.
std::vector<DeclaredCommand> declarations_of_all(const Program& program,
                                                 const std::filesystem::path& programs);

/// What the program @p file prints to standard output and error with the option @p option. Empty where it is not built or fails.
std::string output_of_program(const std::filesystem::path& file, const std::string& option);

} // namespace grader
