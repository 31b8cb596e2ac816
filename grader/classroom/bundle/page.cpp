#include "classroom/bundle/page.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/text.h"
#include "grading/report/layout.h"

namespace grader {
namespace {

constexpr std::size_t max_cell_columns = 32;
constexpr std::size_t max_note_bytes = 2000;

struct AgreementMark {
    std::string_view sign;
    Ink ink;
};

AgreementMark mark_of(const ComparisonRow& row) {
    switch (row.agreement) {
        // Times can agree without being equal.
        case Agreement::same: return {row.then == row.now ? "=" : "≈", Ink::good};
        case Agreement::differs: return {"≠", Ink::bad};
        case Agreement::not_compared: break;
    }
    return {"–", Ink::faint};
}

std::string padded(const std::string& text, std::size_t width) {
    return text + blanks(width - std::min(width, columns(text)));
}

std::string cell(const std::string& text) { return cut(printable(text), max_cell_columns); }

/// Wraps @p line to the page's width, indented by @p indent columns.
std::string wrapped(const std::string& line, std::size_t indent, const Style& style) {
    std::string text;
    for (const std::string& piece : wrap(line, style.width - indent)) text += blanks(indent) + piece + '\n';
    return text;
}

std::string title_of(const Bundle& bundle) {
    const Provenance& provenance = bundle.provenance;
    const std::string whose = provenance.student.empty() ? "" : " of " + printable(provenance.student, 60);
    return fmt::format("{}{}, graded {}", printable(bundle.grade.at("id").get<std::string>(), 60), whose,
                       printable(provenance.made, 40));
}

std::string differences_of(const ReplayResult& replayed, const Style& style) {
    if (replayed.differences.empty()) return wrapped("Course, device and tools are the same.", margin, style);
    std::string text = wrapped("Differences of course, device and tools:", margin, style);
    for (const std::string& sentence : replayed.differences)
        text += wrapped("- " + sentence, 2 * margin, style);
    return text;
}

std::string omitted_files_of(const Sources& sources, const Style& style) {
    constexpr std::size_t max_listed = 20;
    std::string text;
    for (std::size_t i = 0; i < std::min(sources.omitted.size(), max_listed); ++i)
        text += wrapped(fmt::format("Not in the bundle, although it took part in the build: {}",
                                    printable(sources.omitted[i], 200)),
                        margin, style);
    return text;
}

std::string table_of(const GradeComparison& comparison, const Style& style) {
    std::size_t what = 0;
    std::size_t then = columns("then");
    for (const ComparisonRow& row : comparison.rows) {
        what = std::max(what, columns(cell(row.what)));
        then = std::max(then, columns(cell(row.then)));
    }
    std::string table =
        blanks(margin + 2 + what + 2) + paint(style, Ink::faint, padded("then", then + 2) + "now") + '\n';
    for (const ComparisonRow& row : comparison.rows) {
        const AgreementMark mark = mark_of(row);
        table += blanks(margin) + paint(style, mark.ink, mark.sign) + ' ' + padded(cell(row.what), what + 2) +
                 padded(cell(row.then), then + 2) + cell(row.now) + '\n';
        for (const std::string& note : row.notes)
            table += wrapped(printable(note, max_note_bytes), details_indent, style);
    }
    return table;
}

std::string outcome_of(const ReplayResult& replayed) {
    const bool as_it_was = replayed.differences.empty();
    const std::vector<ComparisonRow>& rows = replayed.comparison.rows;
    const bool equal =
        std::all_of(rows.begin(), rows.end(), [](const ComparisonRow& row) { return row.then == row.now; });
    switch (replayed.comparison.outcome) {
        case Agreement::same:
            return equal ? "The grade is the same."
                         : "The grade is the same. Times agree if their intervals overlap.";
        case Agreement::differs:
            return as_it_was ? "The grade differs, and no difference above explains it: the program is not "
                               "deterministic, or its time is close to a threshold."
                             : "The grade differs. The differences above may explain it.";
        case Agreement::not_compared: break;
    }
    return "Everything that could be compared is the same. The rest could not be reproduced here.";
}

} // namespace

std::string render_replayed(const Bundle& bundle, const ReplayResult& replayed, const Style& style) {
    return fmt::format("{}{}\n{}{}\n{}\n{}", blanks(margin), paint(style, Ink::strong, title_of(bundle)),
                       differences_of(replayed, style), omitted_files_of(bundle.provenance.sources, style),
                       table_of(replayed.comparison, style), wrapped(outcome_of(replayed), margin, style));
}

} // namespace grader
