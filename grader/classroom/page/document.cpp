// Builds the JSON document of a class page.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/text.h"
#include "classroom/gradebook/feedback.h"
#include "classroom/page/class_page.h"
#include "classroom/page/tally.h"
#include "grading/report/explain/slide_title.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

using nlohmann::json;

constexpr std::size_t max_name_characters = 80;
constexpr std::size_t max_message_characters = 200;

const char* word_for(MarkKind kind) {
    switch (kind) {
        case MarkKind::passed: return "passed";
        case MarkKind::failed: return "failed";
        case MarkKind::not_graded: return "not_graded";
        case MarkKind::missing: break;
    }
    return "missing";
}

/// Rounds to a hundredth: more digits are not shown, and would only make the page larger.
double rounded(double value) { return std::isfinite(value) ? std::round(value * 100) / 100 : 0; }

/// Returns what the page shows of @p mark; with @p texts, includes texts that people wrote.
json document_of(const Mark& mark, bool texts) {
    const LabGrade& grade = mark.grade;
    const MarkKind kind = kind_of(mark);
    json document = {{"is", word_for(kind)}};
    if (kind == MarkKind::passed || kind == MarkKind::failed) {
        document["score"] = rounded(mark.score);
        document["of"] = rounded(mark.max_score);
        if (mark.score != grade.score) document["graded"] = rounded(grade.score);
    }
    if (texts && kind == MarkKind::not_graded)
        document["message"] = printable(why_not_graded(grade), max_message_characters);
    if (!mark.note.empty()) document["noted"] = true;
    if (texts && !mark.note.empty()) document["note"] = printable(mark.note, max_message_characters);
    if (texts && !mark.attempt.empty()) document["attempt"] = printable(mark.attempt, max_message_characters);
    if (const Step* failed = grade.first_failed(); failed != nullptr && kind == MarkKind::failed) {
        document["step"] = failed->name;
        if (texts) document["message"] = printable(sentence(failed->message), max_message_characters);
    }
    if (const std::optional<Speedup>& speedup = grade.speedup; speedup && kind != MarkKind::missing) {
        document["speedup"] = {rounded(speedup->ratio), rounded(speedup->low), rounded(speedup->high)};
        if (!speedup->modelled.empty())
            document["modelled"] = printable(speedup->modelled, max_name_characters);
    }
    return document;
}

json document_of(const BookStudent& student, const ClassPageOptions& options) {
    json marks = json::array();
    double total = 0;
    std::size_t not_graded = 0;
    for (const Mark& mark : student.marks) {
        const MarkKind kind = kind_of(mark);
        if (kind == MarkKind::passed || kind == MarkKind::failed) total += mark.score;
        if (kind == MarkKind::not_graded) ++not_graded;
        marks.push_back(document_of(mark, !options.pseudonyms));
    }
    return {{"name", options.pseudonyms ? options.pseudonyms->of(student.id)
                                        : printable(student.id, max_name_characters)},
            {"total", rounded(total)},
            {"not_graded", not_graded},
            {"marks", std::move(marks)}};
}

json document_of(const BookLab& lab, const LabTally& tally) {
    return {{"id", lab.id},
            {"title", lab.title},
            {"max", rounded(lab.max_score)},
            {"passed", tally.passed},
            {"failed", tally.failed},
            {"not_graded", tally.not_graded},
            {"missing", tally.missing},
            {"bins", tally.bins},
            {"median", tally.median ? json(*tally.median) : json()}};
}

/// Finds the course's pages that help with a failure.
class HelpPages {
public:
    explicit HelpPages(const ClassPageOptions& options) : site_(options.site), course_(options.course) {
        if (site_.empty()) return;
        // A colon before the first slash ends a URL scheme, and a scheme such as javascript: could execute
        // code.
        const std::size_t colon = site_.substr(0, site_.find('/')).find(':');
        const std::string scheme = colon == std::string::npos ? "" : site_.substr(0, colon);
        if (colon != std::string::npos && scheme != "http" && scheme != "https" && scheme != "file")
            throw UsageError(fmt::format("--site {}: expected a path, or a URL that begins with https://.",
                                         printable(site_)));
        if (!site_.ends_with('/')) site_ += '/';
    }

