#pragma once

/// @file
/// Coverage: the executed code of a submission.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grading/inspect/observation.h"

namespace grader {

/// Lines ("student.cu:31") with the PTX instructions that accessed memory there or ordered accesses
/// ("st_global"), and whether they ran in several warps and blocks.
using ExecutedCode = std::map<std::string, std::set<std::string>>;

/// Returns the code of @p source and of the files in its folder that @p launches executed. Excludes library
/// headers, because the path through them depends on the order in which threads arrive.
ExecutedCode executed_code(const std::vector<ObservedLaunch>& launches, const std::filesystem::path& source);

/// Adds all of @p more to @p code.
void add(ExecutedCode& code, const ExecutedCode& more);

/// Returns the lines of @p code that are not in @p known, in order.
std::vector<std::string> new_lines(const ExecutedCode& code, const ExecutedCode& known);

/// Returns new_lines(), and lines with an operation that @p known lacks there: `if (large) store();` on one
/// line, or an operation in several warps that was in one warp before. Unrolled copies of a loop and other
/// instances of a template have the same operations on the same lines.
std::vector<std::string> lines_with_new_operations(const ExecutedCode& code, const ExecutedCode& known);

} // namespace grader
