#pragma once

/// @file
/// Puts together the page at the end of the course.

#include <string>

#include "grading/command_line/context.h"

namespace grader {

/// The last page, where the owner of this tree has passed every lab of the course; else empty.
std::string last_page(Context& context);

} // namespace grader
