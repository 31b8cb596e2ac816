#pragma once

/// @file
/// Titles of slides.

#include <string>
#include <string_view>

namespace grader {

/// Returns the heading of the page with the anchor @p anchor in the deck @p slides; the anchor itself if the
/// deck has none.
std::string slide_title(std::string_view slides, const std::string& anchor);

} // namespace grader
