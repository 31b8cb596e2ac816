#include "authoring/rules/task_rules.h"

#include <array>
#include <cmath>

#include <fmt/core.h>

#include "base/text.h"

namespace grader {
namespace {

/// As much as a task after the first has to bring.
constexpr double min_gain_per_task = 3;

/// As far as two measurements of one speed may move the score.
constexpr double timed_tolerance = 0.7;

/// As far as a record may be from what is graded now: what is rounded for it.
constexpr double rounding_tolerance = 0.06;

/// As far as two grades of one file may be apart, where @p timed by a clock or not.
double score_tolerance(bool timed) { return timed ? timed_tolerance : rounding_tolerance; }

/// Whether the results are right of a file whose first failed step is @p step.
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
                     fmt::format("{} on {}, and with one task less it is {:.1f}; no task may "
                                 "take points away",
                                 score_text(done, after[done]), backend, after[done - 1].score)});
    }
    return findings;
}

Findings each_task_raises_the_score(const Lab& lab, const TaskScores& scores) {
    Findings findings;
    const auto find = [&](const std::string& text) { findings.push_back({lab.student(), 0, text}); };
    const std::vector<tasks::AfterTask>& now = scores.now;
    if (now.front().score > 0) find(score_text(0, now.front()) + "; nothing is done yet, so it has to be 0");
    for (std::size_t done = 1; done < now.size(); ++done) {
        const Task& task = lab.manifest.tasks[done - 1];
        if (!is_right(now[done].step))
            find(score_text(done, now[done]) + "; from the first task on the results have to be right");
        const double gain = now[done].score - now[done - 1].score;
        const bool hidden = !scores.timed && task.id == lab.manifest.undetectable_task;
        if (gain < (done > 1 && !hidden ? min_gain_per_task : 0) - score_tolerance(scores.timed))
            find(fmt::format("{}, and before {} it was {:.1f}; a task brings {:g} points or more",
                             score_text(done, now[done]), task.id, now[done - 1].score, min_gain_per_task));
    }
    if (scores.timed || scores.recorded == nullptr) return findings;
    const std::vector<tasks::AfterTask>& recorded = *scores.recorded;
    bool current = recorded.size() == now.size();
    for (std::size_t done = 0; current && done < now.size(); ++done)
        current = std::abs(recorded[done].score - now[done].score) <= rounding_tolerance &&
                  recorded[done].step == now[done].step;
    if (!current)
        find(fmt::format("the scores after each task are not those of docs/results/tasks.md; write them: "
                         "build/bin/grader check-course --tasks {} --record",
                         lab.id.substr(0, 2)));
    return findings;
}

} // namespace grader
