#pragma once

/// @file
/// A source with counters beside its lines, for `grader explain`.

#include <filesystem>
#include <string>
#include <vector>

#include "base/style.h"
#include "grading/inspect/line_costs.h"

namespace grader {

/// The text of @p source with the counters of @p lines beside it, then the costly lines of @p header, then
/// what other files cost, then the three lines that cost most, and why.
/// @param header the lab's own, which @p source includes
/// @param lines of all files, the costliest first
std::string render_listing(const std::filesystem::path& source, const std::filesystem::path& header,
                           const std::vector<LineCost>& lines, const Style& style);

} // namespace grader
