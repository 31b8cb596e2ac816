#pragma once

/// @file
/// Where a page's texts stand.

#include <cstddef>
#include <string>

namespace grader {

/// Columns before a line.
constexpr std::size_t margin = 2;
/// Columns before what a step says beyond its message.
constexpr std::size_t details_indent = 6;

/// So many columns of nothing.
inline std::string blanks(std::size_t count) { return std::string(count, ' '); }

} // namespace grader
