#pragma once

/// @file
/// A table of few names and many values, for `grader explain` over values of a macro.

#include <string>
#include <vector>

#include "base/style.h"

namespace grader {

/// A column of such a table.
using Cells = std::vector<std::string>;

/// A line for each of @p names, and each column of @p table beside them, right-aligned; every column has a cell for each
/// name. Columns that do not fit beside the others follow below, with the names again.
std::string render_side_by_side(const std::vector<std::string>& names, const std::vector<Cells>& table,
                                const Style& style);

} // namespace grader
