#pragma once

/// @file
/// How long a call would take, and what would make it faster, for `grader explain`.

#include <string>

#include "base/style.h"
#include "grading/model/modelled_call.h"

namespace grader {

/// A modelled call of a build whose file is called @p source, on the GPU @p device: its time, what limits it, and a line for
/// each of the remedies that gain most.
std::string render_remedies(const ModelledCall& call, const std::string& source, const std::string& device,
                            const Style& style);

} // namespace grader
