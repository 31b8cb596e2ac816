#include "authoring/rules/task_rules.h"

#include <array>
#include <cmath>

#include <fmt/core.h>

#include "base/text.h"

namespace grader {
namespace {

/// Minimum points that each task after the first must add.
constexpr double min_gain_per_task = 3;

/// Tolerance between the scores of two measurements of one speed, in points.
constexpr double timed_tolerance = 0.7;

/// Tolerance between a recorded score and a new one, in points: records are rounded.
constexpr double rounding_tolerance = 0.06;

/// Returns the tolerance between the scores of two grades of one file, which were @p timed or not.
double score_tolerance(bool timed) { return timed ? timed_tolerance : rounding_tolerance; }

/// Reports whether the results of a file are correct whose first failed step is @p step.
bool is_right(const std::string& step) { return step != "builds" && step != "runs" && step != "correct"; }

std::string score_text(std::size_t done, const tasks::AfterTask& after) {
    return fmt::format("after {} task{} the score is {:.1f}{}", done, done == 1 ? "" : "s", after.score,
                       after.step.empty() ? ""
                                          : fmt::format(" ({}: {})", after.step, printable(after.message)));
}

} // namespace

Findings scores_never_fall(const Lab& lab, const tasks::TaskRecord& record) {
    Findings findings;
    for (const auto& [backend, labs] : record) {
        const auto found = labs.find(lab.id);
        if (found == labs.end()) continue;
        const std::vector<tasks::AfterTask>& after = found->second;
        for (std::size_t done = 1; done < after.size(); ++done)
            if (after[done].score < after[done - 1].score - score_tolerance(backend != "sim"))
                findings.push_back(
                    {lab.student(), 0,
                     fmt::format(
                         "{} on {}, but with one task fewer it is {:.1f}; no task may lower the score",
                         score_text(done, after[done]), backend, after[done - 1].score)});
    }
    return findings;
}

Findings each_task_raises_the_score(const Lab& lab, const TaskScores& scores) {
    Findings findings;
    const auto find = [&](const std::string& text) { findings.push_back({lab.student(), 0, text}); };
    const std::vector<tasks::AfterTask>& now = scores.now;
    if (now.front().score > 0) find(score_text(0, now.front()) + "; no task is done, so it must be 0");
    for (std::size_t done = 1; done < now.size(); ++done) {
        const Task& task = lab.manifest.tasks[done - 1];
        if (!is_right(now[done].step))
            find(score_text(done, now[done]) + "; from the first task on the results must be correct");
        const double gain = now[done].score - now[done - 1].score;
        const bool hidden = !scores.timed && task.id == lab.manifest.undetectable_task;
        if (gain < (done > 1 && !hidden ? min_gain_per_task : 0) - score_tolerance(scores.timed))
            find(fmt::format("{}, and before {} it was {:.1f}; each task must add at least {:g} points",
                             score_text(done, now[done]), task.id, now[done - 1].score, min_gain_per_task));
    }
    if (scores.timed || scores.recorded == nullptr) return findings;
    const std::vector<tasks::AfterTask>& recorded = *scores.recorded;
    bool current = recorded.size() == now.size();
    for (std::size_t done = 0; current && done < now.size(); ++done)
        current = std::abs(recorded[done].score - now[done].score) <= rounding_tolerance &&
                  recorded[done].step == now[done].step;
    if (!current)
        find(fmt::format("the scores after each task differ from docs/results/tasks.md; update it: "
                         "build/bin/grader check-course --tasks {} --record",
                         lab.id.substr(0, 2)));
    return findings;
}

} // namespace grader
