#include "authoring/rules/markdown.h"

#include <array>
#include <regex>

#include "base/text.h"

namespace grader {
namespace {

const std::regex inline_code("`[^`]*`");

bool opens_or_closes_code(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return line.starts_with("```") || line.starts_with("~~~");
}

/// Calls @p take with the first group of each match of @p pattern in @p line.
template <typename Take> void each_match(const std::string& line, const std::regex& pattern, Take take) {
    for (std::sregex_iterator match(line.begin(), line.end(), pattern), end; match != end; ++match)
        take((*match)[1].str());
}

} // namespace

std::string prose_in(std::string_view markdown, const std::set<std::string>& skipped) {
    std::string prose;
    bool in_code = false;
    bool hidden = false;
    for (const std::string_view line : split_lines(markdown)) {
        if (opens_or_closes_code(line)) in_code = !in_code;
        if (!in_code && line.starts_with("## ")) hidden = skipped.contains(std::string(line.substr(3)));
        const bool read = !in_code && !hidden && !line.starts_with("    ");
        prose += read ? std::regex_replace(std::string(line), inline_code, "") : "";
        prose += '\n';
    }
    return prose;
}

std::vector<Link> links_in(std::string_view markdown) {
    static const std::array patterns = {
        std::regex(R"(\]\(\s*<?([^)\s>]+))"),              // [text](target "title"), ![text](target)
        std::regex(R"(^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+))"), // [name]: target
        std::regex(R"re(<[^>]*\b(?:src|href)="([^"]*)")re"),
    };
    std::vector<Link> links;
    std::size_t number = 0;
    bool in_code = false;
    for (const std::string_view line : split_lines(markdown)) {
        ++number;
        if (opens_or_closes_code(line)) in_code = !in_code;
        if (in_code) continue;
        const std::string text = std::regex_replace(std::string(line), inline_code, "");
        for (const std::regex& pattern : patterns)
            each_match(text, pattern, [&](std::string target) {
                links.push_back({number, std::move(target)});
            });
    }
    return links;
}

std::set<std::string> anchors_in(std::string_view markdown) {
    static const std::regex anchor(R"re(<a\s+id="([^"]*)")re");
    std::set<std::string> names;
    for (const std::string_view line : split_lines(markdown))
        each_match(std::string(line), anchor, [&](std::string name) { names.insert(std::move(name)); });
    return names;
}

std::string released_pages(std::string_view markdown) {
    std::string all;
    std::string page;
    bool solution = false;
    bool in_code = false;
    const auto end_page = [&] {
        if (!solution) all += page;
        page.clear();
        solution = false;
    };
    for (const std::string_view line : split_lines(markdown)) {
        if (opens_or_closes_code(line)) in_code = !in_code;
        if (!in_code && line == "---") end_page();
        if (!in_code && line == "<!-- _class: solution -->") solution = true;
        page += line;
        page += '\n';
    }
    end_page();
    return all;
}

} // namespace grader
