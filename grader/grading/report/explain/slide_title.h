#pragma once

/// @file
/// What a slide is called.

#include <string>
#include <string_view>

namespace grader {

/// The heading of the page with the anchor @p anchor in the deck @p slides; the anchor itself where the deck has none.
std::string slide_title(std::string_view slides, const std::string& anchor);

} // namespace grader
