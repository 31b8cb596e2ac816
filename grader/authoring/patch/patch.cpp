#include "authoring/patch/patch.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/core.h>

#include "base/files.h"

namespace grader {
namespace {

constexpr std::string_view old_name_mark = "--- ";
constexpr std::string_view new_name_mark = "+++ ";
constexpr std::string_view hunk_mark = "@@ -";

/// Position and length in the header of a hunk.
struct HunkRange {
    std::size_t start = 0;
    std::size_t count = 1;

    /// Returns the number of lines before the range: the start of an empty range is the line before it.
    [[nodiscard]] std::size_t before() const { return count == 0 || start == 0 ? start : start - 1; }
};

std::optional<std::size_t> take_number(std::string_view& text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

bool take(std::string_view& text, std::string_view what) {
    if (!text.starts_with(what)) return false;
    text.remove_prefix(what.size());
    return true;
}

/// "12,3" or "12".
std::optional<HunkRange> take_range(std::string_view& text) {
    const auto start = take_number(text);
    if (!start) return std::nullopt;
    if (!take(text, ",")) return HunkRange{*start, 1};
    const auto count = take_number(text);
    if (!count) return std::nullopt;
    return HunkRange{*start, *count};
}

std::size_t count(const std::vector<PatchLine>& lines, char mark) {
    return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [mark](const PatchLine& line) {
        return line.mark == mark;
    }));
}

/// Parses the lines of a patch in one pass.
class PatchReader {
public:
    explicit PatchReader(std::string_view text) : lines_(split_lines(text)) {}

    Patch read() {
        Patch patch;
        while (at_ < lines_.size() && !lines_[at_].starts_with(old_name_mark))
            patch.words.emplace_back(lines_[at_++]);
        patch.from = name(old_name_mark);
        patch.to = name(new_name_mark);
        while (at_ < lines_.size()) patch.hunks.push_back(hunk(patch.hunks.size() + 1));
        if (patch.hunks.empty()) throw PatchError(at_, "it has no hunk, so it changes nothing");
        return patch;
    }

private:
    std::string name(std::string_view mark) {
        if (at_ == lines_.size() || !lines_[at_].starts_with(mark))
            throw PatchError(std::min(at_ + 1, lines_.size()),
                             fmt::format("it has no line that begins with \"{}\"", mark));
        return std::string(lines_[at_++].substr(mark.size()));
    }

    Hunk hunk(std::size_t number) {
        const std::size_t line = at_ + 1;
        std::string_view header = lines_[at_++];
        const auto refuse = [&](const std::string& why) {
            return PatchError(line, fmt::format("hunk {}: {}", number, why));
        };
        if (!take(header, hunk_mark))
            throw refuse("it does not begin with \"@@ -LINE,LINES +LINE,LINES @@\"");
        const auto before = take_range(header);
        const bool parted = take(header, " +");
        const auto after = take_range(header);
        if (!before || !parted || !after || !take(header, " @@"))
            throw refuse("it does not begin with \"@@ -LINE,LINES +LINE,LINES @@\"");
        Hunk hunk{line, before->before()};
        while (hunk.old_lines() < before->count || hunk.new_lines() < after->count)
            hunk.lines.push_back(line_of(number));
        if (hunk.old_lines() != before->count || hunk.new_lines() != after->count)
            throw refuse("its number of lines differs from its header");
        if (after->before() != hunk.first + new_lines_ - old_lines_)
            throw refuse("its position in the new text does not match the hunks before it");
        new_lines_ += hunk.new_lines();
        old_lines_ += hunk.old_lines();
        return hunk;
    }

    PatchLine line_of(std::size_t number) {
        if (at_ == lines_.size())
            throw PatchError(at_, fmt::format("hunk {}: the patch ends within it", number));
        const std::string_view line = lines_[at_++];
        // Some editors strip the blank of an empty context line.
        if (line.empty()) return {' ', ""};
        if (std::string_view(" -+").find(line.front()) == std::string_view::npos)
            throw PatchError(at_, fmt::format("hunk {}: expected a line that begins with ' ', '-' or '+'; "
                                              "the hunk may have fewer lines than its header says",
                                              number));
        return {line.front(), std::string(line.substr(1))};
    }

    std::vector<std::string_view> lines_;
    std::size_t at_ = 0;
    std::size_t new_lines_ = 0;
    std::size_t old_lines_ = 0;
};

} // namespace

std::size_t Hunk::old_lines() const { return lines.size() - count(lines, '+'); }
std::size_t Hunk::new_lines() const { return lines.size() - count(lines, '-'); }

Patch read_patch(std::string_view text) { return PatchReader(text).read(); }

std::string apply_patch(const Patch& patch, std::string_view text) {
    const std::vector<std::string_view> old = split_lines(text);
    std::string result;
    const auto write = [&](std::string_view line) { result.append(line).push_back('\n'); };
    std::size_t at = 0;
    for (std::size_t i = 0; i < patch.hunks.size(); ++i) {
        const Hunk& hunk = patch.hunks[i];
        if (hunk.first < at)
            throw PatchError(hunk.line, fmt::format("hunk {}: it overlaps the previous hunk", i + 1));
        while (at < std::min(hunk.first, old.size())) write(old[at++]);
        for (std::size_t k = 0; k < hunk.lines.size(); ++k) {
            const PatchLine& line = hunk.lines[k];
            if (line.mark != '+') {
                const bool there = at < old.size();
                if (!there || old[at] != line.text)
                    throw PatchError(hunk.line + 1 + k,
                                     fmt::format("hunk {}: line {} of {} is not \"{}\", but {}", i + 1,
                                                 at + 1, patch.from, line.text,
                                                 there ? fmt::format("\"{}\"", old[at])
                                                       : std::string("missing")));
                ++at;
            }
            if (line.mark != '-') write(line.text);
        }
    }
    while (at < old.size()) write(old[at++]);
    return result;
}

} // namespace grader
