#pragma once

/// @file
/// The modelled time of a call, and its suggestions, for `grader explain`.

#include <string>

#include "base/style.h"
#include "grading/model/modelled_call.h"

namespace grader {

/// Formats a modelled call of a build whose file is called @p source, on the GPU @p device: its time, its
/// limiter, and a line for each of the suggestions that gain most.
std::string render_suggestions(const ModelledCall& call, const std::string& source, const std::string& device,
                               const Style& style);

} // namespace grader
