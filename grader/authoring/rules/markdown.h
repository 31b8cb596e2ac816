#pragma once

/// @file
/// As much of Markdown as it takes to find links and the places they lead to.

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// Where a text leads its reader.
struct Link {
    std::size_t line = 0; ///< from 1
    std::string target;   ///< as it stands there: `../04_tiling/README.md#tasks`
};

/// The links and images of @p markdown, those in HTML tags and reference definitions included. What stands in
/// code is no link.
std::vector<Link> links_in(std::string_view markdown);

/// What a reader reads of @p markdown, line for line: code is blank, and so is each section that begins with one of
/// @p left_out as its heading, such as `Further reading`.
std::string prose_in(std::string_view markdown, const std::set<std::string>& left_out);

/// The names of all `<a id="name">` in @p markdown.
std::set<std::string> anchors_in(std::string_view markdown);

/// The pages of the deck @p markdown that are handed out with the course: all but those marked
/// `<!-- _class: solution -->`.
std::string pages_handed_out(std::string_view markdown);

} // namespace grader
