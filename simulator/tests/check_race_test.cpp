#include <catch2/catch_test_macros.hpp>

#include "check_bench.h"
#include "finding_messages/access_messages.h"
#include "finding_messages/memory_messages.h"
#include "finding_messages/race_messages.h"

namespace {

using namespace bench;
using simulator::all_lanes;
using simulator::Finding;
using simulator::Message;
using simulator::MessageKind;

namespace access_messages = kernelsmith::access_messages;
namespace memory_messages = kernelsmith::memory_messages;
namespace race_messages = kernelsmith::race_messages;

/// A 4-byte load that races with another thread's store.
Message reads_written(MessageKind who, MessageKind missing) {
    return {race_messages::unordered_access,
            {{"access", Message(access_messages::reads, {{"bytes", 4}})},
             {"who", Message(who)},
             {"earlier", Message(race_messages::has_written)},
             {"missing", Message(missing)}}};
}

Message coordinates(int x) { return {race_messages::coordinates, {{"x", x}, {"y", 0}, {"z", 0}}}; }

Address word_of(int lane) { return static_cast<Address>(lane) * 4; }

} // namespace

TEST_CASE("a read of a neighbour's element in shared memory needs a barrier", "[checks][race]") {
    Bench bench;
    bench.access(10, {1, 0}, all_lanes, shared(store), word_of);
    bench.access(10, {1, 1}, all_lanes, shared(store), [](int lane) { return word_of(lane + 32); });
    SECTION("and is a race without") {
        bench.access(11, 1, 31, shared(load), 32 * 4);
        const Finding finding = bench.only(FindingKind::shared_race);
        CHECK(finding.place.line == 11);
        CHECK(finding.other_place->line == 10);
        CHECK(finding.what ==
              reads_written(race_messages::thread_of_the_block, race_messages::no_barrier_between));
        CHECK(finding.where == Message(memory_messages::shared_byte, {{"offset", 128}}));
        CHECK(finding.other ==
              Message(race_messages::wrote_it,
                      {{"thread", Message(race_messages::other_thread, {{"thread", coordinates(32)}})}}));
        CHECK(finding.thread->x == 31);
        CHECK(finding.block->x == 1);
    }
    SECTION("and is none with one") {
        bench.barrier(1);
        bench.access(11, {1, 0}, all_lanes, shared(load), [](int lane) { return word_of(lane + 1); });
        CHECK(bench.size() == 0);
    }
    SECTION("of its own block") {
        bench.barrier(0);
        bench.access(11, 1, 31, shared(load), 32 * 4);
        CHECK(bench.count(FindingKind::shared_race) == 1);
    }
}

TEST_CASE("the next round's write needs a barrier after this round's reads", "[checks][race]") {
    Bench bench;
    bench.access(1, 0, 0, shared(store), 0);
    bench.barrier(0);
    bench.access(2, {0, 1}, all_lanes, shared(load), [](int) { return Address{0}; });
    SECTION("missing") {
        bench.access(3, 0, 0, shared(store), 0);
        const Message what = bench.only(FindingKind::shared_race).what;
        CHECK(what.message("earlier").is(race_messages::has_read));
        CHECK(what.message("missing").is(race_messages::no_barrier_between));
    }
    SECTION("there") {
        bench.barrier(0);
        bench.access(3, 0, 0, shared(store), 0);
        CHECK(bench.size() == 0);
    }
}

TEST_CASE("double buffering in shared memory needs only one barrier per round", "[checks][race]") {
    Bench bench({.fences = false, .partial_barriers = false});
    for (int round = 0; round < 6; ++round) {
        const Address mine = round % 2 == 0 ? 0 : 256;
        for (std::uint32_t warp = 0; warp < 2; ++warp)
            bench.access(1, {0, warp}, all_lanes, shared(store),
                         [=](int lane) { return mine + warp * 128 + word_of(lane); });
        bench.barrier(0);
        for (std::uint32_t warp = 0; warp < 2; ++warp)
            bench.access(2, {0, warp}, all_lanes, shared(load),
                         [=](int lane) { return mine + (warp * 128 + word_of(lane) + 4) % 256; });
    }
    CHECK(bench.size() == 0);
}

