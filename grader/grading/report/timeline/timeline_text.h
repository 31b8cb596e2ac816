#pragma once

/// @file
/// Text formatting that both kinds of timeline share.

#include <cstddef>
#include <optional>
#include <string>

#include "base/style.h"
#include "grading/inspect/timeline.h"

namespace grader {

/// Maximum number of rows, so that they fit on a terminal.
inline constexpr std::size_t max_rows = 40;
/// Columns of a row's label.
inline constexpr std::size_t label_width = 34;

/// Formats bytes with three significant digits: `4.19 MB`.
std::string format_amount(double bytes);

/// Formats an integer with a blank before each three digits: `16 193 536`.
std::string format_count(double count);

/// Returns @p text, left-aligned in @p width columns.
std::string align_left(std::size_t width, const std::string& text);
/// Returns @p text, right-aligned in @p width columns.
std::string align_right(std::size_t width, const std::string& text);

/// Adds @p text to @p page, broken into lines, with the prefix @p before on the first one.
void add_wrapped(std::string& page, const std::string& text, const Style& style,
                 const std::string& before = "");

/// Returns "16 operations. They repeat; these are iteration 3 of 4."
std::string describe_operations(std::size_t operations, const std::optional<Iteration>& iteration);

} // namespace grader
