#include "classroom/gradebook/leaderboard.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/files.h"
#include "base/text.h"

namespace grader {
namespace {

constexpr std::size_t max_request_lines = 50;
/// Bytes of a file's beginning that are searched for a request; lines beyond that are ignored.
constexpr std::size_t max_request_bytes = 64 * 1024;

constexpr std::string_view request_blanks = " \t\r";

std::string_view bare(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(request_blanks), text.size()));
    return text.substr(0, text.find_last_not_of(request_blanks) + 1);
}

bool take_word(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text = bare(text.substr(prefix.size()));
    return true;
}

/// Decodes the UTF-8 @p text into code points.
std::vector<char32_t> code_points_of(std::string_view text) {
    std::vector<char32_t> points;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xc0) == 0x80)
            points.back() = (points.back() << 6) | (byte & 0x3f);
        else
            points.push_back(byte < 0x80   ? byte
                             : byte < 0xe0 ? byte & 0x1f
                             : byte < 0xf0 ? byte & 0x0f
                                           : byte & 0x07);
    }
    return points;
}

/// Reports whether @p c is invisible: two names that differ only in it look the same.
bool is_invisible(char32_t c) {
    constexpr std::pair<char32_t, char32_t> ranges[] = {
        {0xad, 0xad},     {0x34f, 0x34f},   {0x115f, 0x1160},   {0x17b4, 0x17b5}, {0x180b, 0x180f},
        {0x200b, 0x200f}, {0x2060, 0x206f}, {0x3164, 0x3164},   {0xfe00, 0xfe0f}, {0xffa0, 0xffa0},
        {0xfff0, 0xfffb}, {0xe000, 0xf8ff}, {0xe0000, 0x10ffff}};
    return std::ranges::any_of(ranges,
                               [&](const auto& range) { return c >= range.first && c <= range.second; });
}

bool can_be_shown(std::string_view alias) {
    // printable() leaves text unchanged if it is UTF-8 without control characters and bidirectional
    // overrides.
    if (alias.size() > 4 * max_alias_characters || printable(alias) != alias || columns(alias) == 0)
        return false;
    const std::vector<char32_t> points = code_points_of(alias);
    return points.size() <= max_alias_characters && std::ranges::none_of(points, is_invisible);
}

/// Folds the case of @p text for comparisons; ASCII only.
std::string folded_name(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

/// The names that no alias may equal or contain.
class NamesOfOthers {
public:
    NamesOfOthers(const Book& book, const Pseudonyms& pseudonyms) {
        for (const BookStudent& student : book.students) {
            students_.insert(folded_name(student.id));
            pseudonyms_.insert(folded_name(pseudonyms.of(student.id)));
        }
    }

    [[nodiscard]] bool occur_in(std::string_view alias) const {
        // Shorter names occur in many words, so they are compared as a whole only.
        constexpr std::size_t a_name = 3;
        const std::string lower = folded_name(alias);
        return students_.contains(lower) || pseudonyms_.contains(lower) ||
               std::ranges::any_of(students_, [&](const std::string& name) {
                   return name.size() >= a_name && lower.find(name) != std::string::npos;
               });
    }

private:
    std::set<std::string> students_;
    std::set<std::string> pseudonyms_;
};

/// Returns the speedup of @p grade if it can be shown; null otherwise.
const Speedup* speedup_to_show(const LabGrade& grade) {
    if (grade.verdict != Verdict::pass || !grade.submitted || !grade.replayed.empty() || !grade.speedup)
        return nullptr;
    const Speedup& speedup = *grade.speedup;
    const bool is_number =
        std::isfinite(speedup.ratio) && std::isfinite(speedup.low) && std::isfinite(speedup.high);
    return is_number ? &speedup : nullptr;
}

/// Assigns its place to each of @p rows, which are sorted, fastest first.
void assign_places(std::vector<LeaderboardRow>& rows) {
    std::size_t first = 0; // first row of the current place
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].high < rows[first].low) first = i;
        rows[i].place = first + 1;
    }
}

} // namespace

std::optional<LeaderboardRequest> leaderboard_request(std::string_view source) {
    if (source.size() > max_request_bytes) {
        source = source.substr(0, max_request_bytes);
        source = source.substr(0, source.rfind('\n') + 1); // drop the last line, which may be cut off
    }
    const std::vector<std::string_view> lines = split_lines(source);
    for (std::size_t i = 0; i < std::min(lines.size(), max_request_lines); ++i) {
        std::string_view line = bare(lines[i]);
        if (!take_word(line, "//") || !take_word(line, "leaderboard")) continue;
        if (line.empty()) return LeaderboardRequest{};
        if (!take_word(line, ":")) continue;
        return LeaderboardRequest{can_be_shown(line) ? std::string(line) : std::string()};
    }
    return std::nullopt;
}

std::vector<Leaderboard> leaderboards_of(const Book& book, const std::vector<Entrant>& entrants,
                                         const Pseudonyms& pseudonyms) {
    std::map<std::pair<std::string, std::string>, std::string> aliases; // by lab and student
    for (const Entrant& entrant : entrants) aliases[{entrant.lab, entrant.student}] = entrant.request.alias;
    const NamesOfOthers others(book, pseudonyms);

    std::vector<Leaderboard> boards;
    for (std::size_t lab = 0; lab < book.labs.size(); ++lab) {
        Leaderboard board{book.labs[lab].id, book.labs[lab].title, {}};
        std::map<std::string, int> chosen_by; // number of students, by alias
        for (auto& [key, alias] : aliases) {
            if (key.first != board.lab) continue;
            if (others.occur_in(alias)) alias.clear();
            ++chosen_by[folded_name(alias)];
        }
        for (const BookStudent& student : book.students) {
            const auto alias = aliases.find({board.lab, student.id});
            const Speedup* speedup = speedup_to_show(student.marks[lab].grade);
            if (alias == aliases.end() || speedup == nullptr) continue;
            const std::string& pseudonym = pseudonyms.of(student.id);
            std::string name = alias->second;
            if (name.empty())
                name = pseudonym;
            else if (chosen_by[folded_name(name)] > 1)
                name += fmt::format(" ({})", pseudonym);
            board.rows.push_back(
                {0, std::move(name), speedup->ratio, speedup->low, speedup->high, speedup->modelled});
        }
        // Ties are sorted by the shown name, so that the order reveals nothing of the students' own names.
        std::ranges::sort(board.rows, [](const LeaderboardRow& a, const LeaderboardRow& b) {
            return std::tie(b.ratio, a.name) < std::tie(a.ratio, b.name);
        });
        assign_places(board.rows);
        if (!board.rows.empty()) boards.push_back(std::move(board));
    }
    return boards;
}

} // namespace grader