    /// Returns @p page with its title and, if there is a site, its link; null if @p page is empty.
    [[nodiscard]] json document_of(const std::string& page) const {
        if (page.empty()) return nullptr;
        const std::size_t hash = std::min(page.find('#'), page.size());
        const std::string file = page.substr(0, hash);
        const std::string anchor = page.substr(std::min(hash + 1, page.size()));
        json document = {{"page", page}, {"title", title_of(file, anchor)}};
        // Convert the path of a Markdown file to its path in the site, as docs/site/lib/paths.mjs does.
        if (!site_.empty())
            document["link"] =
                site_ + std::filesystem::path(file).replace_extension(".html").string() + page.substr(hash);
        return document;
    }

private:
    /// Returns the title of the slide with @p anchor, or of the page @p file; empty if the course is not
    /// available or has none.
    [[nodiscard]] std::string title_of(const std::string& file, const std::string& anchor) const {
        if (course_.empty()) return {};
        const std::string text = read_text(course_ / file);
        if (!anchor.empty()) {
            const std::string title = slide_title(text, anchor);
            return title == anchor ? "" : title;
        }
        const bool has_title = text.starts_with("# ");
        return has_title ? text.substr(2, text.find('\n') - 2) : "";
    }

    std::string site_;
    std::filesystem::path course_;
};

json document_of(const std::vector<CommonFailure>& stumbles, const HelpPages& pages) {
    json list = json::array();
    for (const CommonFailure& stumble : stumbles)
        list.push_back({{"lab", stumble.lab},
                        {"what", stumble.what},
                        {"help", pages.document_of(stumble.help)},
                        {"students", stumble.students}});
    return list;
}

json document_of(const Leaderboard& board) {
    json rows = json::array();
    for (const LeaderboardRow& row : board.rows)
        rows.push_back({{"place", row.place},
                        {"name", row.name},
                        {"speedup", {rounded(row.ratio), rounded(row.low), rounded(row.high)}},
                        {"modelled", printable(row.modelled, max_name_characters)}});
    return {{"lab", board.lab}, {"title", board.title}, {"rows", std::move(rows)}};
}

} // namespace

json class_page_document(const Book& book, const ClassPageOptions& options) {
    const std::vector<LabTally> tallies = tally_labs(book);
    json labs = json::array();
    for (std::size_t i = 0; i < book.labs.size(); ++i) labs.push_back(document_of(book.labs[i], tallies[i]));
    std::vector<json> students;
    for (const BookStudent& student : book.students) students.push_back(document_of(student, options));
    // Sort by pseudonym: the order by names would reveal them.
    if (options.pseudonyms)
        std::ranges::sort(students, {},
                          [](const json& student) { return student.at("name").get<std::string>(); });
    json skipped = json::array();
    if (!options.pseudonyms)
        for (const std::string& sentence : book.skipped)
            skipped.push_back(printable(sentence, max_message_characters));
    json leaderboards = json::array();
    for (const Leaderboard& board : options.leaderboards) leaderboards.push_back(document_of(board));
    const HelpPages pages(options);
    const CommonFailures stumbles = common_failures_of(book);
    return {{"title", options.title},
            {"backend", book.backend},
            {"device", book.device},
            {"complete", book.complete},
            {"pseudonyms", options.pseudonyms.has_value()},
            {"skipped", std::move(skipped)},
            {"labs", std::move(labs)},
            {"students", std::move(students)},
            {"steps", document_of(stumbles.steps, pages)},
            {"gates", document_of(stumbles.gates, pages)},
            {"findings", document_of(stumbles.findings, pages)},
            {"leaderboards", std::move(leaderboards)},
            {"shared_places", tie_explanation}};
}

} // namespace grader
