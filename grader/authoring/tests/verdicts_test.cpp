// The record of verdicts, and the page made from it.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/bench/verdicts/page.h"
#include "authoring/bench/verdicts/plan.h"
#include "authoring/bench/verdicts/record.h"
#include "base/errors.h"
#include "base/files.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Catch::Matchers::WithinAbs;
using grader::Round;
using grader::VerdictCount;
using grader::verdicts::Trial;

/// A trial of three rounds with these ratios.
Trial trial_of(const std::vector<double>& medians, const std::string& build = "solution") {
    Trial trial{"NVIDIA H200", "one", "01_occupancy", build, false, {}};
    for (const double ratio : medians) {
        Round& round = trial.rounds.emplace_back();
        for (const double noise : {0.999, 1.0, 1.0, 1.001}) round.pairs.push_back({8, 8 / ratio * noise});
    }
    return trial;
}

const std::vector<Trial> steady = {trial_of({10, 10.1, 9.9}), trial_of({10, 10, 10}),
                                   trial_of({9.9, 10.1, 10})};
const fs::path verdict_record = fs::path(KERNELSMITH_SOURCE_DIR) / "docs/results/verdicts/h200.jsonl";
const fs::path record_page = fs::path(KERNELSMITH_SOURCE_DIR) / "docs/results/verdicts.md";

} // namespace

TEST_CASE("a trial comes back from its line", "[verdicts]") {
    const fs::path file = harness::scratch("verdicts") / "record.jsonl";
    CHECK(grader::verdicts::read_record(file).empty());
    grader::verdicts::append(file, steady[0]);
    Trial failed = steady[1];
    failed.beside = true;
    failed.clocks = {1755, 1980, grader::power_cap, 3};
    failed.wrong = "it crashed";
    grader::verdicts::append(file, failed);
    const std::vector<Trial> back = grader::verdicts::read_record(file);
    REQUIRE(back.size() == 2);
    CHECK(back[0].lab == "01_occupancy");
    CHECK(back[0].build == "solution");
    CHECK_FALSE(back[0].beside);
    CHECK(back[0].wrong.empty());
    CHECK_FALSE(back[0].clocks.known());
    REQUIRE(back[0].rounds.size() == 3);
    CHECK_THAT(back[0].rounds[1].ratio().median, WithinAbs(10.1, 0.002));
    CHECK(back[1].beside);
    CHECK(back[1].wrong == "it crashed");
    CHECK(back[1].clocks.low_mhz == 1755);
    CHECK(back[1].clocks.slowdowns == grader::power_cap);
    CHECK(back[1].clocks.dropped == 3);
    harness::write(file, "{}\n");
    CHECK_THROWS_MATCHES(grader::verdicts::read_record(file), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("record.jsonl, line 1")));
}

TEST_CASE("times are recorded with five digits", "[verdicts]") {
    Trial trial = steady[0];
    trial.rounds = {{{{8.23456789, 0.80567891}, {227.812345, 1234567.0}}}};
    CHECK_THAT(grader::verdicts::to_line(trial),
               ContainsSubstring("[[[8.2346,0.80568],[227.81,1234600.0]]]"));
}

TEST_CASE("what is measured next is what the record has the fewest of", "[verdicts]") {
    using grader::verdicts::next_kind;
    std::vector<Trial> trials;
    std::string order;
    while (const auto kind = next_kind(trials, "01_occupancy", 2)) {
        order += kind->build + (kind->beside ? " beside, " : ", ");
        trials.push_back(trial_of({1, 1, 1}, kind->build));
        trials.back().beside = kind->beside;
    }
    CHECK(order == "baseline, solution, baseline beside, solution beside, "
                   "baseline, solution, baseline beside, solution beside, ");
    trials.erase(trials.begin() + 2);
    REQUIRE(next_kind(trials, "01_occupancy", 2));
    CHECK(next_kind(trials, "01_occupancy", 2)->beside);
    CHECK_FALSE(next_kind(trials, "01_occupancy", 1));
    CHECK(next_kind(trials, "02_divergence", 1)); // another lab's are its own
}

TEST_CASE("verdicts are counted against a threshold", "[verdicts]") {
    CHECK_THAT(grader::verdicts::reached(steady), WithinAbs(10, 0.01));
    const VerdictCount under = grader::verdicts::verdicts_on(steady, 9.7);
    CHECK(under.verdicts == 3);
    CHECK(under.above == 3);
    CHECK(grader::verdicts::verdicts_on(steady, 10 / 0.9).below == 3);
    // One round that reaches the threshold saves it.
    std::vector<Trial> odd = steady;
    odd.push_back(trial_of({10, 10, 11.2}));
    CHECK(grader::verdicts::verdicts_on(odd, 10 / 0.9).close == 1);
    // Who was taken for a wrong one is failed, whatever the times were.
    odd.back().wrong = "it kept the device busy";
    CHECK(grader::verdicts::verdicts_on(odd, 9.7).below == 1);
    CHECK_THAT(grader::verdicts::in_words(odd.back()), ContainsSubstring("kept the device busy"));
}

