#pragma once

/// @file
/// What `grader replay` prints.

#include <string>

#include "base/style.h"
#include "classroom/bundle/replay.h"

namespace grader {

/// The two grades side by side, below what is another thing here than where the first one was made, and the outcome in one sentence at
/// the end. Nothing in it can reach the terminal as a command.
std::string render_replayed(const Bundle& bundle, const ReplayResult& replayed, const Style& style);

} // namespace grader
