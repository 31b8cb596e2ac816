#include "authoring/rules/glossary.h"

#include <algorithm>
#include <regex>

#include "base/text.h"

namespace grader {

std::filesystem::path glossary_file(const std::filesystem::path& root) {
    return root / "docs" / "glossary.md";
}

std::vector<Term> terms_in(const std::string& glossary) {
    static const std::regex heading(R"(^## (\S+))");
    static const std::regex entry(R"(^- \*\*([^*]+)\*\*)");
    std::vector<Term> terms;
    std::string lab;
    std::size_t number = 0;
    std::smatch match;
    for (const std::string_view text : split_lines(glossary)) {
        const std::string line(text);
        ++number;
        if (std::regex_search(line, match, heading)) lab = match[1];
        if (std::regex_search(line, match, entry)) terms.push_back({match[1], lab, number});
    }
    return terms;
}

std::vector<std::size_t> lines_with(const Term& term, const std::string& prose) {
    const std::string spaced = std::regex_replace(term.name, std::regex(" "), "\\s+");
    const std::regex word("\\b" + spaced + "(?:e?s)?\\b", std::regex::icase);
    std::vector<std::size_t> lines;
    for (std::sregex_iterator match(prose.begin(), prose.end(), word), end; match != end; ++match)
        lines.push_back(
            static_cast<std::size_t>(std::count(prose.begin(), prose.begin() + match->position(), '\n')) + 1);
    return lines;
}

} // namespace grader
