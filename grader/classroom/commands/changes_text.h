#pragma once

/// @file
/// Grades that were made again, for a person and for a spreadsheet.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/style.h"
#include "classroom/run/changes.h"

namespace grader {

/// For each run that made some of @p regrades: who asked for it and why, how many grades are what they were, and a table of those
/// that are not, with the reason for each. Nothing in it can reach the terminal as a command. Empty where nothing was made again.
/// @param runs run_origins(@p regrades)
/// @param most how many a table shows; what it leaves out is counted
/// @param for_the_rest the command that shows them all
std::string render_changes(const std::vector<Regrade>& regrades, const std::map<int, RunOrigin>& runs,
                           const Style& style, std::size_t most, const std::string& for_the_rest);

/// All of @p regrades as CSV, those included that are what they were.
std::string render_changes_csv(const std::vector<Regrade>& regrades, const std::map<int, RunOrigin>& runs);

} // namespace grader
