#pragma once

/// @file
/// Whole files as text, and text as lines.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// All bytes of @p file; none where it cannot be read.
std::string read_text(const std::filesystem::path& file);

/// The lines of @p text, without their ends. A last line that is empty is none.
std::vector<std::string_view> split_lines(std::string_view text);

} // namespace grader
