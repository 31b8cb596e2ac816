#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "check_bench.h"
#include "finding_messages/barrier_messages.h"

using namespace bench;
namespace barrier_messages = kernelsmith::barrier_messages;

TEST_CASE("a barrier after some threads have exited is reported", "[checks][barrier]") {
    Bench bench;
    bench.barrier(2);
    CHECK(bench.size() == 0);
    bench.checks.divergent_barrier(2, 8, 24);
    bench.checks.divergent_barrier(3, 8, 24);
    const auto finding = bench.only(FindingKind::divergent_barrier);
    CHECK(finding.what.is(barrier_messages::threads_miss_barrier));
    CHECK(finding.what.number("absent") == 24);
    CHECK(finding.what.number("threads") == 64);
    CHECK(finding.block->x == 2);
    CHECK(finding.count == 2);
    CHECK(finding.place.line == 8);
}

TEST_CASE("threads that wait at two barriers at once are reported with both locations", "[checks][barrier]") {
    const bool of_a_loop = GENERATE(false, true);
    Bench bench({.loop_separates = of_a_loop});
    bench.checks.mixed_barrier(1, 5, 9);
    const auto finding = bench.only(FindingKind::divergent_barrier);
    CHECK(finding.place.line == 5);
    CHECK(finding.other_place->line == 9);
    CHECK(finding.advice.is(of_a_loop ? barrier_messages::make_equal_rounds
                                      : barrier_messages::put_one_barrier_after_branches));
}

TEST_CASE("an arrival without a wait releases only earlier accesses", "[checks][race]") {
    const std::vector<std::uint32_t> second = {1};
    Bench bench;
    bench.access(1, 0, 0, shared(store), 0);
    bench.access(2, 0, 40, shared(store), 8);
    bench.checks.barrier_arrived({0, 0}, 3);
    bench.access(3, 0, 1, shared(store), 4);
    bench.checks.barrier(0, 2, false, second); // a different barrier
    bench.checks.barrier(0, 3, false, second);
    bench.access(4, 0, 40, shared(load), 0);
    CHECK(bench.size() == 0);
    bench.access(5, 0, 40, shared(load), 4);
    CHECK(bench.only(FindingKind::shared_race).other_place->line == 3);
    bench.access(6, 0, 0, shared(load), 8);
    CHECK(bench.findings.all().back().other_place->line == 2);
}
