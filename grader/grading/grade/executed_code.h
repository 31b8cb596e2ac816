#pragma once

/// @file
/// Which code of a hand-in was executed.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grading/inspect/observation.h"

namespace grader {

/// Lines ("student.cu:31") with the PTX that accessed memory there, or ordered accesses ("st_global"), and whether that was in several
/// warps and blocks.
using ExecutedCode = std::map<std::string, std::set<std::string>>;

/// The code that @p launches executed of @p source and of the files in its folder. The path through a library's headers depends on the
/// order in which threads arrive.
ExecutedCode executed_code(const std::vector<ObservedLaunch>& launches, const std::filesystem::path& source);

/// Adds to @p code all of @p more.
void add(ExecutedCode& code, const ExecutedCode& more);

/// The lines of @p code that @p known lacks, in order.
std::vector<std::string> new_lines(const ExecutedCode& code, const ExecutedCode& known);

/// The same, and lines of which @p known lacks an operation: `if (large) store();` on one line, or in several warps what one warp
/// does there. Unrolled copies of a loop and other
/// instances of a template have the same operations on the same lines.
std::vector<std::string> lines_with_new_operations(const ExecutedCode& code, const ExecutedCode& known);

} // namespace grader
