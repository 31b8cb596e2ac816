#pragma once

/// @file
/// Builds the page at the end of the course.

#include <string>

#include "grading/command_line/context.h"

namespace grader {

/// Returns the last page if the owner of this tree has passed every lab of the course; otherwise an empty
/// text.
std::string last_page(Context& context);

} // namespace grader
