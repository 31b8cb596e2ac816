#pragma once

/// @file
/// Whether the call whose time is modelled does what the counted calls do.

#include <filesystem>
#include <optional>

#include "course/manifest.h"
#include "grading/grade/counted_run.h"
#include "grading/grade/grade.h"

namespace grader {

/// How the @p modelled call differs from the counted calls of @p grade: it runs a line of @p source that no counted or checked
/// call ran, or misses a gate of @p manifest by far that they keep. Only gates on ratios are compared, because these hardly
/// depend on the size of a call. None where nothing differs.
std::optional<LaunchLogGap> modelled_call_difference(const Manifest& manifest,
                                                     const std::filesystem::path& source,
                                                     const LabGrade& grade, const CountedRun& modelled);

} // namespace grader
