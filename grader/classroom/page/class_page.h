#pragma once

/// @file
/// A class as a page for a browser.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "classroom/gradebook/book.h"
#include "classroom/gradebook/leaderboard.h"
#include "classroom/gradebook/pseudonyms.h"

namespace grader {

/// What a page of a class is to be like.
struct ClassPageOptions {
    std::string title = "The class"; ///< "Parallel programming, winter 2026"
    /// Take the place of the students' names. Then nothing of the page is a text that somebody wrote about or as a single
    /// student: no messages, no notes, no hand-ins, no list of what was left out.
    std::optional<Pseudonyms> pseudonyms;
    std::vector<Leaderboard> leaderboards; ///< as leaderboards_of() makes them
    std::string
        site; ///< where the course's site is, a URL or a path from the page on; empty: its pages are named, not linked
    std::filesystem::path course; ///< the course's folder, for the titles of slides; empty: they have none
};

/// The page without its document, which takes the place of "@DATA@". Made of the files in classroom/page/page when the grader
/// is built.
std::string_view class_page_template();

/// All that the page of @p book shows, and nothing else: no seed, no source, no compiler's output. Throws UsageError where the
/// site of @p options is no web address and no path.
nlohmann::json class_page_document(const Book& book, const ClassPageOptions& options);

/// @p book as one page that needs nothing else: no other file, no network. Whatever a student wrote is text there, whatever
/// it looks like. Throws UsageError as class_page_document() does.
std::string render_class_page(const Book& book, const ClassPageOptions& options);

} // namespace grader
