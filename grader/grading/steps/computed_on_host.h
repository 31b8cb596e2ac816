#pragma once

/// @file
/// Detects results that were computed on the host instead of by the kernels.

#include <optional>

#include "course/manifest.h"
#include "grading/messages/message.h"
#include "grading/steps/technique_step.h"

namespace grader {

/// Returns why the kernels of @p run cannot have computed all results of its calls; none if they can have.
/// They must write as many bytes as the outputs have. And hardly any of the problem's data may be copied to
/// the host and back, unless a gate of @p manifest bounds the copies.
std::optional<Message> computed_on_host(const Manifest& manifest, const CountedRun& run);

} // namespace grader
