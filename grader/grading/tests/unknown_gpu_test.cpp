// The step `fast` on a GPU that has not been measured.

#include <cmath>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "course/score.h"
#include "grading/steps/device_thresholds.h"
#include "grading/steps/unknown_gpu.h"
#include "testing/facts.h"

namespace {

using Catch::Approx;
using facts::MatchesPattern;
using grader::effective_threshold;
using grader::judge_on_unknown_gpu;
using grader::points_on_unknown_gpu;
using grader::scale_to_limit;
using grader::Speedup;
using grader::Status;
using grader::Step;
using grader::Threshold;
using grader::ThresholdSide;
using grader::ThresholdsInUse;
using grader::ThresholdSource;

/// Lab 01 on an H200: a program at the limit is 15.84 times as fast as the baseline.
const Threshold lab_01_on_h200 = {9.8, 12.7, 13.1, 15.7, 15.84};

/// Returns a build that reaches @p ratio times the baseline's speed on a GPU where the limit is @p limit
/// times.
Speedup reached(double ratio, double limit) {
    Speedup speedup;
    speedup.in_use = {ThresholdSource::unknown, "h200", lab_01_on_h200, 0};
    const Threshold here = effective_threshold(speedup.in_use, limit);
    speedup.ratio = speedup.low = speedup.high = ratio;
    speedup.of_limit = limit > 0 ? ratio / limit : 0;
    speedup.threshold = here.pass;
    speedup.full = here.full;
    speedup.known = here.known;
    speedup.where = ratio >= here.pass ? ThresholdSide::above : ThresholdSide::straddles;
    return speedup;
}

Step judged_step(double ratio, double limit) {
    Step step{"fast", Status::fail, {}, {}, 0, 30};
    judge_on_unknown_gpu(step, reached(ratio, limit), ratio);
    return step;
}

double points(double ratio, double limit) { return judged_step(ratio, limit).points; }

} // namespace

TEST_CASE("thresholds are scaled to the limit of another GPU", "[unknown_gpu]") {
    const Threshold here = scale_to_limit(lab_01_on_h200, 10.8);
    CHECK(here.pass / 10.8 == Approx(12.7 / 15.84));
    CHECK(here.full / 10.8 == Approx(13.1 / 15.84));
    CHECK(here.known / 10.8 == Approx(9.8 / 15.84));
    CHECK(here.limit == Approx(10.8));
    CHECK(scale_to_limit(lab_01_on_h200, 0) == lab_01_on_h200);
    CHECK(scale_to_limit({9.8, 12.7, 13.1}, 10.8) == Threshold{9.8, 12.7, 13.1});
}

TEST_CASE("solutions on an unmeasured GPU get all points and known programs less than half",
          "[unknown_gpu]") {
    // As measured on an H100: 10.58 of 10.8 times, and one load in flight per thread reaches 8.30.
    CHECK(points(10.58, 10.8) == 30);
    CHECK(points(8.30, 10.8) > 0);
    CHECK(points(8.30, 10.8) < 15);
    CHECK(points(6.0, 10.8) == 0);
}

TEST_CASE("points on an unknown GPU never fall, and below pass are less than half", "[unknown_gpu]") {
    for (const double limit : {0.0, 2.0, 10.8, 15.84, 40.0}) {
        double before = 0;
        for (double ratio = 0.5; ratio < 50; ratio *= 1.003) {
            const double now = points(ratio, limit);
            INFO("limit " << limit << ", speedup " << ratio);
            REQUIRE(now >= before);
            if (reached(ratio, limit).where != ThresholdSide::above) REQUIRE(now < 15);
            before = now;
        }
        CHECK(before == 30);
    }
}

TEST_CASE("reaching pass on an unknown GPU is worth half of the points", "[score]") {
    CHECK(points_on_unknown_gpu(9.8, lab_01_on_h200, 30) == 0);
    CHECK(points_on_unknown_gpu(std::sqrt(9.8 * 12.7), lab_01_on_h200, 30) == Approx(7.5));
    CHECK(points_on_unknown_gpu(12.7, lab_01_on_h200, 30) == Approx(15));
    CHECK(points_on_unknown_gpu(13.1, lab_01_on_h200, 30) == 30);
    // If both are equal, reaching them suffices.
    CHECK(points_on_unknown_gpu(5, {2, 5, 5}, 30) == 30);
    CHECK(points_on_unknown_gpu(std::nan(""), lab_01_on_h200, 30) == 0);
}

TEST_CASE("on an unknown GPU no submission fails and the line names the comparison", "[unknown_gpu]") {
    const Step passed = judged_step(10.58, 10.8);
    CHECK(passed.status == Status::pass);
    CHECK_THAT(passed.message,
               MatchesPattern("guessed_speedup ratio=10.58 share=98 needed_share=81 gpu=h200"));
    CHECK(passed.message.find("needed") == nullptr);
    const Step slow = judged_step(2, 10.8);
    CHECK(slow.status == Status::too_close);
    CHECK_THAT(slow.message, MatchesPattern("guessed_too_close"));
    const Step without_limit = judged_step(2, 0);
    CHECK(without_limit.status == Status::too_close);
    CHECK_THAT(without_limit.message, MatchesPattern("guessed_too_close ratio=2.00 needed=12.9"));
    CHECK(without_limit.message.find("share") == nullptr);
    CHECK(without_limit.message.find("needed_share") == nullptr);
}

TEST_CASE("another card of a measured kind must reach the same shares of its limit", "[thresholds]") {
    const ThresholdsInUse recorded = {ThresholdSource::measured, "h100", {9.59, 10.7, 11.7, 12.2, 12.4}, 0};
    // A card whose baseline is 15 % faster: the solution reaches 10.58 times, and the known program 8.30 times.
    const Threshold faster_baseline = effective_threshold(recorded, 10.8);
    CHECK(faster_baseline.full < 10.58);
    CHECK(faster_baseline.pass > 8.30 / 0.9);
    CHECK(faster_baseline.known > 8.30);
    // Two measurements of one card, or a baseline that is slower: as recorded.
    CHECK(effective_threshold(recorded, 12.1) == recorded.threshold);
    CHECK(effective_threshold(recorded, 15) == recorded.threshold);
    CHECK(effective_threshold(recorded, 0) == recorded.threshold);
}
