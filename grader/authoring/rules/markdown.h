#pragma once

/// @file
/// Minimal Markdown parser that finds links and their targets.

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// A link in a text.
struct Link {
    std::size_t line = 0; ///< line number from 1
    std::string target;   ///< as written: `../04_tiling/README.md#tasks`
};

/// Returns the links and images of @p markdown, including those in HTML tags and reference definitions. Code
/// contains no links.
std::vector<Link> links_in(std::string_view markdown);

/// Returns the prose of @p markdown, line for line: code is blanked, and so is each section with one of @p
/// skipped as its heading, such as `Further reading`.
std::string prose_in(std::string_view markdown, const std::set<std::string>& skipped);

/// Returns the names of all `<a id="name">` in @p markdown.
std::set<std::string> anchors_in(std::string_view markdown);

/// Returns the pages of the deck @p markdown that are handed out with the course: all but those marked `<!--
/// _class: solution -->`.
std::string released_pages(std::string_view markdown);

} // namespace grader
