#pragma once

/// @file
/// The sources of a lab's typical mistakes, for the rules that compile and grade them.

#include <filesystem>
#include <optional>

#include "grading/backend/backend.h"

namespace grader {

/// The whole source of @p wrong. Nothing where its file is not there, or is a patch that does not fit the solution: the
/// rules about files tell of that.
std::optional<std::filesystem::path> source_of(const Backend& backend, const Lab& lab,
                                               const WrongFile& wrong);

} // namespace grader
