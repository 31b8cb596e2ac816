#pragma once

/// @file
/// Text templates with placeholders.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace generate {

/// Values of placeholders: {"$count", "4"}.
using Values = std::vector<std::pair<std::string_view, std::string>>;

/// Returns the text with all placeholders replaced. No placeholder's name may be a prefix of another one.
std::string filled(std::string text, const Values& values);
/// Indents each line that is not empty by `depth` times four spaces, except `#pragma`.
std::string indented(const std::string& text, unsigned depth);
/// Returns 1536 KiB as "1536 KiB", 2 MiB as "2 MiB".
std::string bytes_as_text(unsigned bytes);
/// Returns a mask as "0x3ffu".
std::string hexadecimal(unsigned number);

} // namespace generate
