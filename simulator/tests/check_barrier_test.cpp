#include <catch2/catch_test_macros.hpp>

#include "check_bench.h"

using namespace bench;

TEST_CASE("a barrier that threads have left the kernel before is told", "[checks][barrier]") {
    Bench bench;
    bench.barrier(2);
    CHECK(bench.size() == 0);
    bench.checks.skipped_barrier(2, 8, 24);
    bench.checks.skipped_barrier(3, 8, 24);
    const auto finding = bench.only(FindingKind::skipped_barrier);
    CHECK(finding.what == "24 of the block's 64 threads never come to this barrier");
    CHECK(finding.block->x == 2);
    CHECK(finding.count == 2);
    CHECK(finding.place.line == 8);
}

TEST_CASE("two barriers at once are told with both places", "[checks][barrier]") {
    Bench bench;
    bench.checks.mixed_barrier(1, 5, 9);
    const auto finding = bench.only(FindingKind::skipped_barrier);
    CHECK(finding.place.line == 5);
    CHECK(finding.other_place->line == 9);
}
