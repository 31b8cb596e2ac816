#include <catch2/catch_test_macros.hpp>

#include "grading/model/modelled_rounds.h"

using grader::LaunchRounds;
using grader::ModelledCase;
using grader::ObservedLaunch;

namespace {

ObservedLaunch launch_with(const std::string& symbol, unsigned blocks = 1) {
    ObservedLaunch launch;
    launch.symbol = symbol;
    launch.grid = {blocks, 1, 1};
    return launch;
}

ObservedLaunch executing(ObservedLaunch launch, double instructions) {
    launch.counts["smsp__inst_executed.sum"] = instructions;
    return launch;
}

std::vector<double> work_of(const std::vector<LaunchRounds>& rounds) {
    std::vector<double> work;
    for (const LaunchRounds& of_launch : rounds) work.push_back(of_launch.work);
    return work;
}

} // namespace

TEST_CASE("each launch of a one-round call represents all rounds", "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 32;
    const std::vector<LaunchRounds> rounds =
        rounds_of({launch_with("a"), launch_with("b")}, modelled, {}, {});
    REQUIRE(rounds.size() == 2);
    for (const LaunchRounds& of_launch : rounds) {
        CHECK(of_launch.work == 32);
        CHECK(of_launch.launches == 1);
    }
}

TEST_CASE("the last round represents the missing rounds and kernels launched once do not", "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 50;
    modelled.rounds_of = "products";
    const std::vector<ObservedLaunch> launches = {launch_with("prepare"), launch_with("a"), launch_with("b"),
                                                  launch_with("b", 7),    launch_with("a"), launch_with("b"),
                                                  launch_with("b", 7)};
    const std::vector<LaunchRounds> rounds = rounds_of(launches, modelled, {{"products", 2}}, {});
    CHECK(work_of(rounds) == std::vector<double>{1, 1, 1, 1, 49, 49, 49});
    CHECK(rounds.back().launches == 49);
}

TEST_CASE("a kernel launched several times per round counts as often in the last round", "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 10;
    modelled.rounds_of = "products";
    const std::vector<ObservedLaunch> four(4, launch_with("a"));
    CHECK(work_of(rounds_of(four, modelled, {{"products", 2}}, {})) == std::vector<double>{1, 1, 9, 9});
}

TEST_CASE("a kernel launched once counts as preparation or as a loop over the rounds", "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 10;
    modelled.rounds_of = "products";
    const std::vector<ObservedLaunch> launches = {executing(launch_with("once"), 90),
                                                  executing(launch_with("a"), 5),
                                                  executing(launch_with("a"), 5)};
    const kernelsmith::Sizes sizes = {{"products", 2}};
    const std::vector<LaunchRounds> prepared = rounds_of(launches, modelled, sizes, {});
    CHECK(work_of(prepared) == std::vector<double>{1, 1, 9});
    CHECK(max_instructions(launches, prepared) == 1.02 * (90 + 5 + 9 * 5));
    const std::vector<LaunchRounds> looped =
        rounds_of(launches, modelled, sizes, {}, grader::SingleLaunches::loop);
    CHECK(work_of(looped) == std::vector<double>{5, 1, 9});
    CHECK(looped.front().launches == 1);
    CHECK(with_all_rounds(modelled, {{"products", 2}, {"rows", 7}}) ==
          kernelsmith::Sizes{{"products", 10}, {"rows", 7}});
}

TEST_CASE("kernels launched once are modelled separately if they take most of the time", "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 10;
    modelled.rounds_of = "products";
    const auto taking = [](ObservedLaunch launch, double ms) {
        launch.time.emplace().ms = ms;
        return launch;
    };
    const auto matters_with = [&](double once_ms) {
        return is_mostly_single({taking(launch_with("once"), once_ms), taking(launch_with("a"), 1),
                                 taking(launch_with("a"), 1)},
                                modelled, {{"products", 2}});
    };
    CHECK_FALSE(matters_with(1.9));
    CHECK(matters_with(2.1));
    // Powers of two are rounds of the baseline only.
    modelled.rounds_of.clear();
    modelled.steps_of = "count";
    CHECK_FALSE(is_mostly_single({taking(launch_with("a"), 1)}, modelled, {{"count", 1000}}));
}

TEST_CASE("a last round with fewer instructions represents no other round", "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 10;
    modelled.rounds_of = "products";
    const std::vector<ObservedLaunch> launches = {executing(launch_with("a"), 95),
                                                  executing(launch_with("a"), 5)};
    CHECK(work_of(rounds_of(launches, modelled, {{"products", 2}}, {})) == std::vector<double>{5, 5});
}

TEST_CASE("a larger size has more rounds if each power of two is a round", "[modelled]") {
    ModelledCase modelled;
    modelled.steps_of = "count";
    std::vector<ObservedLaunch> launches(10, launch_with("a"));
    launches.push_back(launch_with("b"));
    const std::vector<double> work =
        work_of(rounds_of(launches, modelled, {{"count", 1000}}, {{"count", 1 << 20}}));
    CHECK(work == std::vector<double>{1, 1, 1, 1, 1, 1, 1, 1, 1, 11, 1});
}
