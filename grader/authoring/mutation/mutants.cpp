#include "authoring/mutation/mutants.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/core.h>

#include "authoring/mutation/source.h"
#include "base/files.h"

namespace grader::mutation {

std::vector<Mutant> mutants_of(const std::string& text, const std::vector<Rule>& rules) {
    const Source source(text);
    std::set<std::string> known = {text};
    std::vector<Mutant> mutants;
    for (const Rule& rule : rules) {
        std::map<std::size_t, std::size_t> on_line; // occurrences of this rule, by line
        for (const Edit& edit : rule.find_edits(source)) {
            const std::size_t line = source.tokens()[edit.range.first].line;
            const std::size_t occurrence = ++on_line[line]; // counted before duplicates are removed
            std::string changed = source.with(edit);
            if (!known.insert(changed).second) continue;
            std::string id = fmt::format("{}@{}", rule.name, line);
            if (occurrence > 1) id += fmt::format("#{}", occurrence);
            mutants.push_back({std::move(id), &rule, line, std::move(changed)});
        }
    }
    return mutants;
}

std::vector<Mutant> sample_of(const std::vector<Mutant>& mutants, std::size_t target) {
    std::map<const Rule*, std::vector<const Mutant*>> by_rule;
    for (const Mutant& mutant : mutants) by_rule[mutant.rule].push_back(&mutant);
    std::set<const Mutant*> chosen;
    for (std::size_t each = 1; each <= mutants.size() && chosen.size() < std::min(target, mutants.size());
         ++each) {
        chosen.clear();
        for (const auto& [rule, all] : by_rule) {
            const std::size_t count = std::min(each, all.size());
            for (std::size_t k = 0; k < count; ++k) chosen.insert(all[k * all.size() / count]);
        }
    }
    std::vector<Mutant> sample;
    for (const Mutant& mutant : mutants)
        if (chosen.contains(&mutant)) sample.push_back(mutant);
    return sample;
}

std::vector<std::string> line_diff(const std::string& text, const std::string& changed) {
    const std::vector<std::string_view> before = split_lines(text);
    const std::vector<std::string_view> after = split_lines(changed);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
        const std::string_view old_line = i < before.size() ? before[i] : "";
        const std::string_view new_line = i < after.size() ? after[i] : "";
        if (old_line == new_line) continue;
        lines.push_back(fmt::format("{:>4} - {}", i + 1, old_line));
        if (new_line.find_first_not_of(' ') != std::string_view::npos)
            lines.push_back(fmt::format("{:>4} + {}", i + 1, new_line));
    }
    return lines;
}

} // namespace grader::mutation
