#pragma once

/// @file
/// The layout of a page of text.

#include <cstddef>
#include <string>

namespace grader {

/// Columns before a line.
constexpr std::size_t margin = 2;
/// Columns before the details of a step.
constexpr std::size_t details_indent = 6;

/// Returns @p count blanks.
inline std::string blanks(std::size_t count) { return std::string(count, ' '); }

} // namespace grader
