#pragma once

/// @file
/// Sources of a lab's typical mistakes, for the rules that compile and grade them.

#include <filesystem>
#include <optional>

#include "grading/backend/backend.h"

namespace grader {

/// Returns the complete source of @p wrong. Nothing if its file does not exist, or is a patch that does not
/// fit the solution: the rules on files report that.
std::optional<std::filesystem::path> source_of(const Backend& backend, const Lab& lab,
                                               const WrongFile& wrong);

} // namespace grader
