#pragma once

/// @file
/// Leaderboards: the fastest students of a lab, among those who asked to be shown.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classroom/gradebook/book.h"
#include "classroom/gradebook/pseudonyms.h"

namespace grader {

/// Maximum characters of an alias.
inline constexpr std::size_t max_alias_characters = 24;

/// A student's request to be shown on a leaderboard.
struct LeaderboardRequest {
    std::string alias; ///< the chosen name; empty if there is none, or if it cannot be shown
};

/// Finds the request in @p source, a student's file: a comment `// leaderboard: NAME` or `// leaderboard`
/// alone on one of the first 50 lines. Nothing if there is none; the first one counts. A name is not shown if
/// it has more than max_alias_characters characters, control characters for a terminal, or characters that
/// hide or reverse text.
std::optional<LeaderboardRequest> leaderboard_request(std::string_view source);

/// The request in one student's file for one lab.
struct Entrant {
    std::string student;        ///< as BookStudent::id
    std::string lab;            ///< as BookLab::id
    LeaderboardRequest request; ///< the request
};

/// One line of a leaderboard.
struct LeaderboardRow {
    std::size_t place = 0; ///< rank from 1; tied students share a place
    std::string name;      ///< the alias or the pseudonym, never the student's own name
    double ratio = 0;      ///< speedup over the baseline
    double low = 0;        ///< lower bound of its interval
    double high = 0;       ///< upper bound of its interval
    std::string modelled;  ///< the GPU that was modelled; empty: the time was measured
};

/// One lab's leaderboard.
struct Leaderboard {
    std::string lab;                  ///< as BookLab::id
    std::string title;                ///< title of the lab
    std::vector<LeaderboardRow> rows; ///< fastest first
};

/// Explanation of shared places, printed next to every leaderboard.
inline constexpr const char* tie_explanation =
    "Shows students who asked for it and have passed. Students share a place if their intervals overlap that "
    "of the fastest of them: the measurement cannot decide which of them is faster.";

/// Builds the leaderboards of @p book's labs, in the order of the course, from those @p entrants whose grade
/// is passed and timed. Labs without entries have no leaderboard.
///
/// Students without an alias appear under their name from @p pseudonyms. So do students whose alias is or
/// contains the name or the pseudonym of a student of the class, because it could be mistaken for that
/// student. If several chose the same alias, each alias is followed by the pseudonym.
std::vector<Leaderboard> leaderboards_of(const Book& book, const std::vector<Entrant>& entrants,
                                         const Pseudonyms& pseudonyms);

/// Renders @p boards as CSV (RFC 4180): lab, place, name, speedup, low, high, modelled. Names are escaped
/// so that no spreadsheet evaluates them as formulas.
std::string render_leaderboards_csv(const std::vector<Leaderboard>& boards);

/// Renders @p boards for a terminal.
std::string render_leaderboards_text(const std::vector<Leaderboard>& boards);

} // namespace grader
