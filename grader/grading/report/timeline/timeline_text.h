#pragma once

/// @file
/// What the two kinds of timeline have in common: how their rows and numbers are written.

#include <cstddef>
#include <optional>
#include <string>

#include "base/style.h"
#include "grading/inspect/timeline.h"

namespace grader {

/// Rows that a terminal still shows at once.
inline constexpr std::size_t max_rows = 40;
/// Columns of a row's label.
inline constexpr std::size_t label_width = 34;

/// Bytes with three digits that count: `4.19 MB`.
std::string format_amount(double bytes);

/// A whole number with a blank before each three digits: `16 193 536`.
std::string format_count(double count);

/// @p text at the left of @p width columns.
std::string align_left(std::size_t width, const std::string& text);
/// @p text at the right of @p width columns.
std::string align_right(std::size_t width, const std::string& text);

/// Adds @p text to @p page, broken into lines, with @p before in front of the first one.
void add_wrapped(std::string& page, const std::string& text, const Style& style,
                 const std::string& before = "");

/// "16 operations. They repeat themselves; these are iteration 3 of 4."
std::string describe_operations(std::size_t operations, const std::optional<Iteration>& iteration);

} // namespace grader
