#pragma once

/// @file
/// Words of a command line for a person to copy into a shell.

#include <string>
#include <string_view>

namespace grader {

/// Quotes @p text as one word for a POSIX shell: bare if that is safe, otherwise in quotes. Bytes that must
/// not be sent to a terminal become escapes, which bash, zsh and ksh understand.
std::string shell_word(std::string_view text);

} // namespace grader
