#pragma once

/// @file
/// Where a page's texts stand.

#include <cstddef>
#include <string>

namespace grader {

constexpr std::size_t margin = 2;
constexpr std::size_t details_indent = 6;

inline std::string blanks(std::size_t count) { return std::string(count, ' '); }

} // namespace grader
