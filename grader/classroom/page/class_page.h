#pragma once

/// @file
/// HTML page of a class's results.

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

/// Options of a class page.
struct ClassPageOptions {
    std::string title = "The class"; ///< "Parallel programming, winter 2026"
    /// Replace the students' names. Then the page contains no text that was written by or about a single
    /// student: no messages, no notes, no list of submissions, no list of what was left out.
    std::optional<Pseudonyms> pseudonyms;
    std::vector<Leaderboard> leaderboards; ///< result of leaderboards_of()
    std::string
        site; ///< the course's site, a URL or a path relative to the page; empty: its pages are named, not
              ///< linked
    std::filesystem::path course; ///< folder of the course, for the titles of slides; empty: no titles
};

/// Returns the page with "@DATA@" in place of its document. Built from the files in classroom/page/page when
/// the grader is built.
std::string_view class_page_template();

/// Returns everything that the page of @p book shows as JSON, and nothing else: no seed, no source, no
/// compiler output. Throws UsageError if the site of @p options is neither a web address nor a path.
nlohmann::json class_page_document(const Book& book, const ClassPageOptions& options);

/// Renders @p book as one self-contained page: no other file, no network. Text from students is escaped,
/// whatever it contains. Throws UsageError as class_page_document() does.
std::string render_class_page(const Book& book, const ClassPageOptions& options);

} // namespace grader
