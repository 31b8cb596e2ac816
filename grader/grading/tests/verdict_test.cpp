#include "grading/measure/verdict.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

namespace {

using Catch::Matchers::WithinRel;
using grader::judge;
using grader::Round;
using grader::ThresholdSide;

/// A round with @p ratios, of a baseline that takes @p baseline_ms.
Round round_of(const std::vector<double>& ratios, double baseline_ms = 10) {
    Round round;
    for (const double ratio : ratios) round.pairs.push_back({baseline_ms, baseline_ms / ratio});
    return round;
}

const Round clearly_below = round_of({1.80, 1.81, 1.79, 1.80});
const Round clearly_above = round_of({2.20, 2.21, 2.19, 2.20});
const Round at_the_threshold = round_of({1.97, 2.02, 1.99, 2.03});

} // namespace

TEST_CASE("a build below the threshold in each round fails", "[verdict]") {
    const grader::SpeedVerdict verdict = judge({clearly_below, clearly_below, clearly_below}, 2);
    CHECK(verdict.where == ThresholdSide::below);
    CHECK_THAT(verdict.ratio.median, WithinRel(1.80, 0.01));
    CHECK_THAT(verdict.ratio.high, WithinRel(1.81, 0.01));
    CHECK(verdict.baseline_spread == 0);
}

TEST_CASE("one round that is not clearly below the threshold makes the verdict too close to call",
          "[verdict]") {
    CHECK(judge({clearly_below, at_the_threshold, clearly_below}, 2).where == ThresholdSide::straddles);
    CHECK(judge({clearly_below, clearly_below, clearly_above}, 2).where == ThresholdSide::straddles);
    // All pairs together would have failed it: a fifth of them lies above.
    const Round many_below = round_of(std::vector<double>(34, 1.8));
    CHECK(judge({many_below, many_below, at_the_threshold}, 2).where == ThresholdSide::straddles);
    CHECK(judge({many_below, many_below, many_below}, 2).where == ThresholdSide::below);
}

TEST_CASE("a round is judged by its median so that disturbed pairs do not save a slow build", "[verdict]") {
    std::vector<double> ratios(23, 1.8);
    ratios.insert(ratios.end(), 11, 2.4); // a third of the baseline's calls were disturbed by another user of
                                          // the device
    const Round disturbed = round_of(ratios);
    REQUIRE(disturbed.ratio().high > 2);
    CHECK(judge({disturbed, disturbed, disturbed}, 2).where == ThresholdSide::below);
    // If half of them lie above, the verdict is open.
    ratios.insert(ratios.end(), 13, 2.4);
    const Round torn = round_of(ratios);
    CHECK(judge({disturbed, torn, disturbed}, 2).where == ThresholdSide::straddles);
}

TEST_CASE("a build above the threshold passes", "[verdict]") {
    CHECK(judge({clearly_above, clearly_above, clearly_above}, 2).where == ThresholdSide::above);
    CHECK(judge({at_the_threshold, at_the_threshold, at_the_threshold}, 2).where == ThresholdSide::straddles);
}

TEST_CASE("a speedup below the threshold by less than the baseline's spread is too close to call",
          "[verdict]") {
    const auto with_baseline_spread = [](double ratio, double baseline_spread) {
        const std::vector<double> ratios(4, ratio);
        return judge({round_of(ratios), round_of(ratios, 10 * (1 + baseline_spread)), round_of(ratios)}, 2);
    };
    CHECK(with_baseline_spread(1.95, 0.01).where == ThresholdSide::below);
    CHECK_THAT(with_baseline_spread(1.95, 0.03).baseline_spread, WithinRel(0.03, 1e-6));
    CHECK(with_baseline_spread(1.95, 0.03).where == ThresholdSide::straddles);
    // The spread of the baseline excuses at most a twentieth, however large it is.
    CHECK(with_baseline_spread(1.95, 3).where == ThresholdSide::straddles);
    CHECK(with_baseline_spread(1.85, 3).where == ThresholdSide::below);
}

TEST_CASE("a round has the median of its own pairs and the pairs of all rounds are pooled", "[verdict]") {
    CHECK_THAT(clearly_above.ratio().median, WithinRel(2.2, 0.001));
    CHECK_THAT(clearly_above.ratio().low, WithinRel(2.19, 0.001));
    CHECK(grader::pairs_of({clearly_below, clearly_above}).size() == 8);
}
