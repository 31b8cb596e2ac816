#include "grading/commands/commands.h"

#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/files.h"
#include "base/text.h"
#include "course/hints.h"
#include "grading/command_line/context.h"
#include "scan/scanner.h"

namespace grader {
namespace {

/// Expands `[slides#block-size]` to a path that a reader can open.
std::string expand_slide_links(const std::string& text, const Lab& lab) {
    constexpr std::string_view in_a_name = "abcdefghijklmnopqrstuvwxyz0123456789-";
    std::string replaced;
    for (kernelsmith::Scanner scan(text); !scan.at_end();) {
        replaced += scan.until("[");
        kernelsmith::Scanner link(scan.rest());
        if (link.skip("[slides#")) {
            const std::string_view index = link.until("]");
            if (!index.empty() && index.find_first_not_of(in_a_name) == std::string_view::npos &&
                link.skip("]")) {
                replaced += fmt::format("slides/{}.md#{}", lab.id, index);
                scan = kernelsmith::Scanner(link.rest());
                continue;
            }
        }
        if (scan.skip("[")) replaced += '[';
    }
    return replaced;
}

/// The hints for the current failure.
struct ApplicableHints {
    HintIndices all;       ///< in order of usefulness
    int blocking_task = 0; ///< the task that must have code before more hints are shown; 0: none
    int task = 0;          ///< the current task
    HintIndices shown;     ///< those shown before, in the order in which they were

    [[nodiscard]] bool all_shown() const { return shown.size() == all.size(); }
};

/// Selects the hints. A hint counts as shown if it was shown for a failure that the same hints match, with
/// the same current task. If other hints match now, these come first, shown or not. When all were shown, they
/// start again.
ApplicableHints applicable_hints(const Lab& lab, const LabProgress& progress) {
    const Manifest& manifest = lab.manifest;
    const std::string& step = progress.failed_step;
    const RegionedSource source = split_regions(read_text(lab.student()));
    const auto fitting = [&](const std::vector<Message>& failure_messages) {
        return matching_hints(manifest, step, failure_messages, source);
    };
    ApplicableHints now{hints_for(manifest, step, progress.failure_messages, source),
                        task_blocking_hints(manifest, step, progress.failure_messages, source),
                        current_task(manifest, step, source),
                        {}};
    const HintIndices matching_now = fitting(progress.failure_messages);
    for (const ShownHint& hint : progress.hints) {
        if (hint.task != now.task || fitting(hint.failure_messages) != matching_now) {
            now.shown.clear();
            continue;
        }
        if (std::find(now.all.begin(), now.all.end(), hint.index) == now.all.end()) continue;
        if (now.all_shown()) now.shown.clear();
        if (std::find(now.shown.begin(), now.shown.end(), hint.index) == now.shown.end())
            now.shown.push_back(hint.index);
    }
    return now;
}

/// Prints which task a grade without a GPU cannot check, if all grades were made without one.
void print_undetectable_task(const Lab& lab, const LabProgress& progress) {
    const std::string sentence = lab.manifest.undetectable_sentence();
    if (!sentence.empty() && !progress.timed) std::cout << sentence << '\n';
}

/// Returns the index of hint number @p wanted. Throws UsageError if it has not been shown yet.
std::size_t index_of_shown_hint(std::size_t wanted, std::size_t seen, const std::string& number) {
    if (wanted >= 1 && wanted <= seen) return wanted - 1;
    const std::string which = seen == 0   ? "None has"
                              : seen == 1 ? "Only hint 1 has"
                                          : fmt::format("Hints 1 to {} have", seen);
    throw UsageError(
        fmt::format("{} been shown for this failure. The next one: build/bin/grader hint {}", which, number));
}

struct HintOptions : LabOptions {
    std::optional<std::size_t> number; ///< `--number`: the hint to show again; none: the next one

    void declare(CLI::App& app) {
        LabOptions::declare(app);
        app.add_option("--number", number, "Show this hint again, if it was shown before")->type_name("K");
    }
};

ExitStatus run_hint(const HintOptions& options, const Invocation& call) {
    Context context(options, call.places);
    const Lab& lab = context.lab();
    const std::string number = lab.id.substr(0, 2);
    const LabProgress progress = context.progress().of(lab.id);
    if (progress.verdict == Verdict::pass) {
        const std::string notes =
            context.course().has_solutions() ? fmt::format(" and solutions/{}/NOTES.md", lab.id) : "";
        std::cout << fmt::format("{} is passed. Further ideas are in slides/{}.md{}.\n", lab.id, lab.id,
                                 notes);
        print_undetectable_task(lab, progress);
        return ExitStatus::passed;
    }
    if (progress.verdict == Verdict::not_graded) {
        std::cout << fmt::format(
            "Nothing has failed that this machine can measure. The ideas are in slides/{}.md.\n", lab.id);
        return ExitStatus::passed;
    }
    if (progress.failed_step.empty())
        throw UsageError(fmt::format(
            "Hints depend on the step that fails, and {} was not graded yet. Try: make grade LAB={}", lab.id,
            number));
    ApplicableHints now = applicable_hints(lab, progress);
    const std::size_t count = now.all.size();
    if (count == 0) {
        std::cout << fmt::format("The step {} has no hint: see its message. The slides: slides/{}.md\n",
                                 progress.failed_step, lab.id);
        return ExitStatus::passed;
    }
    const std::optional<std::size_t>& wanted = options.number;
    if (!wanted) {
        if (now.all_shown()) {
            std::cout << (count == 1
                              ? "There is one hint for this failure, and it was shown. Here it is again.\n\n"
                              : fmt::format("All {} hints for this failure were shown. They begin again.\n\n",
                                            count));
            now.shown.clear();
        }
        const auto next = std::find_if(now.all.begin(), now.all.end(), [&](std::size_t index) {
            return std::find(now.shown.begin(), now.shown.end(), index) == now.shown.end();
        });
        context.progress().hint_taken(lab.id, progress.failed_step, *next, now.task);
        now.shown.push_back(*next);
    }
    const std::size_t index =
        wanted ? index_of_shown_hint(*wanted, now.shown.size(), number) : now.shown.size() - 1;
    std::cout << fmt::format("{}, step {}: hint {} of {}\n\n", lab.id, progress.failed_step, index + 1,
                             count);
    const std::string text = expand_slide_links(lab.manifest.hints[now.shown[index]].text, lab);
    for (const std::string_view paragraph : split_lines(text))
        for (const std::string& line : wrap(paragraph, context.style().width - 2))
            std::cout << "  " << line << '\n';
    std::cout << '\n';
    if (index + 1 == count) {
        std::cout << "That is the last hint for this failure.\n";
        if (now.blocking_task != 0)
            std::cout << fmt::format(
                "There are more once TODO({}) has code. A line marked `// replace` does not count as code.\n",
                now.blocking_task);
    }
    const std::string which = index == 0 ? "1" : fmt::format("K, with K from 1 to {}", index + 1);
    std::cout << fmt::format("To see {} again: build/bin/grader hint {} --number {}\n",
                             index == 0 ? "it" : "one", number, which);
    print_undetectable_task(lab, progress);
    return ExitStatus::passed;
}

} // namespace

Command hint_command() {
    return command<HintOptions>("hint", "Prints the next hint for the step that fails", run_hint);
}

} // namespace grader
