#include "grading/history/changes.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/numbers.h"
#include "base/text.h"
#include "grading/inspect/evaluate.h"
#include "grading/report/modelled.h"

namespace grader {
namespace {

std::string value_in_words(const GateResult& gate) {
    const Quantity* quantity = find_quantity(gate.counter);
    return quantity == nullptr ? fmt::format("{:.4g}", gate.value) : format_quantity(*quantity, gate.value);
}

std::vector<std::string> counter_changes(const LabGrade& before, const LabGrade& after) {
    std::vector<std::string> changes;
    for (const GateResult& now : after.gates)
        for (const GateResult& then : before.gates)
            if (now.counter == then.counter && value_in_words(now) != value_in_words(then))
                changes.push_back(fmt::format("{} {} → {}", printable(now.text, 80), value_in_words(then),
                                              value_in_words(now)));
    return changes;
}

std::string correct_change(const std::optional<CaseCount>& before, const std::optional<CaseCount>& after) {
    if (!before || !after || (before->passed == after->passed && before->total == after->total)) return {};
    if (before->total == after->total)
        return fmt::format("correct {} → {} of {}", before->passed, after->passed, after->total);
    return fmt::format("correct {} of {} → {} of {}", before->passed, before->total, after->passed,
                       after->total);
}

/// Two overlapping intervals may be of the same program. A model computes one time per program, so that each
/// difference counts; its error affects both. Measured and modelled speedups are not comparable.
std::string speedup_change(const std::optional<Speedup>& before, const std::optional<Speedup>& after) {
    if (!before || !after || before->modelled != after->modelled) return {};
    const std::string then = marked_speedup(before->ratio, before->modelled);
    const std::string now = marked_speedup(after->ratio, after->modelled);
    const bool same =
        after->modelled.empty() ? before->low <= after->high && after->low <= before->high : then == now;
    if (same) return {};
    return fmt::format("speedup {} → {}{}", then, now,
                       after->modelled.empty() ? "" : ", modelled for " + printable(after->modelled));
}

std::string failure_change(const LabGrade& before, const LabGrade& after) {
    const Step* then = before.first_failed();
    const Step* now = after.first_failed();
    if (now == nullptr) {
        if (after.verdict != Verdict::pass || before.verdict == Verdict::pass) return {};
        return then == nullptr ? "passed" : fmt::format("passed, before it failed at {}", then->name);
    }
    if (then != nullptr && then->name == now->name) return {};
    const std::string earlier = then != nullptr                   ? "before at " + then->name
                                : before.verdict == Verdict::pass ? "before it passed"
                                                                  : "";
    return fmt::format("fails at {}{}", now->name, earlier.empty() ? "" : ", " + earlier);
}

std::string score_change(const LabGrade& before, const LabGrade& after) {
    if (before.verdict == Verdict::not_graded || after.verdict == Verdict::not_graded) return {};
    const std::string then = format_points(before.score);
    const std::string now = format_points(after.score);
    if (before.max_score == after.max_score)
        return then == now ? "" : fmt::format("score {} → {}", then, now);
    return fmt::format("score {} of {} → {} of {}", then, format_points(before.max_score), now,
                       format_points(after.max_score));
}

/// Breaks lines only between phrases, unless a phrase is longer than a line.
std::vector<std::string> wrapped(const std::vector<std::string>& phrases, std::size_t width) {
    const std::size_t room = width - 1; // minus the semicolon at the end of a line
    std::vector<std::string> lines;
    for (const std::string& phrase : phrases) {
        if (!lines.empty() && columns(lines.back()) + 2 + columns(phrase) <= room) {
            lines.back() += "; " + phrase;
            continue;
        }
        if (!lines.empty()) lines.back() += ';';
        for (const std::string& piece : wrap(phrase, room)) lines.push_back(piece);
    }
    return lines.empty() ? std::vector<std::string>{""} : lines;
}

} // namespace

bool Changes::none() const {
    return counters.empty() && correct.empty() && speedup.empty() && failure.empty() && score.empty();
}

Changes changes_between(const LabGrade& before, const LabGrade& after) {
    return {counter_changes(before, after), correct_change(before.cases, after.cases),
            speedup_change(before.speedup, after.speedup), failure_change(before, after),
            score_change(before, after)};
}

std::vector<std::string> in_words(const Changes& changes, std::size_t width, std::size_t lines) {
    for (std::size_t shown = changes.counters.size();; --shown) {
        std::vector<std::string> phrases(changes.counters.begin(),
                                         changes.counters.begin() + static_cast<std::ptrdiff_t>(shown));
        if (const std::size_t hidden = changes.counters.size() - shown; hidden > 0)
            phrases.push_back(
                fmt::format("{} {}counter{}", hidden, shown > 0 ? "more " : "", hidden == 1 ? "" : "s"));
        for (const std::string& phrase : {changes.speedup, changes.correct, changes.failure, changes.score})
            if (!phrase.empty()) phrases.push_back(phrase);
        std::vector<std::string> text = wrapped(phrases, width);
        if (text.size() <= lines || shown == 0) return text;
    }
}

} // namespace grader
