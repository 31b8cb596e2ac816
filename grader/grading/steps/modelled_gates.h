#pragma once

/// @file
/// Compares the modelled call with the counted calls.

#include <filesystem>
#include <optional>

#include "course/manifest.h"
#include "grading/grade/counted_run.h"
#include "grading/grade/grade.h"

namespace grader {

/// Returns how the @p modelled call differs from the counted calls of @p grade: it executes a line of @p
/// source that no counted or checked call executed, or fails by far a gate of @p manifest that they pass.
/// Compares only gates on ratios, because these hardly depend on the size of a call, and compares those that
/// depend on the resident blocks only @p on_reference, because the counted calls always run on the reference
/// GPU. None if nothing differs.
std::optional<LaunchLogGap> modelled_call_difference(const Manifest& manifest,
                                                     const std::filesystem::path& source,
                                                     const LabGrade& grade, const CountedRun& modelled,
                                                     bool on_reference);

} // namespace grader
