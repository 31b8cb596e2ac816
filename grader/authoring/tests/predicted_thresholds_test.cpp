// The step `fast` with predicted thresholds, and thresholds that are scaled to a device's limit.

#include <cmath>
#include <utility>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "grading/prediction/predict.h"
#include "grading/steps/device_thresholds.h"
#include "grading/steps/speed_step.h"
#include "grading/thresholds/predicted.h"
#include "grading/thresholds/rule.h"
#include "testing/facts.h"

namespace {

using Catch::Approx;
using facts::MatchesPattern;
using grader::effective_threshold;
using grader::Lab;
using grader::Round;
using grader::scale_to_limit;
using grader::Speedup;
using grader::Status;
using grader::Step;
using grader::Threshold;
using grader::ThresholdsInUse;
using grader::ThresholdSource;
using grader::prediction::PredictedTimes;
using grader::thresholds::predicted_threshold;

/// Lab 01 on an H200: a program at the limit is 15.84 times as fast as the baseline.
const Threshold lab_01_on_h200 = {9.8, 12.7, 13.1, 15.7, 15.84};

/// Returns a lab with the thresholds of lab 01.
Lab lab_01() {
    Lab lab;
    lab.manifest.speed.reference = "h200";
    lab.manifest.speed.thresholds["h200"] = lab_01_on_h200;
    return lab;
}

/// Returns times on a GPU on which the known program has the speedup @p known, and the solution @p solution.
PredictedTimes times(double known, double solution) { return {"a100", 100, 100 / known, 100 / solution}; }

/// Returns the step for a build with @p ratio times the baseline's speed in each of a few processes.
Step judged_step(double ratio, const ThresholdsInUse& in_use) {
    const Round round{decltype(Round::pairs)(9, {ratio, 1, {}, {}})};
    const std::vector<Round> rounds(3, round);
    Speedup speedup;
    speedup.in_use = in_use;
    speedup.ratio = speedup.low = speedup.high = ratio;
    speedup.threshold = in_use.threshold.pass;
    speedup.full = in_use.threshold.full;
    speedup.known = in_use.threshold.known;
    speedup.where = grader::side_within_band(rounds, speedup.threshold, in_use.band);
    Step step{"fast", Status::fail, {}, {}, 0, 30};
    grader::judge_speedup(step, speedup);
    return step;
}

ThresholdsInUse predicted(double known, double solution, double band) {
    return {ThresholdSource::predicted, "a100", predicted_threshold(lab_01(), times(known, solution), band),
            0, band};
}

} // namespace

TEST_CASE("with an exact prediction the thresholds are those of the rule", "[thresholds][predicted]") {
    grader::thresholds::Ratios ratios;
    ratios.solution = 20;
    ratios.known = 9;
    CHECK(predicted_threshold(lab_01(), times(9, 20), 0) ==
          derive_threshold(ratios, {"h200", lab_01_on_h200}));
}

TEST_CASE("within the band the solution passes with all points and the known program fails",
          "[thresholds][predicted]") {
    const double band = 0.15;
    const ThresholdsInUse in_use = predicted(9, 20, band);
    for (const double error : {1 / (1 + band), 1.0, 1 + band}) {
        INFO("the speedups are " << error << " times the predicted ones");
        const Step solution = judged_step(20 * error * 1.001, in_use);
        CHECK(solution.status == Status::pass);
        CHECK(solution.points == 30);
        CHECK(judged_step(9 * error * 0.999, in_use).status == Status::fail);
    }
    CHECK(judged_step(in_use.threshold.pass, in_use).status == Status::too_close);
}

TEST_CASE("without room for both, the solution passes and the known program is too close to call",
          "[thresholds][predicted]") {
    const double band = 0.15;
    const ThresholdsInUse in_use = predicted(9, 12, band);
    CHECK(in_use.threshold.known <= in_use.threshold.pass);
    CHECK(judged_step(12 / (1 + band) * 1.001, in_use).status == Status::pass);
    CHECK(judged_step(9, in_use).status == Status::too_close);
}

TEST_CASE("points come from the favourable end of the band and never fall", "[thresholds][predicted]") {
    const ThresholdsInUse wide = predicted(9, 20, 0.2);
    ThresholdsInUse narrow = wide;
    narrow.band = 0;
    CHECK(judged_step(10, wide).points == Approx(judged_step(12, narrow).points));
    double before = 0;
    for (double ratio = 0.5; ratio < 50; ratio *= 1.003) {
        const double now = judged_step(ratio, wide).points;
        REQUIRE(now >= before);
        before = now;
    }
    CHECK(before == 30);
}

TEST_CASE("a remark says from which GPU thresholds are predicted", "[thresholds][predicted]") {
    Speedup speedup;
    speedup.in_use = predicted(9, 20, 0.15);
    speedup.threshold = speedup.in_use.threshold.pass;
    const std::vector<grader::Message> remarks = remarks_on_thresholds(speedup);
    REQUIRE(remarks.size() == 1);
    CHECK_THAT(remarks.front(), MatchesPattern("predicted_thresholds gpu=a100 percent=15"));
    speedup.in_use.band = 0;
    CHECK(remarks_on_thresholds(speedup).empty());
}

TEST_CASE("a lab without modelled calls has no predicted thresholds", "[thresholds][predicted]") {
    Lab lab = lab_01();
    lab.directory = "no such directory";
    CHECK(grader::thresholds::thresholds_of_model({}, lab, "a100", true).source == ThresholdSource::none);
}

TEST_CASE("thresholds are scaled to the limit of another GPU", "[thresholds]") {
    const Threshold here = scale_to_limit(lab_01_on_h200, 10.8);
    CHECK(here.pass / 10.8 == Approx(12.7 / 15.84));
    CHECK(here.full / 10.8 == Approx(13.1 / 15.84));
    CHECK(here.known / 10.8 == Approx(9.8 / 15.84));
    CHECK(here.limit == Approx(10.8));
    CHECK(scale_to_limit(lab_01_on_h200, 0) == lab_01_on_h200);
    CHECK(scale_to_limit({9.8, 12.7, 13.1}, 10.8) == Threshold{9.8, 12.7, 13.1});
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
