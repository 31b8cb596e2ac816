#include "authoring/rules/glossary_rules.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include <fmt/core.h>

#include "authoring/rules/glossary.h"
#include "authoring/rules/markdown.h"
#include "base/files.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Sections of a hand-out that look beyond its lab.
const std::set<std::string> outlooks = {"Further reading", "Open questions"};

/// The texts that a student reads while working on a lab.
struct LabWords {
    std::string whole;    ///< the whole hand-out, line for line
    std::string prose;    ///< the hand-out without sections that look beyond the lab
    std::string messages; ///< hints and gates
};

LabWords words_of(const Lab& lab) {
    const std::string hand_out = read_text(lab.directory / "README.md");
    LabWords words{prose_in(hand_out, {}), prose_in(hand_out, outlooks), {}};
    for (const Hint& hint : lab.manifest.hints) words.messages += hint.text + "\n";
    for (const Gate& gate : lab.manifest.gates) words.messages += gate.text + "\n";
    words.messages = prose_in(words.messages, {});
    return words;
}

/// Reports whether @p prose has @p term in bold, where it is taught: alone, or as the first words of a longer
/// one.
bool teaches(const std::string& prose, const Term& term) {
    static const std::regex bold(R"(\*\*([^*]+)\*\*)");
    for (std::sregex_iterator match(prose.begin(), prose.end(), bold), end; match != end; ++match)
        if (!lines_with(term, (*match)[1].str()).empty()) return true;
    return false;
}

Findings each_term_is_taught(const Course& course, const std::vector<Term>& terms,
                             std::map<std::string, LabWords>& words) {
    Findings findings;
    for (const Term& term : terms) {
        const auto lab = words.find(term.lab);
        if (lab == words.end())
            findings.push_back(
                {glossary_file(course.root()), term.line,
                 fmt::format("\"{}\" is below the heading \"{}\", which is not a lab", term.name, term.lab)});
        else if (!teaches(lab->second.whole, term))
            findings.push_back(
                {course.root() / "labs" / term.lab / "README.md", 0,
                 fmt::format("does not have \"{0}\" in bold, although docs/glossary.md says that this lab "
                             "teaches it: define it where it is first used, as **{0}**",
                             term.name)});
    }
    return findings;
}

Findings no_term_is_used_before(const Course& course, const std::vector<Term>& terms,
                                const std::map<std::string, LabWords>& words) {
    Findings findings;
    for (const Term& term : terms)
        for (const auto& [id, lab] : words) {
            if (id >= term.lab) continue;
            const std::string told =
                fmt::format("uses \"{}\", which lab {} teaches; use a known term, or teach it here",
                            term.name, term.lab.substr(0, 2));
            const fs::path directory = course.root() / "labs" / id;
            if (const auto lines = lines_with(term, lab.prose); !lines.empty())
                findings.push_back({directory / "README.md", lines.front(), told});
            if (!lines_with(term, lab.messages).empty())
                findings.push_back({directory / "lab.toml", 0, "a hint or a gate " + told});
        }
    return findings;
}

} // namespace

void check_glossary(const Course& course, CheckReport& report) {
    const fs::path file = glossary_file(course.root());
    if (!fs::exists(file))
        return report.checked("", {{file, 0, "is missing; it defines the terms of the course"}});
    const std::vector<Term> terms = terms_in(read_text(file));
    std::map<std::string, LabWords> words;
    for (const Lab& lab : course.labs()) words[lab.id] = words_of(lab);
    report.checked("", each_term_is_taught(course, terms, words));
    report.checked("", no_term_is_used_before(course, terms, words));
}

} // namespace grader
