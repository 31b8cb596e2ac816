// The record of verdicts, and its page.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/bench/verdicts/page.h"
#include "authoring/bench/verdicts/record.h"
#include "authoring/bench/verdicts/schedule.h"
#include "base/errors.h"
#include "base/files.h"
#include "testing/approval.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Catch::Matchers::WithinAbs;
using grader::Round;
using grader::VerdictCount;
using grader::verdicts::SpeedMeasurement;

/// Returns a measurement of three rounds with these ratios.
SpeedMeasurement trial_of(const std::vector<double>& medians, const std::string& build = "solution") {
    SpeedMeasurement measurement{"NVIDIA H200", "one", "01_occupancy", build, false, {}};
    for (const double ratio : medians) {
        Round& round = measurement.rounds.emplace_back();
        for (const double noise : {0.999, 1.0, 1.0, 1.001}) round.pairs.push_back({8, 8 / ratio * noise});
    }
    return measurement;
}

const std::vector<SpeedMeasurement> steady = {trial_of({10, 10.1, 9.9}), trial_of({10, 10, 10}),
                                              trial_of({9.9, 10.1, 10})};
const fs::path verdict_record = fs::path(KERNELSMITH_SOURCE_DIR) / "docs/results/verdicts/h200.jsonl";

} // namespace

TEST_CASE("a speed measurement survives a round trip through its record line", "[verdicts]") {
    const fs::path file = harness::scratch("verdicts") / "record.jsonl";
    CHECK(grader::verdicts::read_record(file).empty());
    grader::verdicts::append(file, steady[0]);
    SpeedMeasurement failed = steady[1];
    failed.under_load = true;
    failed.clocks = {1755, 1980, grader::power_cap, 3};
    failed.wrong = "it crashed";
    grader::verdicts::append(file, failed);
    const std::vector<SpeedMeasurement> back = grader::verdicts::read_record(file);
    REQUIRE(back.size() == 2);
    CHECK(back[0].lab == "01_occupancy");
    CHECK(back[0].build == "solution");
    CHECK_FALSE(back[0].under_load);
    CHECK(back[0].wrong.empty());
    CHECK_FALSE(back[0].clocks.known());
    REQUIRE(back[0].rounds.size() == 3);
    CHECK_THAT(back[0].rounds[1].ratio().median, WithinAbs(10.1, 0.002));
    CHECK(back[1].under_load);
    CHECK(back[1].wrong == "it crashed");
    CHECK(back[1].clocks.low_mhz == 1755);
    CHECK(back[1].clocks.slowdowns == grader::power_cap);
    CHECK(back[1].clocks.dropped == 3);
    harness::write(file, "{}\n");
    CHECK_THROWS_MATCHES(grader::verdicts::read_record(file), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("record.jsonl, line 1")));
}

TEST_CASE("times are recorded with five digits", "[verdicts]") {
    SpeedMeasurement measurement = steady[0];
    measurement.rounds = {{{{8.23456789, 0.80567891}, {227.812345, 1234567.0}}}};
    CHECK_THAT(grader::verdicts::to_line(measurement),
               ContainsSubstring("[[[8.2346,0.80568],[227.81,1234600.0]]]"));
}

TEST_CASE("the kind with the fewest measurements is measured next", "[verdicts]") {
    using grader::verdicts::next_kind;
    std::vector<SpeedMeasurement> measurements;
    std::string order;
    while (const auto kind = next_kind(measurements, "01_occupancy", 2)) {
        order += kind->build + (kind->under_load ? " beside, " : ", ");
        measurements.push_back(trial_of({1, 1, 1}, kind->build));
        measurements.back().under_load = kind->under_load;
    }
    CHECK(order == "baseline, solution, baseline beside, solution beside, "
                   "baseline, solution, baseline beside, solution beside, ");
    measurements.erase(measurements.begin() + 2);
    REQUIRE(next_kind(measurements, "01_occupancy", 2));
    CHECK(next_kind(measurements, "01_occupancy", 2)->under_load);
    CHECK_FALSE(next_kind(measurements, "01_occupancy", 1));
    CHECK(next_kind(measurements, "02_divergence", 1)); // another lab is counted separately
}

TEST_CASE("verdicts are counted against a threshold", "[verdicts]") {
    CHECK_THAT(grader::verdicts::median_speedup(steady), WithinAbs(10, 0.01));
    const VerdictCount under = grader::verdicts::verdicts_on(steady, 9.7);
    CHECK(under.verdicts == 3);
    CHECK(under.above == 3);
    CHECK(grader::verdicts::verdicts_on(steady, 10 / 0.9).below == 3);
    // One round that reaches the threshold prevents a fail.
    std::vector<SpeedMeasurement> odd = steady;
    odd.push_back(trial_of({10, 10, 11.2}));
    CHECK(grader::verdicts::verdicts_on(odd, 10 / 0.9).close == 1);
    // A build that was judged wrong counts as failed, whatever its times are.
    odd.back().wrong = "it kept the device busy";
    CHECK(grader::verdicts::verdicts_on(odd, 9.7).below == 1);
    CHECK_THAT(grader::verdicts::in_words(odd.back()), ContainsSubstring("kept the device busy"));
}

