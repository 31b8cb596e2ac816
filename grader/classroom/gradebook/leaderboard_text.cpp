// Leaderboards as CSV and for a terminal.

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "classroom/gradebook/leaderboard.h"

namespace grader {
namespace {

/// Formats @p text as a quoted cell. Escapes leading characters that a spreadsheet takes for the start of a
/// formula.
std::string leaderboard_cell(std::string_view text) {
    std::string cell = "\"";
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
        cell += '\'';
    for (const char c : text) {
        if (c == '"') cell += '"';
        cell += c;
    }
    return cell + '"';
}

std::string padded_name(const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, columns(text)), ' ');
}

} // namespace

std::string render_leaderboards_csv(const std::vector<Leaderboard>& boards) {
    std::string csv = "lab,place,name,speedup,low,high,modelled\r\n";
    for (const Leaderboard& board : boards)
        for (const LeaderboardRow& row : board.rows)
            csv += fmt::format("{},{},{},{:.4g},{:.4g},{:.4g},{}\r\n", leaderboard_cell(board.lab), row.place,
                               leaderboard_cell(row.name), row.ratio, row.low, row.high,
                               leaderboard_cell(row.modelled));
    return csv;
}

std::string render_leaderboards_text(const std::vector<Leaderboard>& boards) {
    if (boards.empty()) return "No student who has passed asks to be shown.\n";
    std::string text;
    for (const Leaderboard& board : boards) {
        std::size_t width = 0;
        for (const LeaderboardRow& row : board.rows) width = std::max(width, columns(row.name));
        text += fmt::format("{}: {}\n", board.lab, board.title);
        for (const LeaderboardRow& row : board.rows)
            text += fmt::format("  {:3}  {}  {:.3g} times as fast ({:.3g} to {:.3g}){}\n", row.place,
                                padded_name(row.name, width), row.ratio, row.low, row.high,
                                row.modelled.empty() ? "" : ", modelled for " + printable(row.modelled));
        text += '\n';
    }
    return text + tie_explanation + "\n";
}

} // namespace grader
