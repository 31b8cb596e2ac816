// The record of verdicts, and the page made from it.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "errors.h"
#include "files.h"
#include "harness.h"
#include "page.h"
#include "record.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Catch::Matchers::WithinAbs;
using grader::Round;
using grader::verdicts::Count;
using grader::verdicts::Trial;

/// A trial of three rounds with these ratios.
Trial trial_of(const std::vector<double>& medians, const std::string& build = "solution") {
    Trial trial{"NVIDIA H200", "01_occupancy", build, false, {}};
    for (const double ratio : medians) {
        Round& round = trial.rounds.emplace_back();
        for (const double noise : {0.999, 1.0, 1.0, 1.001}) round.pairs.push_back({8, 8 / ratio * noise});
    }
    return trial;
}

const std::vector<Trial> steady = {trial_of({10, 10.1, 9.9}), trial_of({10, 10, 10}),
                                   trial_of({9.9, 10.1, 10})};
const fs::path recorded = fs::path(KERNELSMITH_SOURCE_DIR) / "docs/results/verdicts.jsonl";

} // namespace

TEST_CASE("a trial comes back from its line", "[verdicts]") {
    const fs::path file = harness::scratch("verdicts") / "record.jsonl";
    harness::write(file,
                   grader::verdicts::to_line(steady[0]) + '\n' + grader::verdicts::to_line(steady[1]) + '\n');
    const std::vector<Trial> back = grader::verdicts::read_record(file);
    REQUIRE(back.size() == 2);
    CHECK(back[0].lab == "01_occupancy");
    CHECK(back[0].build == "solution");
    CHECK_FALSE(back[0].beside);
    REQUIRE(back[0].rounds.size() == 3);
    CHECK_THAT(back[0].rounds[1].ratio().median, WithinAbs(10.1, 0.002));
    harness::write(file, "{}\n");
    CHECK_THROWS_MATCHES(grader::verdicts::read_record(file), grader::EnvironmentError,
                         MessageMatches(ContainsSubstring("record.jsonl, line 1")));
}

TEST_CASE("verdicts are counted against a share of what all trials reach", "[verdicts]") {
    const Count under = grader::verdicts::verdicts_on(steady, 0.97);
    CHECK(under.verdicts == 3);
    CHECK(under.above == 3);
    const Count above = grader::verdicts::verdicts_on(steady, 1 / 0.9);
    CHECK(above.below == 3);
    // One round that reaches the threshold saves it.
    std::vector<Trial> odd = steady;
    odd.push_back(trial_of({10, 10, 11.2}));
    CHECK(grader::verdicts::verdicts_on(odd, 1 / 0.9).close == 1);
}

TEST_CASE("drawn verdicts are as many as were asked for, and the same each time", "[verdicts]") {
    std::vector<Trial> uneven = {trial_of({9, 9, 9}), trial_of({11, 11, 11}), trial_of({10, 10, 10})};
    const Count first = grader::verdicts::drawn_verdicts(uneven, 0.97, 500);
    const Count second = grader::verdicts::drawn_verdicts(uneven, 0.97, 500);
    CHECK(first.verdicts == 500);
    CHECK(first.below > 0); // three of the slow process's rounds
    CHECK(first.below < 50);
    CHECK(first.below == second.below);
}

TEST_CASE("three hundred verdicts without a fail bound their rate at one in a hundred", "[verdicts]") {
    CHECK_THAT(grader::verdicts::highest_rate(300), WithinAbs(0.00994, 0.0001));
}

TEST_CASE(
    "the page of verdicts is the one that its record makes, and has no fail for who reaches a threshold",
    "[verdicts]") {
    const std::vector<Trial> trials = grader::verdicts::read_record(recorded);
    CHECK(grader::verdicts::page(trials) == grader::read_text(fs::path(recorded).replace_extension(".md")));
    for (const char* build : {"baseline", "solution"})
        for (const bool beside : {false, true}) {
            std::vector<Trial> group;
            for (const Trial& trial : trials)
                if (trial.build == build && trial.beside == beside) group.push_back(trial);
            if (group.empty()) continue;
            INFO(build);
            CHECK(grader::verdicts::verdicts_on(group, 0.97).below == 0);
        }
}
