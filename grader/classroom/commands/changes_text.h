#pragma once

/// @file
/// Regrades as text for a terminal and as CSV.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/style.h"
#include "classroom/run/changes.h"

namespace grader {

/// Renders, for each run that made some of @p regrades: who started it and why, how many grades are
/// unchanged, and a table of those that changed, with the reason for each. Control characters are escaped.
/// Empty if nothing was regraded.
/// @param runs run_origins(@p regrades)
/// @param most maximum rows per table; the text reports how many were omitted
/// @param for_the_rest the command that shows all rows
std::string render_changes(const std::vector<Regrade>& regrades, const std::map<int, RunOrigin>& runs,
                           const Style& style, std::size_t most, const std::string& for_the_rest);

/// Renders all @p regrades as CSV, including unchanged ones.
std::string render_changes_csv(const std::vector<Regrade>& regrades, const std::map<int, RunOrigin>& runs);

} // namespace grader
