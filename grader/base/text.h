#pragma once

/// @file
/// Text that a student's program or compiler wrote, made fit for a terminal.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace grader {

/// One line of @p text that a terminal can only print, never obey.
///
/// UTF-8 is kept. A byte that is none becomes `\xNN`; a control character, C1 included, becomes `\xNN` or
/// `\u00NN`, and so does one that reorders or breaks a line. A tab becomes four blanks. After @p
/// max_characters comes an ellipsis.
///
/// @code
/// printable("speed\x1b[2J");  // the escape is four characters: \, x, 1 and b
/// @endcode
std::string printable(std::string_view text, std::size_t max_characters = 400);

/// Columns that UTF-8 @p text takes on a terminal: two for a wide character, none for a combining one.
std::size_t columns(std::string_view text);

/// @p text cut to @p width columns, the last of them an ellipsis where something is missing.
std::string cut(std::string_view text, std::size_t width);

/// @p line broken at blanks into pieces of @p width columns at most. The later ones are indented two columns
/// deeper than the first. A word that is longer is broken where the width ends.
std::vector<std::string> wrap(std::string_view line, std::size_t width);

} // namespace grader
