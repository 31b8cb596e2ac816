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

TEST_CASE("where launches that are not repeated execute most of a call, the rounds are a loop in them",
          "[modelled]") {
    ModelledCase modelled;
    modelled.rounds = 10;
    modelled.rounds_of = "products";
    const std::vector<SeenLaunch> launches = {executing(launch_with("prepare"), 10),
                                              executing(launch_with("all"), 90)};
    const std::vector<LaunchRounds> rounds = rounds_of(launches, modelled, {{"products", 2}}, {});
    CHECK(work_of(rounds) == std::vector<double>{1, 5});
    CHECK(rounds.back().launches == 1);
    // Powers of two are rounds of the baseline alone.
    modelled.rounds_of.clear();
    modelled.steps_of = "count";
    CHECK(work_of(rounds_of({executing(launch_with("a"), 10)}, modelled, {{"count", 1000}},
                            {{"count", 1 << 20}})) == std::vector<double>{1});
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
