#include "grading/steps/unknown_gpu.h"

#include "course/score.h"
#include "grading/messages/speed.h"

namespace grader {

void judge_on_unknown_gpu(Step& step, const Speedup& speedup, double counts) {
    step.status = speedup.where == ThresholdSide::above ? Status::pass : Status::too_close;
    step.message = {step.status == Status::pass ? messages::guessed_speedup : messages::guessed_too_close,
                    {{"ratio", speedup.ratio}, {"model", speedup.modelled}, {"gpu", speedup.in_use.gpu}}};
    if (speedup.of_limit > 0 && speedup.in_use.threshold.limit > 0) {
        step.message.add({"share", 100 * speedup.of_limit});
        step.message.add({"needed_share", 100 * speedup.threshold / speedup.ratio * speedup.of_limit});
    } else {
        step.message.add({"needed", speedup.threshold});
    }
    step.points =
        points_on_unknown_gpu(counts, {speedup.known, speedup.threshold, speedup.full}, step.max_points);
}

} // namespace grader
