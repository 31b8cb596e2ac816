#pragma once

/// @file
/// Whether a call's results are the work of its kernels.

#include <optional>

#include "course/manifest.h"
#include "grading/messages/message.h"
#include "grading/steps/technique_step.h"

namespace grader {

/// Why the kernels of @p run cannot have computed all results of its calls; none where they can. They have to write as
/// many bytes as the outputs have. And hardly any of the problem's data may go to the host and back, but where a
/// gate of @p manifest says how much.
std::optional<Message> computed_on_host(const Manifest& manifest, const CountedRun& run);

} // namespace grader
