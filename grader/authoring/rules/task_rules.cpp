#include "authoring/rules/task_rules.h"

#include <array>
#include <cmath>

#include <fmt/core.h>

#include "base/text.h"

namespace grader {
namespace {

/// As much as a task after the first has to bring.
constexpr double least_gain = 3;

/// As far as two measurements of one speed may move the score.
constexpr double measured_apart = 0.7;

/// As far as a record may be from what is graded now: what is rounded for it.
constexpr double rounded_apart = 0.06;

/// As far as two grades of one file may be apart, where @p timed by a clock or not.
double apart(bool timed) { return timed ? measured_apart : rounded_apart; }

/// Whether the results are right of a file whose first failed step is @p step.
bool is_right(const std::string& step) { return step != "builds" && step != "runs" && step != "correct"; }

std::string told(std::size_t done, const tasks::AfterTask& after) {
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
            if (after[done].score < after[done - 1].score - apart(backend != "sim"))
                findings.push_back({lab.student(), 0,
                                    fmt::format("{} on {}, and with one task less it is {:.1f}; no task may "
                                                "take points away",
                                                told(done, after[done]), backend, after[done - 1].score)});
    }
    return findings;
}

Findings each_step_shows(const Lab& lab, const TaskScores& scores) {
    Findings findings;
    const auto find = [&](const std::string& text) { findings.push_back({lab.student(), 0, text}); };
    const std::vector<tasks::AfterTask>& now = scores.now;
    if (now.front().score > 0) find(told(0, now.front()) + "; nothing is done yet, so it has to be 0");
    for (std::size_t done = 1; done < now.size(); ++done) {
        const Task& task = lab.manifest.tasks[done - 1];
        if (!is_right(now[done].step))
            find(told(done, now[done]) + "; from the first task on the results have to be right");
        const double gain = now[done].score - now[done - 1].score;
        const bool hidden = !scores.timed && task.id == lab.manifest.unseen;
        if (gain < (done > 1 && !hidden ? least_gain : 0) - apart(scores.timed))
            find(fmt::format("{}, and before {} it was {:.1f}; a task brings {:g} points or more",
                             told(done, now[done]), task.id, now[done - 1].score, least_gain));
    }
    if (scores.timed || scores.kept == nullptr) return findings;
    const std::vector<tasks::AfterTask>& kept = *scores.kept;
    bool current = kept.size() == now.size();
    for (std::size_t done = 0; current && done < now.size(); ++done)
        current = std::abs(kept[done].score - now[done].score) <= rounded_apart &&
                  kept[done].step == now[done].step;
    if (!current)
        find(fmt::format("the scores after each task are not those of docs/results/tasks.md; write them: "
                         "build/bin/grader check-course --tasks {} --record",
                         lab.id.substr(0, 2)));
    return findings;
}

} // namespace grader
