#pragma once

/// @file
/// A source with counters next to its lines, for `grader explain`.

#include <filesystem>
#include <string>
#include <vector>

#include "base/style.h"
#include "grading/inspect/line_costs.h"

namespace grader {

/// Returns the text of @p source with the counters of @p lines, then the costly lines of @p header, then the
/// cost of other files, then the three most expensive lines, with the reasons.
/// @param header the lab's own, which @p source includes
/// @param lines lines of all files, in decreasing order of cost
std::string render_listing(const std::filesystem::path& source, const std::filesystem::path& header,
                           const std::vector<LineCost>& lines, const Style& style);

} // namespace grader
