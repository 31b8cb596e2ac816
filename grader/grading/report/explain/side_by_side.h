#pragma once

/// @file
/// A table with few rows and many columns, for `grader explain` over values of a macro.

#include <string>
#include <vector>

#include "base/style.h"

namespace grader {

/// A column of the table.
using Cells = std::vector<std::string>;

/// Formats a line for each of @p names, followed by the cells of each column of @p table, right-aligned;
/// every column has a cell for each name. Columns that do not fit into the width follow below, with the names
/// repeated.
std::string render_side_by_side(const std::vector<std::string>& names, const std::vector<Cells>& table,
                                const Style& style);

} // namespace grader
