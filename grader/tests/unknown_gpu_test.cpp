// The step `fast` on a GPU that nobody has measured.

#include <cmath>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "course/score.h"
#include "grade/unknown_gpu.h"

namespace {

using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
using grader::at_same_shares;
using grader::Call;
using grader::points_by_guess;
using grader::points_on_unknown_gpu;
using grader::Speedup;
using grader::Status;
using grader::Step;
using grader::Threshold;
using grader::ThresholdSource;

/// Lab 01 on an H200: a program at the limit is 15.84 times as fast as the baseline.
const Threshold lab_01 = {9.8, 12.7, 13.1, 15.7, 15.84};

/// A build that reaches @p ratio times the baseline on a GPU where the limit is @p limit times.
Speedup reached(double ratio, double limit) {
    Speedup speedup;
    const Threshold here = at_same_shares(lab_01, limit);
    speedup.ratio = speedup.low = speedup.high = ratio;
    speedup.of_limit = limit > 0 ? ratio / limit : 0;
    speedup.threshold = here.pass;
    speedup.full = here.full;
    speedup.known = here.known;
    speedup.in_use = {ThresholdSource::unknown, "h200", lab_01, 0};
    speedup.where = ratio >= std::min(here.pass, lab_01.pass) ? Call::above : Call::straddles;
    return speedup;
}

double points(double ratio, double limit) { return points_on_unknown_gpu(reached(ratio, limit), ratio, 30); }

} // namespace

TEST_CASE("thresholds at the same shares of another limit", "[unknown_gpu]") {
    const Threshold here = at_same_shares(lab_01, 10.8);
    CHECK(here.pass / 10.8 == Approx(12.7 / 15.84));
    CHECK(here.full / 10.8 == Approx(13.1 / 15.84));
    CHECK(here.known / 10.8 == Approx(9.8 / 15.84));
    CHECK(here.limit == Approx(10.8));
    CHECK(at_same_shares(lab_01, 0) == lab_01);
    CHECK(at_same_shares({9.8, 12.7, 13.1}, 10.8) == Threshold{9.8, 12.7, 13.1});
}

TEST_CASE("the solutions of a GPU that pays less have all points, and its known programs at most half",
          "[unknown_gpu]") {
    // As an H100 was measured: 10.58 of 10.8 times, and one load in flight per thread reaches 8.30.
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
            if (reached(ratio, limit).where != Call::above) REQUIRE(now < 15);
            before = now;
        }
        CHECK(before == 30);
    }
}

TEST_CASE("by guess, pass is worth half of the points", "[score]") {
    CHECK(points_by_guess(9.8, lab_01, 30) == 0);
    CHECK(points_by_guess(std::sqrt(9.8 * 12.7), lab_01, 30) == Approx(7.5));
    CHECK(points_by_guess(12.7, lab_01, 30) == Approx(15));
    CHECK(points_by_guess(13.1, lab_01, 30) == 30);
    // Where both are the same, reaching them is enough.
    CHECK(points_by_guess(5, {2, 5, 5}, 30) == 30);
    CHECK(points_by_guess(std::nan(""), lab_01, 30) == 0);
}

TEST_CASE("on an unknown GPU nobody fails, and the line says what is compared", "[unknown_gpu]") {
    Step step;
    grader::judge_on_unknown_gpu(step, reached(10.58, 10.8));
    CHECK(step.status == Status::pass);
    CHECK_THAT(step.message, ContainsSubstring("98 % of the device's limit; 80 % pass on the h200"));
    grader::judge_on_unknown_gpu(step, reached(2, 10.8));
    CHECK(step.status == Status::too_close);
    CHECK_THAT(step.message, ContainsSubstring("nobody has measured this GPU"));
    grader::judge_on_unknown_gpu(step, reached(2, 0));
    CHECK(step.status == Status::too_close);
    CHECK_THAT(step.message, ContainsSubstring("12.7 times pass on the h200"));
}