TEST_CASE("resampling gives the requested number of verdicts and the same ones each time", "[verdicts]") {
    const std::vector<SpeedMeasurement> uneven = {trial_of({9, 9, 9}), trial_of({11, 11, 11}),
                                                  trial_of({10, 10, 10})};
    const VerdictCount first = grader::verdicts::resampled_verdicts(uneven, 9.7, 500);
    const VerdictCount second = grader::verdicts::resampled_verdicts(uneven, 9.7, 500);
    CHECK(first.verdicts == 500);
    CHECK(first.below > 0); // three of the slow process's rounds
    CHECK(first.below < 50);
    CHECK(first.below == second.below);
    CHECK(grader::verdicts::resampled_verdicts({}, 1, 500).verdicts == 0);
    // Slow second rounds do not combine to a verdict of three slow rounds.
    const std::vector<SpeedMeasurement> slow_seconds = {trial_of({10, 9, 10}), trial_of({10, 9.1, 10})};
    CHECK(grader::verdicts::resampled_verdicts(slow_seconds, 9.7, 500).below == 0);
}

TEST_CASE("three hundred verdicts without a fail bound their rate at one in a hundred", "[verdicts]") {
    CHECK_THAT(grader::fail_rate_bound(0, 300), WithinAbs(0.00994, 0.0001));
}

TEST_CASE("a speedup on one machine is not a threshold for another", "[verdicts]") {
    std::vector<SpeedMeasurement> measurements = {trial_of({10, 10, 10}), trial_of({10, 10, 10}),
                                                  trial_of({9, 9, 9})};
    measurements[2].machine = "two";
    const std::string page = grader::verdicts::page(measurements);
    CHECK_THAT(page, ContainsSubstring("(2 machines)") &&
                         ContainsSubstring("| 01_occupancy | 1 | none | 10.000 | 2 | 2 | 0 | 0 |") &&
                         ContainsSubstring("| 01_occupancy | 2 | none | 9.000 | 1 | 1 | 0 | 0 |"));
}

TEST_CASE("the page has the verdicts of each build with and without load", "[verdicts]") {
    std::vector<SpeedMeasurement> measurements = steady;
    for (int i = 0; i < 3; ++i) measurements.push_back(trial_of({1, 1, 1}, "baseline"));
    measurements.push_back(trial_of({8, 8.1, 8}));
    measurements.back().under_load = true;
    measurements.back().clocks = {1755, 1980, grader::power_cap, 2};
    const std::string page = grader::verdicts::page(measurements);
    CHECK_THAT(
        page,
        ContainsSubstring(
            "| the baseline as a student's build, against 0.97 | 01_occupancy | 1 | none | 1.000 | 3 | 3 "
            "| 0 | 0 |") &&
            ContainsSubstring(
                "| the solution, against 3 % less than its speedup | 01_occupancy | 1 | another "
                "program | 8.000 | 1 | 1 | 0 | 0 |") &&
            ContainsSubstring("10 % too slow | 01_occupancy | 1 | none | 10.000 | 3 | 0 | 0 | 3 |"));
    CHECK_THAT(page,
               ContainsSubstring("Of 7 verdicts on builds that reach their threshold, none was a fail.\n"
                                 "Of 4 on builds that are 10 % too slow, 4 failed and none passed.\n"
                                 "At 95 % confidence, at most 34.82 % of verdicts fail a build that"));
    CHECK_THAT(page, ContainsSubstring("1755 to 1980 MHz; throttle reasons: power cap. Of 14 pairs, 2 were"));
    CHECK_THAT(page, ContainsSubstring("Of 30000 resampled verdicts"));

    measurements.front().wrong = "it crashed";
    CHECK_THAT(grader::verdicts::page(measurements), ContainsSubstring("threshold, 1 was a fail.\n"));
}

TEST_CASE("the page of verdicts is generated from its record and fails no build that reaches its threshold",
          "[verdicts]") {
    if (!fs::exists(verdict_record)) SKIP("nothing has been recorded yet");
    const std::string page = grader::verdicts::page(grader::verdicts::read_record(verdict_record));
    check_generated("docs/results/verdicts.md", page);
    CHECK_THAT(page, ContainsSubstring("on builds that reach their threshold, none was a fail."));
    CHECK_THAT(page, ContainsSubstring(
                         "resampled verdicts on builds that reach their threshold, none was a fail."));
    CHECK_THAT(page, ContainsSubstring("failed and none passed."));
}
