#include "grade/unknown_gpu.h"

#include <fmt/core.h>

#include "course/score.h"

namespace grader {

void judge_on_unknown_gpu(Step& step, const Speedup& speedup, double counts) {
    const Threshold& other = speedup.in_use.threshold;
    const std::string& gpu = speedup.in_use.gpu;
    const bool by_share = speedup.of_limit > 0 && other.limit > 0;
    std::string reached = fmt::format("{:.2f} times the baseline", speedup.ratio);
    if (!speedup.modelled.empty()) reached += fmt::format(", modelled for {}", speedup.modelled);
    if (by_share) reached += fmt::format(", {:.0f} % of the device's limit", 100 * speedup.of_limit);
    const std::string asked =
        by_share ? fmt::format("{:.0f} % pass on the {}", 100 * other.pass / other.limit, gpu)
                 : fmt::format("{:g} times pass on the {}", other.pass, gpu);
    step.status = speedup.where == Call::above ? Status::pass : Status::too_close;
    step.message = fmt::format("{}; {}", reached, asked);
    if (step.status == Status::too_close)
        step.message += ", and nobody has measured this GPU: too close to call, which counts as passed";
    step.points = points_by_guess(counts, {speedup.known, speedup.threshold, speedup.full}, step.max_points);
}

} // namespace grader
