#include "commands/commands.h"

#include <iostream>
#include <regex>

#include <fmt/format.h>

#include "report/text.h"

namespace grader {
namespace {

/// `[slides#block-size]` becomes the place a reader can open.
std::string with_places(const std::string& text, const Lab& lab) {
    return std::regex_replace(text, std::regex(R"(\[slides#([a-z0-9-]+)\])"), "slides/" + lab.id + ".md#$1");
}

} // namespace

ExitStatus hint_command(Context& context) {
    const Lab& lab = context.lab();
    const std::string number = lab.id.substr(0, 2);
    const LabProgress progress = context.progress().of(lab.id);
    if (progress.verdict == Verdict::pass) {
        std::cout << fmt::format("{} is passed. What is left is in slides/{}.md and solutions/{}/NOTES.md.\n",
                                 lab.id, lab.id, lab.id);
        return ExitStatus::passed;
    }
    if (progress.verdict == Verdict::not_graded) {
        std::cout << fmt::format(
            "Nothing has failed that this machine can measure. The ideas are in slides/{}.md.\n", lab.id);
        return ExitStatus::passed;
    }
    if (progress.failed_step.empty())
        throw UsageError(
            fmt::format("A hint is for the step that fails, and {} was not graded yet. Try: make grade "
                        "LAB={}",
                        lab.id, number));
    std::vector<const Hint*> hints;
    for (const Hint& hint : lab.manifest.hints)
        if (hint.step == progress.failed_step) hints.push_back(&hint);
    if (hints.empty()) {
        std::cout << fmt::format(
            "There is no hint for the step {}: its message says it all. The slides: slides/{}.md\n",
            progress.failed_step, lab.id);
        return ExitStatus::passed;
    }
    const auto taken = progress.hints.find(progress.failed_step);
    const std::size_t seen = taken == progress.hints.end() ? 0 : taken->second;
    const std::size_t index = std::min(seen, hints.size() - 1);
    if (seen < hints.size()) context.progress().hint_taken(lab.id, progress.failed_step);
    std::cout << fmt::format("{}, step {}: hint {} of {}\n\n", lab.id, progress.failed_step, index + 1,
                             hints.size());
    const std::string text = with_places(hints[index]->text, lab);
    for (const std::string_view paragraph : split_lines(text))
        for (const std::string& line : wrap(paragraph, context.style().width - 2))
            std::cout << "  " << line << '\n';
    if (index + 1 == hints.size()) std::cout << "\nThat is the last hint for this step.\n";
    return ExitStatus::passed;
}

} // namespace grader
