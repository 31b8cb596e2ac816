// What is advised against a race, by who meets whom.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "check_bench.h"

namespace {

using namespace bench;
using Catch::Matchers::ContainsSubstring;
using simulator::all_lanes;
using simulator::Finding;

/// The word of @p lane in what its warp stages.
Address staged_word(int lane) { return static_cast<Address>(lane) * 4; }

} // namespace

TEST_CASE("a race of two warps is told in place of one inside a warp", "[checks][race]") {
    Bench bench;
    bench.access(1, {0, 0}, all_lanes, shared(store), staged_word);
    bench.access(1, {0, 1}, all_lanes, shared(store), [](int lane) { return staged_word(lane + 32); });
    bench.access(2, 0, 1, shared(load), 0);
    const Finding in_warp = bench.only(FindingKind::shared_race);
    CHECK_THAT(in_warp.advice, ContainsSubstring("__syncwarp() between the two accesses"));
    bench.access(2, 0, 32, shared(load), 4);
    const Finding between = bench.only(FindingKind::shared_race);
    CHECK(between.count == 2);
    CHECK_THAT(between.what, ContainsSubstring("another thread of the same block"));
    CHECK_THAT(between.advice,
               ContainsSubstring("Put __syncthreads() between") && !ContainsSubstring("__syncwarp"));
    bench.access(2, 0, 2, shared(load), 0);
    CHECK(bench.only(FindingKind::shared_race).advice == between.advice);
    CHECK(bench.only(FindingKind::shared_race).count == 3);
}

TEST_CASE("of two blocks at one element it is asked first whether two should be there", "[checks][race]") {
    const auto advice = [](std::uint32_t first_line, Kind first, std::uint32_t second_line, Kind second) {
        Bench bench;
        const Address place = bench.array(64).begin;
        bench.access(first_line, 0, 0, first, place);
        bench.access(second_line, 1, 1, second, place);
        return bench.only(FindingKind::global_race).advice;
    };
    CHECK_THAT(advice(1, store, 2, store), ContainsSubstring("Should two blocks write this element at all?"));
    CHECK_THAT(advice(1, load, 1, store), ContainsSubstring("Should two blocks change this element at all?"));
    CHECK_THAT(advice(1, store, 2, load),
               ContainsSubstring("Should a block use this element of another one at all?"));
}
