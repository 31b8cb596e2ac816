#include "grading/report/explain/listing.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/core.h>

#include "base/files.h"
#include "base/numbers.h"
#include "base/text.h"
#include "grading/inspect/evaluate.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_costliest_lines = 3;
constexpr std::size_t number_columns = 5;
constexpr double min_costly_share =
    0.01; // share of the cost of all lines; a header's line below it is not listed

/// Returns "1234", "56.7k", "8.90M": five columns at most.
std::string short_number(double value) {
    if (value < 1e4) return fmt::format("{:.0f}", value);
    for (const char* unit : {"k", "M", "G"}) {
        value /= 1e3;
        if (value < 1e3) return fmt::format("{:.{}f}{}", value, value < 10 ? 2 : value < 100 ? 1 : 0, unit);
    }
    return fmt::format("{:.0f}T", value / 1e3);
}

/// Returns the ratio called @p counter; empty if @p line has no such accesses.
std::string cell(const char* counter, const LineCost& line) {
    const Quantity& known = *find_quantity(counter);
    const bool any = std::any_of(known.denominator.begin(), known.denominator.end(),
                                 [&](const std::string& name) { return line.counts.contains(name); });
    return any ? fmt::format("{:.1f}", evaluate(known, line.counts)) : "";
}

/// The columns to the left of the source. Bank conflicts have one only in programs with shared memory.
class Columns {
public:
    explicit Columns(const std::vector<LineCost>& lines)
        : banks_(std::any_of(lines.begin(), lines.end(),
                             [](const LineCost& line) { return line.conflicts().has_value(); })) {}

    [[nodiscard]] std::string heading() const { return row("cost", "instr", "lanes", "sectors", "banks"); }
    /// Returns the legend of the columns.
    [[nodiscard]] std::array<std::string, 2> legend() const {
        return {"cost: share of all lines; instr: warp instructions; lanes: active lanes, of 32",
                std::string("sectors: moved per 128 bytes requested, 4 is good") +
                    (banks_ ? "; banks: conflicts per request" : "")};
    }
    [[nodiscard]] std::string blank() const { return std::string(heading().size(), ' '); }
    [[nodiscard]] std::string of(const LineCost& line) const {
        return row(format_share(line.share), short_number(line.instructions), cell("active_lanes", line),
                   cell("sectors_per_128_bytes", line),
                   line.conflicts() ? fmt::format("{:.1f}", *line.conflicts()) : "");
    }

private:
    [[nodiscard]] std::string row(const std::string& cost, const std::string& instructions,
                                  const std::string& lanes, const std::string& sectors,
                                  const std::string& banks) const {
        return fmt::format("{:>5}{:>6}{:>6}{:>8}", cost, instructions, lanes, sectors) +
               (banks_ ? fmt::format("{:>6}", banks) : "");
    }

    bool banks_;
};

std::string file_name(const LineCost& line) { return fs::path(line.file).filename().string(); }

/// Returns whether @p line belongs to @p source. The compiler may have received the file under another
/// folder's name.
bool is_in(const LineCost& line, const fs::path& source) {
    return fs::path(line.file).filename() == source.filename();
}

/// Adds the lines of @p source with their counters.
/// @param only_costly omits cheap lines, for a source that is not the student's
void add_source(std::string& page, const fs::path& source, const std::vector<LineCost>& lines,
                const Style& style, bool only_costly) {
    std::map<std::size_t, const LineCost*> by_number;
    for (const LineCost& line : lines)
        if (is_in(line, source) && (!only_costly || line.share >= min_costly_share))
            by_number[line.line] = &line;
    const Columns left(lines);
    const std::string text = read_text(source);
    const std::size_t room = style.width - left.heading().size() - number_columns - 2;
    std::size_t number = 0;
    for (const std::string_view line : split_lines(text)) {
        const auto counted = by_number.find(++number);
        if (only_costly && counted == by_number.end()) continue;
        page += counted == by_number.end() ? left.blank() : left.of(*counted->second);
        page += paint(style, Ink::faint, fmt::format("{:>{}}", number, number_columns));
        const std::string_view kept = line.substr(0, line.find_last_not_of(" \t\r") + 1);
        if (!kept.empty()) page += "  " + cut(printable(kept), room);
        page += '\n';
    }
}

void add_header(std::string& page, const fs::path& header, const std::vector<LineCost>& lines,
                const Style& style) {
    std::string listed;
    add_source(listed, header, lines, style, true);
    if (!listed.empty()) page += fmt::format("\nIn {}:\n{}", header.filename().string(), listed);
}

void add_other_files(std::string& page, const fs::path& source, const fs::path& header,
                     const std::vector<LineCost>& lines) {
    std::map<std::string, double> shares;
    for (const LineCost& line : lines)
        if (!is_in(line, source) && !is_in(line, header)) shares[file_name(line)] += line.share;
    if (shares.empty()) return;
    page += "\nIn other files:\n";
    for (const auto& [file, share] : shares)
        page += fmt::format("{:>5}  {}\n", format_share(share),
                            file.empty() ? "of no known line" : printable(file, 60));
}

void add_costliest(std::string& page, const std::vector<LineCost>& lines, const Style& style) {
    page += "\nWhat costs most:\n";
    for (std::size_t i = 0; i < std::min(max_costliest_lines, lines.size()); ++i) {
        const LineCost& line = lines[i];
        const std::string place = line.file.empty()
                                      ? "no known line"
                                      : fmt::format("{}:{}", printable(file_name(line), 60), line.line);
        const std::string sentence = fmt::format("  {}. {}, {} of the cost: {}.", i + 1, place,
                                                 format_share(line.share), reason_of(line));
        for (const std::string& piece : wrap(sentence, style.width)) page += piece + '\n';
    }
}

} // namespace

std::string render_listing(const fs::path& source, const fs::path& header, const std::vector<LineCost>& lines,
                           const Style& style) {
    const Columns left(lines);
    std::string page = paint(style, Ink::faint, left.heading()) + '\n';
    add_source(page, source, lines, style, false);
    add_header(page, header, lines, style);
    add_other_files(page, source, header, lines);
    page += '\n';
    for (const std::string& line : left.legend())
        for (const std::string& piece : wrap(line, style.width))
            page += paint(style, Ink::faint, piece) + '\n';
    add_costliest(page, lines, style);
    return page;
}

} // namespace grader