TEST_CASE("lanes of a warp are ordered by __syncwarp, not by running together", "[checks][race]") {
    Bench bench;
    bench.access(1, {0, 0}, all_lanes, shared(store), word_of);
    SECTION("none") {
        bench.access(2, {0, 0}, 0xffff, shared(load), [](int lane) { return word_of(lane + 16); });
        const Finding finding = bench.only(FindingKind::shared_race);
        CHECK(finding.what.message("missing").is(race_messages::no_warp_barrier_between));
        CHECK(finding.advice.is(race_messages::put_syncwarp_or_barrier_between));
        CHECK(finding.count == 16);
    }
    SECTION("of all") {
        bench.checks.warp_barrier({0, 0}, all_lanes);
        bench.access(2, {0, 0}, 0xffff, shared(load), [](int lane) { return word_of(lane + 16); });
        CHECK(bench.size() == 0);
    }
    SECTION("of those that matter") {
        bench.checks.warp_barrier({0, 0}, 0x0001'0001);
        bench.access(2, 0, 0, shared(load), word_of(16));
        CHECK(bench.size() == 0);
        bench.access(3, 0, 0, shared(load), word_of(17));
        CHECK(bench.count(FindingKind::shared_race) == 1);
    }
    SECTION("of another warp") {
        bench.checks.warp_barrier({0, 1}, all_lanes);
        bench.access(2, 0, 0, shared(load), word_of(16));
        CHECK(bench.count(FindingKind::shared_race) == 1);
    }
}

TEST_CASE("volatile does not keep the lanes of a warp in step", "[checks][race]") {
    Bench bench;
    const auto add = [&](int stride) {
        bench.access(1, {0, 0}, all_lanes, shared(volatile_load),
                     [=](int lane) { return word_of(lane + stride); });
        bench.access(2, {0, 0}, all_lanes, shared(volatile_load), word_of);
        bench.access(3, {0, 0}, all_lanes, shared(volatile_store), word_of);
    };
    add(32);
    CHECK(bench.size() == 0);
    SECTION("without a barrier of the warp") {
        add(16);
        CHECK(bench.findings.all().front().place.line == 1);
        CHECK(bench.findings.all().front().advice.is(race_messages::put_syncwarp_between));
    }
    SECTION("and does nothing wrong with one") {
        bench.checks.warp_barrier({0, 0}, all_lanes);
        bench.access(1, {0, 0}, all_lanes, shared(volatile_load),
                     [=](int lane) { return word_of(lane + 16); });
        CHECK(bench.size() == 0);
    }
    SECTION("and hands over between warps") {
        bench.access(4, 0, 40, shared(volatile_load), 0);
        CHECK(bench.size() == 0);
    }
}

TEST_CASE("a tree reduction of a warp with a warp barrier per step is free of data races", "[checks][race]") {
    Bench bench;
    bench.access(1, {0, 0}, all_lanes, shared(store), word_of);
    for (int stride = 16; stride > 0; stride /= 2) {
        bench.checks.warp_barrier({0, 0}, all_lanes);
        const Mask half = (Mask{1} << stride) - 1;
        bench.access(2, {0, 0}, half, shared(load), [=](int lane) { return word_of(lane + stride); });
        bench.access(3, {0, 0}, half, shared(load), word_of);
        bench.access(4, {0, 0}, half, shared(store), word_of);
    }
    CHECK(bench.size() == 0);
}

TEST_CASE("a barrier for some warps orders only these warps", "[checks][race]") {
    Bench bench({.threads = 96});
    bench.access(1, 0, 0, shared(store), 0);
    const std::uint32_t first_two[] = {0, 1};
    bench.checks.barrier(0, 1, false, first_two);
    bench.access(3, 0, 40, shared(load), 0);
    CHECK(bench.size() == 0);
    bench.access(4, 0, 70, shared(load), 0);
    CHECK(bench.only(FindingKind::shared_race).place.line == 4);
}

TEST_CASE("two lanes that write one address at once race if the values differ", "[checks][race]") {
    Bench bench;
    SECTION("different values") {
        bench.access(1, {0, 0}, 3, shared(store), [](int) { return Address{0}; });
        CHECK(bench.only(FindingKind::shared_race).what.is(race_messages::writes_other_value));
    }
    SECTION("one value") {
        bench.values([](int) { return 7; });
        bench.access(1, {0, 0}, all_lanes, shared(store), [](int) { return Address{0}; });
        const Finding note = bench.only(FindingKind::same_value_race);
        CHECK_FALSE(simulator::is_failure(note.kind));
        CHECK(note.what.is(race_messages::writes_same_value));
        CHECK(note.what.message("who").is(race_messages::lane_of_the_warp));
        CHECK(bench.size() == 1);
    }
}

TEST_CASE("a flag that all threads set to one value is a note and its late reader a race", "[checks][race]") {
    Bench bench;
    const Address flag = bench.array(4).begin;
    bench.values([](int) { return 1; });
    for (std::uint32_t block = 0; block < 3; ++block)
        bench.access(1, {block, 0}, 0xff, store, [=](int) { return flag; });
    CHECK(bench.findings.failures() == 0);
    CHECK(bench.count(FindingKind::same_value_race) == 23);
    bench.access(2, 3, 0, load, flag);
    CHECK(bench.only(FindingKind::global_race).place.line == 2);
}

TEST_CASE("races are detected per byte and not between neighbouring bytes", "[checks][race]") {
    Bench bench;
    bench.access(1, 0, 0, sized(shared(store), 4), 0);
    bench.access(2, 0, 40, sized(shared(store), 1), 4);
    bench.access(3, 0, 50, sized(shared(store), 1), 5);
    bench.access(4, 0, 60, sized(shared(store), 2), 6);
    CHECK(bench.size() == 0);
    bench.access(5, 0, 33, sized(shared(load), 2), 4);
    CHECK(bench.only(FindingKind::shared_race).other_place->line == 2);
}

TEST_CASE("atomics do not race with each other, but with plain accesses", "[checks][race]") {
    Bench bench({.fences = false, .partial_barriers = false});
    const Address sum = bench.array(4).begin;
    for (std::uint32_t block = 0; block < 4; ++block)
        bench.access(1, {block, 0}, all_lanes, atomic, [=](int) { return sum; });
    CHECK(bench.size() == 0);
    SECTION("read by a block that has not added last") {
        bench.barrier(2);
        bench.access(2, 2, 1, sized(load, 2), sum);
        const Finding finding = bench.only(FindingKind::global_race);
        CHECK(finding.what.message("who").is(race_messages::thread_of_another_block));
        CHECK(finding.what.message("earlier").is(race_messages::has_atomically_changed));
        CHECK(finding.advice.is(race_messages::make_both_atomic_or_order_them));
    }
    SECTION("read as a whole") {
        bench.access(2, 2, 1, load, sum);
        CHECK(bench.only(FindingKind::global_race).place.line == 2);
    }
    SECTION("written by a plain store") {
        bench.access(2, 2, 1, store, sum);
        CHECK(bench.count(FindingKind::global_race) == 1);
    }
    SECTION("another kernel reads it") {
        bench.relaunch();
        bench.access(2, 2, 1, load, sum);
        CHECK(bench.size() == 0);
    }
}

TEST_CASE("a plain read before a compare-and-swap is a note", "[checks][race]") {
    Bench bench({.fences = false, .partial_barriers = false});
    const Address sum = bench.array(4).begin;
    for (std::uint32_t block = 0; block < 4; ++block)
        bench.access(1, {block, 0}, all_lanes, compare_and_swap, [=](int) { return sum; });
    SECTION("behind others") {
        bench.access(2, 2, 1, load, sum);
        CHECK(bench.only(FindingKind::plain_read_race).place.line == 2);
        bench.access(3, 2, 1, compare_and_swap, sum);
        CHECK(bench.findings.failures() == 0);
    }
    SECTION("before others") {
        bench.relaunch();
        bench.access(2, 2, 1, load, sum);
        bench.access(3, 1, 1, compare_and_swap, sum);
        CHECK(bench.only(FindingKind::plain_read_race).other_place->line == 2);
        CHECK(bench.size() == 1);
    }
    SECTION("of a part of it") {
        bench.access(2, 2, 1, sized(load, 2), sum);
        CHECK(bench.count(FindingKind::global_race) == 1);
    }
    SECTION("instead of a write") {
        bench.access(2, 2, 1, store, sum);
        CHECK(bench.count(FindingKind::global_race) == 1);
    }
}

TEST_CASE("a histogram in shared memory with barriers between its phases is free of data races",
          "[checks][race]") {
    Bench bench({.fences = false, .partial_barriers = false});
    const Address bins = bench.array(256).begin;
    for (std::uint32_t block = 0; block < 3; ++block) {
        for (std::uint32_t warp = 0; warp < 2; ++warp)
            bench.access(1, {block, warp}, all_lanes, shared(store),
                         [=](int lane) { return word_of(lane) + warp * 128; });
        bench.barrier(block);
        for (std::uint32_t warp = 0; warp < 2; ++warp)
            bench.access(2, {block, warp}, all_lanes, shared(atomic),
                         [](int lane) { return word_of(lane % 5); });
        bench.barrier(block);
        for (std::uint32_t warp = 0; warp < 2; ++warp) {
            bench.access(3, {block, warp}, all_lanes, shared(load),
                         [=](int lane) { return word_of(lane) + warp * 128; });
            bench.access(4, {block, warp}, all_lanes, atomic,
                         [=](int lane) { return bins + word_of(lane) + warp * 128; });
        }
    }
    CHECK(bench.size() == 0);
}

TEST_CASE("two readers of one warp are recorded next to an atomic", "[checks][race]") {
    Bench bench({.fences = false, .partial_barriers = false});
    bench.access(1, 0, 0, shared(atomic), 0);
    bench.barrier(0);
    bench.access(2, {0, 0}, 7, shared(load), [](int) { return Address{0}; });
    bench.access(3, 0, 0, shared(store), 0);
    CHECK(bench.only(FindingKind::shared_race).other ==
          Message(race_messages::read_it,
                  {{"thread", Message(race_messages::other_thread, {{"thread", coordinates(1)}})}}));
}

TEST_CASE("blocks that write one counter without atomics race", "[checks][race]") {
    Bench bench;
    const Address counter = bench.array(4).begin;
    bench.access(1, 0, 0, load, counter);
    bench.access(1, 0, 0, store, counter);
    bench.access(1, 1, 0, load, counter);
    bench.access(1, 1, 0, store, counter);
    CHECK(bench.only(FindingKind::global_race).place.line == 1);
    CHECK(bench.count(FindingKind::global_race) >= 1);
}

TEST_CASE("a neighbour block's output cannot be read in the same kernel", "[checks][race]") {
    Bench bench({.fences = false, .partial_barriers = false});
    const Allocation& array = bench.array(4 * 128);
    const auto element = [&](std::uint32_t block, int lane) {
        return array.begin + block * 128 + word_of(lane);
    };
    for (std::uint32_t block = 0; block < 4; ++block)
        bench.access(1, {block, 0}, all_lanes, store, [&](int lane) { return element(block, lane); });
    for (std::uint32_t block = 0; block < 4; ++block) bench.barrier(block);
    bench.access(2, 1, 0, load, element(1, 1));
    CHECK(bench.size() == 0);
    bench.access(3, 1, 0, load, element(0, 31));
    const Finding finding = bench.only(FindingKind::global_race);
    CHECK(finding.what ==
          reads_written(race_messages::thread_of_another_block, race_messages::no_order_between));
    CHECK(finding.other ==
          Message(race_messages::wrote_it,
                  {{"thread", Message(race_messages::other_thread,
                                      {{"thread", coordinates(31)}, {"block", coordinates(0)}})}}));
    CHECK(finding.where.is(memory_messages::byte_of));
    CHECK(finding.where.number("offset") == 124);
}

TEST_CASE("accesses of a launch happen before those of the next launch", "[checks][race]") {
    Bench bench;
    const Address word_of_all = bench.array(4).begin;
    bench.access(1, 0, 0, store, word_of_all);
    bench.relaunch();
    bench.access(2, 1, 0, load, word_of_all);
    CHECK(bench.size() == 0);
}

TEST_CASE("a read after a reported data race is checked against the racing write", "[checks][race]") {
    Bench bench({.fences = false, .partial_barriers = false});
    bench.access(1, 0, 0, shared(store), 0);
    bench.barrier(0);
    for (std::uint32_t thread = 0; thread < 4; ++thread) bench.access(2, 0, thread, shared(load), 0);
    bench.access(3, 0, 9, shared(store), 0);
    bench.access(4, 0, 3, shared(load), 0);
    REQUIRE(bench.size() == 2);
    CHECK(bench.findings.all()[0].place.line == 3);
    CHECK(bench.findings.all()[1].place.line == 4);
}

TEST_CASE("readers of several warps are recorded if one warp has read the line with two access sizes",
          "[checks][race]") {
    Bench bench({.fences = false, .partial_barriers = false});
    const Address begin = bench.array(256).begin;
    bench.access(1, {0, 0}, all_lanes, load, [&](int lane) { return begin + word_of(lane); });
    bench.access(2, {0, 0}, all_lanes, sized(load, 8), [&](int lane) { return begin + 2 * word_of(lane); });
    bench.access(3, {0, 1}, all_lanes, load, [&](int lane) { return begin + word_of(lane); });
    bench.access(4, 0, 0, store, begin);
    CHECK(bench.only(FindingKind::global_race).other_place->line == 3);
}
