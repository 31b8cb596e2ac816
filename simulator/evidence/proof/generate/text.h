#pragma once

/// @file
/// Text with places that are filled in.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace generate {

/// What stands at which place: {"$count", "4"}.
using Values = std::vector<std::pair<std::string_view, std::string>>;

/// The text with each place replaced. No place's name is the beginning of another one's.
std::string filled(std::string text, const Values& values);
/// The text with so many times four spaces before each line that is not empty, not before `#pragma`.
std::string indented(const std::string& text, unsigned depth);
/// 1536 KiB as "1536 KiB", 2 MiB as "2 MiB".
std::string bytes_as_text(unsigned bytes);
/// A mask as "0x3ffu".
std::string hexadecimal(unsigned number);

} // namespace generate
