#include "grading/steps/unknown_gpu.h"

#include <fmt/core.h>

#include "course/score.h"

namespace grader {

void judge_on_unknown_gpu(Step& step, const Speedup& speedup, double counts) {
    const std::string& gpu = speedup.in_use.gpu;
    std::string reached = fmt::format("{:.2f} times the baseline", speedup.ratio);
    if (!speedup.modelled.empty()) reached += fmt::format(", modelled for {}", speedup.modelled);
    std::string asked = fmt::format("{:.3g} times are needed", speedup.threshold);
    if (speedup.of_limit > 0 && speedup.in_use.threshold.limit > 0) {
        reached += fmt::format(", {:.0f} % of the device's limit", 100 * speedup.of_limit);
        asked =
            fmt::format("{:.0f} % are needed", 100 * speedup.threshold / speedup.ratio * speedup.of_limit);
    }
    step.status = speedup.where == Call::above ? Status::pass : Status::too_close;
    step.message = fmt::format("{}; {}, by the thresholds of the {}", reached, asked, gpu);
    if (step.status == Status::too_close)
        step.message += ", for nobody has measured this GPU: too close to call, which counts as passed";
    step.points = points_by_guess(counts, {speedup.known, speedup.threshold, speedup.full}, step.max_points);
}

} // namespace grader
