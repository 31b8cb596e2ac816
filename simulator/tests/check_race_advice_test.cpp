// Advice on races, by the relation of the two threads.

#include <catch2/catch_test_macros.hpp>

#include "check_bench.h"
#include "finding_messages/race_messages.h"

namespace {

using namespace bench;
using simulator::all_lanes;
using simulator::Finding;

namespace race_messages = kernelsmith::race_messages;

/// Returns the address of @p lane's word in the data that its warp stages.
Address staged_word(int lane) { return static_cast<Address>(lane) * 4; }

} // namespace

TEST_CASE("a race of two warps is reported instead of one inside a warp", "[checks][race]") {
    Bench bench;
    bench.access(1, {0, 0}, all_lanes, shared(store), staged_word);
    bench.access(1, {0, 1}, all_lanes, shared(store), [](int lane) { return staged_word(lane + 32); });
    bench.access(2, 0, 1, shared(load), 0);
    const Finding in_warp = bench.only(FindingKind::shared_race);
    CHECK(in_warp.advice.is(race_messages::put_syncwarp_or_barrier_between));
    bench.access(2, 0, 32, shared(load), 4);
    const Finding between = bench.only(FindingKind::shared_race);
    CHECK(between.count == 2);
    CHECK(between.what.message("who").is(race_messages::thread_of_the_block));
    CHECK(between.advice.is(race_messages::put_barrier_between));
    bench.access(2, 0, 2, shared(load), 0);
    CHECK(bench.only(FindingKind::shared_race).advice == between.advice);
    CHECK(bench.only(FindingKind::shared_race).count == 3);
}

TEST_CASE("a race of two blocks on one element first gets advice about its owner", "[checks][race]") {
    const auto advice = [](std::uint32_t first_line, Kind first, std::uint32_t second_line, Kind second) {
        Bench bench;
        const Address place = bench.array(64).begin;
        bench.access(first_line, 0, 0, first, place);
        bench.access(second_line, 1, 1, second, place);
        return bench.only(FindingKind::global_race).advice;
    };
    CHECK(advice(1, store, 2, store).is(race_messages::give_element_one_block));
    CHECK(advice(1, load, 1, store).is(race_messages::use_atomic_or_second_array));
    CHECK(advice(1, store, 2, load).is(race_messages::read_in_second_kernel));
}
