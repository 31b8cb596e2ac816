#pragma once

/// @file
/// Output of `grader replay`.

#include <string>

#include "base/style.h"
#include "classroom/bundle/replay.h"

namespace grader {

/// Renders the two grades side by side, after the differences between the two environments, and ends with the
/// outcome in one sentence. Control characters are escaped, so that no text can send a command to the
/// terminal.
std::string render_replayed(const Bundle& bundle, const ReplayResult& replayed, const Style& style);

} // namespace grader
