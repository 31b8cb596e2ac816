#pragma once

/// @file
/// A change of one text as a unified diff, as `diff -U1` and `git diff` write it, with words above it. It is applied
/// to the letter: each line that it keeps or takes away has to stand exactly where it says. Nothing is searched for in
/// another place, because a change that moved by itself may be another one.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.h"

namespace grader {

/// A line of a hunk.
struct PatchLine {
    char mark = ' ';  ///< ' ' for a line that stays, '-' for one that goes, '+' for one that comes
    std::string text; ///< without the mark
};

/// Lines that change, with lines around them that stay.
struct Hunk {
    std::size_t line = 0;              ///< of the patch, from 1: where it begins with @@
    std::size_t first = 0;             ///< how many lines of the old text come before it
    std::vector<PatchLine> lines = {}; ///< in the order of the patch

    /// How many lines of the old text it says.
    [[nodiscard]] std::size_t old_lines() const;
    /// How many lines it leaves there in the new text.
    [[nodiscard]] std::size_t new_lines() const;
};

/// What a file with a patch says.
struct Patch {
    std::vector<std::string> words; ///< the lines above the diff
    std::string from;               ///< the text that changes, as the diff calls it
    std::string to;                 ///< what becomes of it, as the diff calls that
    std::vector<Hunk> hunks;        ///< at least one
};

/// A patch that cannot be read or does not fit the text. what() names the hunk, and what was expected.
class PatchError : public EnvironmentError {
public:
    /// @p line of the patch, from 1; 0: the patch as a whole.
    PatchError(std::size_t line, const std::string& what) : EnvironmentError(what), line_(line) {}
    /// The line of the patch that is to blame.
    [[nodiscard]] std::size_t line() const { return line_; }

private:
    std::size_t line_;
};

/// Reads a patch. Throws PatchError.
Patch read_patch(std::string_view text);

/// @p text with @p patch applied. Throws PatchError where a line of @p text is another one than the patch says.
std::string apply_patch(const Patch& patch, std::string_view text);

} // namespace grader
