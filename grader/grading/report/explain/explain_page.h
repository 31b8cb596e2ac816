#pragma once

/// @file
/// What `grader explain` knows of a source, as a page for a browser.

#include <string>
#include <string_view>

#include "grading/report/explain/explanation.h"

namespace grader {

/// The page without its document, which takes the place of "@DATA@". Made of the files in grading/report/explain/page when the
/// grader is built.
std::string_view explain_page_template();

/// @p explanation as one page that needs nothing else: no other file, no network. What stands in a source is text there,
/// whatever it looks like.
std::string render_page(const Explanation& explanation);

} // namespace grader
