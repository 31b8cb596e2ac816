#pragma once

/// @file
/// A change of one text as a unified diff, in the format of `diff -U1` and `git diff`, with a description
/// above it. It is applied without fuzz: each context and removed line must be exactly at the line that the
/// hunk names. Hunks are not searched for at other lines, because a hunk that moves may become a different
/// change.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.h"

namespace grader {

/// A line of a hunk.
struct PatchLine {
    char mark = ' ';  ///< ' ' for a context line, '-' for a removed one, '+' for an added one
    std::string text; ///< without the mark
};

/// A hunk: changed lines with context lines around them.
struct Hunk {
    std::size_t line = 0;              ///< line of the patch with its @@ header, from 1
    std::size_t first = 0;             ///< number of lines of the old text before it
    std::vector<PatchLine> lines = {}; ///< in the order of the patch

    /// Returns the number of old lines that it covers.
    [[nodiscard]] std::size_t old_lines() const;
    /// Returns the number of new lines that replace them.
    [[nodiscard]] std::size_t new_lines() const;
};

/// Contents of a patch file.
struct Patch {
    std::vector<std::string> words; ///< description: the lines above the diff
    std::string from;               ///< name of the old file in the diff
    std::string to;                 ///< name of the new file in the diff
    std::vector<Hunk> hunks;        ///< at least one
};

/// A patch that is malformed or does not fit the text. what() names the hunk and the expected line.
class PatchError : public EnvironmentError {
public:
    /// @p line of the patch, from 1; 0: the patch as a whole.
    PatchError(std::size_t line, const std::string& what) : EnvironmentError(what), line_(line) {}
    /// The line of the patch that caused the error.
    [[nodiscard]] std::size_t line() const { return line_; }

private:
    std::size_t line_;
};

/// Parses a patch. Throws PatchError.
Patch read_patch(std::string_view text);

/// Returns @p text with @p patch applied. Throws PatchError if a line of @p text differs from the patch.
std::string apply_patch(const Patch& patch, std::string_view text);

} // namespace grader
