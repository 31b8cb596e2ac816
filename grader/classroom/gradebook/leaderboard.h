#pragma once

/// @file
/// Who is fastest in a lab, of those who asked to be shown.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classroom/gradebook/book.h"
#include "classroom/gradebook/pseudonyms.h"

namespace grader {

/// The most characters that a student's chosen name may have.
inline constexpr std::size_t max_alias_characters = 24;

/// That a student asks to be on a leaderboard.
struct LeaderboardRequest {
    std::string alias; ///< the name they chose; empty where they chose none, or one that cannot be shown
};

/// What @p source, a student's file, asks for: a comment `// leaderboard: NAME` or `// leaderboard` that has one of the
/// first 50 lines for itself. Nothing where there is none. The first one counts. A name cannot be shown that has more than
/// max_alias_characters characters, or one that a terminal obeys, or that hides or turns text.
std::optional<LeaderboardRequest> leaderboard_request(std::string_view source);

/// The wish that one student's file for one lab has.
struct Entrant {
    std::string student;        ///< as BookStudent::id
    std::string lab;            ///< as BookLab::id
    LeaderboardRequest request; ///< what it asks for
};

/// One line of a leaderboard.
struct LeaderboardRow {
    std::size_t place = 0; ///< from 1; others may have the same
    std::string name;      ///< the alias or the pseudonym, never the student's own
    double ratio = 0;      ///< how many times as fast as the baseline
    double low = 0;        ///< of its interval
    double high = 0;       ///< of its interval
    std::string modelled;  ///< the GPU that it was modelled for; empty: it was measured
};

/// One lab's leaderboard.
struct Leaderboard {
    std::string lab;                  ///< as BookLab::id
    std::string title;                ///< the lab's
    std::vector<LeaderboardRow> rows; ///< from the fastest on
};

/// What is to be read beside every leaderboard.
inline constexpr const char* tie_explanation =
    "Only who asked for it and has passed is shown. A place ends where the next one's interval lies below "
    "that of "
    "the place's first: within a place, the measurement does not tell who is faster.";

/// The leaderboards of @p book's labs, in the course's order, with those of @p entrants whose grade is passed and timed; labs
/// without any have none.
///
/// Those without an alias are called by @p pseudonyms. So is who chose the name or the pseudonym of a student of the class, or
/// a text with such a name in it: nobody could tell whose it is. Where several chose the same, their pseudonyms stand behind it.
std::vector<Leaderboard> leaderboards_of(const Book& book, const std::vector<Entrant>& entrants,
                                         const Pseudonyms& pseudonyms);

/// @p boards as CSV (RFC 4180): lab, place, name, speedup, low, high, modelled. No name is a formula to a spreadsheet.
std::string render_leaderboards_csv(const std::vector<Leaderboard>& boards);

/// @p boards for a terminal.
std::string render_leaderboards_text(const std::vector<Leaderboard>& boards);

} // namespace grader
