#include <catch2/catch_test_macros.hpp>

#include "grade/modelled_rounds.h"

using grader::LaunchRounds;
using grader::ModelledCase;
using grader::SeenLaunch;

namespace {

SeenLaunch launch_with(const std::string& symbol, unsigned blocks = 1) {
    SeenLaunch launch;
    launch.symbol = symbol;
    launch.grid = {blocks, 1, 1};
    return launch;
}

SeenLaunch executing(SeenLaunch launch, double instructions) {
    launch.counts["smsp__inst_executed.sum"] = instructions;
    return launch;
}

std::vector<double> work_of(const std::vector<LaunchRounds>& rounds) {
    std::vector<double> work;
    for (const LaunchRounds& of_launch : rounds) work.push_back(of_launch.work);
    return work;
}

} // namespace

TEST_CASE("where a call is one round, its launches do the work of all of them", "[modelled]") {
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

TEST_CASE("the last round stands for those that are missing, and what is launched once prepares them",
          "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 50;
    modelled.rounds_of = "products";
    const std::vector<SeenLaunch> launches = {launch_with("prepare"), launch_with("a"), launch_with("b"),
                                              launch_with("b", 7),    launch_with("a"), launch_with("b"),
                                              launch_with("b", 7)};
    const std::vector<LaunchRounds> rounds = rounds_of(launches, modelled, {{"products", 2}}, {});
    CHECK(work_of(rounds) == std::vector<double>{1, 1, 1, 1, 49, 49, 49});
    CHECK(rounds.back().launches == 49);
}

TEST_CASE("what is launched several times a round counts as often in the last one", "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 10;
    modelled.rounds_of = "products";
    const std::vector<SeenLaunch> four(4, launch_with("a"));
    CHECK(work_of(rounds_of(four, modelled, {{"products", 2}}, {})) == std::vector<double>{1, 1, 9, 9});
}

TEST_CASE("what is launched once prepares the rounds where it does not grow with them", "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 10;
    modelled.rounds_of = "products";
    const std::vector<SeenLaunch> launches = {executing(launch_with("prepare"), 90),
                                              executing(launch_with("one"), 5),
                                              executing(launch_with("one"), 5)};
    std::vector<SeenLaunch> all(10, executing(launch_with("one"), 5));
    all.push_back(executing(launch_with("prepare"), 90));
    CHECK(work_of(rounds_of(launches, modelled, {{"products", 2}}, {}, all)) == std::vector<double>{1, 1, 9});
}

TEST_CASE("the rounds are a loop in what is launched once where it grows with them", "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 10;
    modelled.rounds_of = "products";
    const std::vector<SeenLaunch> launches = {executing(launch_with("prepare"), 10),
                                              executing(launch_with("all"), 90)};
    const std::vector<SeenLaunch> all = {executing(launch_with("prepare"), 10),
                                         executing(launch_with("all"), 440)};
    const std::vector<LaunchRounds> rounds = rounds_of(launches, modelled, {{"products", 2}}, {}, all);
    CHECK(rounds.front().work == 1);
    CHECK(rounds.back().work == 440.0 / 90);
    CHECK(rounds.back().launches == 1);
}

TEST_CASE("launches of one kernel in different shapes grow by what all rounds execute more", "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 4;
    modelled.rounds_of = "products";
    // One is launched in each round, and another with a block more each time.
    const std::vector<SeenLaunch> launches = {executing(launch_with("a", 9), 3),
                                              executing(launch_with("a", 9), 3),
                                              executing(launch_with("a", 1), 10),
                                              executing(launch_with("a", 2), 10)};
    std::vector<SeenLaunch> all(4, executing(launch_with("a", 9), 3));
    for (unsigned blocks = 1; blocks <= 4; ++blocks) all.push_back(executing(launch_with("a", blocks), 10));
    CHECK(work_of(rounds_of(launches, modelled, {{"products", 2}}, {}, all)) ==
          std::vector<double>{1, 3, 2, 2});
}

TEST_CASE("all rounds are counted where launches that are not repeated take a part of the time that matters",
          "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 10;
    modelled.rounds_of = "products";
    const auto taking = [](SeenLaunch launch, double ms) {
        launch.time.emplace().ms = ms;
        return launch;
    };
    const auto depends = [&](double once_ms) {
        return depends_on_all_rounds({taking(launch_with("prepare"), once_ms), taking(launch_with("a"), 1),
                                      taking(launch_with("a"), 1)},
                                     modelled, {{"products", 2}});
    };
    CHECK_FALSE(depends(0.1));
    CHECK(depends(0.4));
    CHECK(with_all_rounds(modelled, {{"products", 2}, {"rows", 7}}) ==
          kernelsmith::Sizes{{"products", 10}, {"rows", 7}});
    // Powers of two are rounds of the baseline alone.
    modelled.rounds_of.clear();
    modelled.steps_of = "count";
    CHECK_FALSE(depends_on_all_rounds({taking(launch_with("a"), 1)}, modelled, {{"count", 1000}}));
}

TEST_CASE("a last round that does less than the others stands for none", "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 10;
    modelled.rounds_of = "products";
    const std::vector<SeenLaunch> launches = {executing(launch_with("a"), 95),
                                              executing(launch_with("a"), 5)};
    CHECK(work_of(rounds_of(launches, modelled, {{"products", 2}}, {})) == std::vector<double>{5, 5});
}

TEST_CASE("where each power of two is a round, a larger size has more of them", "[modelled]") {
    ModelledCase modelled;
    modelled.steps_of = "count";
    std::vector<SeenLaunch> launches(10, launch_with("a"));
    launches.push_back(launch_with("b"));
    const std::vector<double> work =
        work_of(rounds_of(launches, modelled, {{"count", 1000}}, {{"count", 1 << 20}}));
    CHECK(work == std::vector<double>{1, 1, 1, 1, 1, 1, 1, 1, 1, 11, 1});
}
