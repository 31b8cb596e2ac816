#pragma once

/// @file
/// Makes text from a student's program or compiler safe for a terminal.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace grader {

/// Returns @p text as one line without characters that control a terminal.
///
/// UTF-8 is kept. An invalid byte becomes `\xNN`; a control character, C1 included, becomes `\xNN` or
/// `\u00NN`, and so does a character that reorders or breaks a line. A tab becomes four blanks. Text beyond
/// @p max_characters is replaced by an ellipsis.
///
/// @code
/// printable("speed\x1b[2J");  // the escape is four characters: \, x, 1 and b
/// @endcode
std::string printable(std::string_view text, std::size_t max_characters = 400);

/// Returns the columns that UTF-8 @p text takes on a terminal: two for a wide character, none for a combining
/// one.
std::size_t columns(std::string_view text);

/// Cuts @p text to @p width columns, the last of them an ellipsis if something was cut off.
std::string cut(std::string_view text, std::size_t width);

/// Breaks @p line at blanks into lines of at most @p width columns. All but the first are indented two
/// columns deeper. A longer word is broken at the width.
std::vector<std::string> wrap(std::string_view line, std::size_t width);

} // namespace grader
