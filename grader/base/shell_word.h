#pragma once

/// @file
/// Words of a command line that somebody is to copy into a shell.

#include <string>
#include <string_view>

namespace grader {

/// @p text as one word for a POSIX shell: bare where that is safe, else in quotes. Bytes that no terminal should be
/// given stand as escapes, which bash, zsh and ksh read.
std::string shell_word(std::string_view text);

} // namespace grader
