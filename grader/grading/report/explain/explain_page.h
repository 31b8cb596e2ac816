#pragma once

/// @file
/// The document of `grader explain` as a page for a browser.

#include <string>
#include <string_view>

#include "grading/report/explain/explanation.h"

namespace grader {

/// Returns the page, with "@DATA@" in place of the document. Generated from the files in
/// grading/report/explain/page when the grader is built.
std::string_view explain_page_template();

/// Returns @p explanation as one self-contained page, without other files or network access. The text of a
/// source is always escaped.
std::string render_page(const Explanation& explanation);

} // namespace grader