TEST_CASE("drawn verdicts are as many as were asked for, and the same each time", "[verdicts]") {
    const std::vector<Trial> uneven = {trial_of({9, 9, 9}), trial_of({11, 11, 11}), trial_of({10, 10, 10})};
    const VerdictCount first = grader::verdicts::drawn_verdicts(uneven, 9.7, 500);
    const VerdictCount second = grader::verdicts::drawn_verdicts(uneven, 9.7, 500);
    CHECK(first.verdicts == 500);
    CHECK(first.below > 0); // three of the slow process's rounds
    CHECK(first.below < 50);
    CHECK(first.below == second.below);
    CHECK(grader::verdicts::drawn_verdicts({}, 1, 500).verdicts == 0);
    // Second rounds that are slow make no verdict of three slow ones.
    const std::vector<Trial> slow_seconds = {trial_of({10, 9, 10}), trial_of({10, 9.1, 10})};
    CHECK(grader::verdicts::drawn_verdicts(slow_seconds, 9.7, 500).below == 0);
}

TEST_CASE("three hundred verdicts without a fail bound their rate at one in a hundred", "[verdicts]") {
    CHECK_THAT(grader::fail_rate_bound(0, 300), WithinAbs(0.00994, 0.0001));
}

TEST_CASE("what a build reaches on one machine is no threshold for another", "[verdicts]") {
    std::vector<Trial> trials = {trial_of({10, 10, 10}), trial_of({10, 10, 10}), trial_of({9, 9, 9})};
    trials[2].machine = "two";
    const std::string page = grader::verdicts::page(trials);
    CHECK_THAT(page, ContainsSubstring("(2 machines)") &&
                         ContainsSubstring("| 01_occupancy | 1 | nothing | 10.000 | 2 | 2 | 0 | 0 |") &&
                         ContainsSubstring("| 01_occupancy | 2 | nothing | 9.000 | 1 | 1 | 0 | 0 |"));
}

TEST_CASE("the page has the verdicts of each build, alone and beside another program", "[verdicts]") {
    std::vector<Trial> trials = steady;
    for (int i = 0; i < 3; ++i) trials.push_back(trial_of({1, 1, 1}, "baseline"));
    trials.push_back(trial_of({8, 8.1, 8}));
    trials.back().beside = true;
    trials.back().clocks = {1755, 1980, grader::power_cap, 2};
    const std::string page = grader::verdicts::page(trials);
    CHECK_THAT(
        page,
        ContainsSubstring(
            "| the baseline as a student's build, against 0.97 | 01_occupancy | 1 | nothing | 1.000 | 3 | 3 "
            "| 0 | 0 |") &&
            ContainsSubstring("| the solution, against 3 % less than it reaches | 01_occupancy | 1 | another "
                              "program | 8.000 | 1 | 1 | 0 | 0 |") &&
            ContainsSubstring("10 % too slow | 01_occupancy | 1 | nothing | 10.000 | 3 | 0 | 0 | 3 |"));
    CHECK_THAT(page,
               ContainsSubstring("Of 7 verdicts on builds that reach their threshold, none was a fail.\n"
                                 "Of 4 on builds that are 10 % too slow, 4 failed and none passed.\n"
                                 "So at 95 % confidence, at most 34.82 % of verdicts fail a build that"));
    CHECK_THAT(page,
               ContainsSubstring("1755 to 1980 MHz; what held them back: power cap. Of 14 pairs, 2 were"));
    CHECK_THAT(page, ContainsSubstring("Of 30000 drawn verdicts"));

    trials.front().wrong = "it crashed";
    CHECK_THAT(grader::verdicts::page(trials), ContainsSubstring("threshold, 1 was a fail.\n"));
}

TEST_CASE(
    "the page of verdicts is the one that its record makes, and has no fail for who reaches a threshold",
    "[verdicts]") {
    if (!fs::exists(verdict_record)) SKIP("nothing has been recorded yet");
    const std::string page = grader::verdicts::page(grader::verdicts::read_record(verdict_record));
    CHECK(page == grader::read_text(record_page));
    CHECK_THAT(page, ContainsSubstring("on builds that reach their threshold, none was a fail."));
    CHECK_THAT(page,
               ContainsSubstring("drawn verdicts on builds that reach their threshold, none was a fail."));
    CHECK_THAT(page, ContainsSubstring("failed and none passed."));
}
