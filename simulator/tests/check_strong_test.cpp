#include <catch2/catch_test_macros.hpp>

#include "check_bench.h"
#include "finding_messages/race_messages.h"

// Conflicts between strong accesses: they are not data races, but volatile accesses order no others, an
// update by a load and a store is not atomic, and atomics of two sizes are not atomic for each other.

namespace {

using namespace bench;
using simulator::all_lanes;
using simulator::Finding;

namespace race_messages = kernelsmith::race_messages;

constexpr Kind sampling_load = {.strength = Strength::strong, .samples = true};
/// The load and the store of `*c = *c + 1`, whose value also controls something.
constexpr Kind update_load = {.strength = Strength::strong, .is_read_modify_write = true};
constexpr Kind update_store = {.kind = AccessKind::store,
                               .strength = Strength::strong,
                               .is_read_modify_write = true};

void update(Bench& bench, std::uint32_t block, std::uint32_t thread, Address word) {
    bench.access(8, block, thread, update_load, word);
    bench.access(9, block, thread, update_store, word);
}

} // namespace

TEST_CASE("a volatile load without a wait races with a volatile store", "[checks][strong]") {
    const auto finds = [](Kind first, Kind second, std::uint32_t block, std::uint32_t thread) {
        Bench bench;
        const Address word = bench.array(4).begin;
        bench.access(1, 0, 0, first, word);
        bench.access(2, block, thread, second, word);
        return bench.count(FindingKind::global_race) != 0;
    };
    for (const std::uint32_t block : {0U, 1U}) {
        CHECK(finds(volatile_store, sampling_load, block, 40));
        CHECK(finds(sampling_load, volatile_store, block, 40));
        CHECK_FALSE(finds(volatile_store, volatile_load, block, 40));
        CHECK_FALSE(finds(volatile_load, volatile_store, block, 40));
        CHECK_FALSE(finds(atomic, sampling_load, block, 40));
        CHECK_FALSE(finds(sampling_load, atomic, block, 40));
        CHECK_FALSE(finds(sampling_load, sampling_load, block, 40));
        CHECK_FALSE(finds(volatile_store, volatile_store, block, 40));
    }
    CHECK(finds(volatile_store, sampling_load, 0, 1));
    CHECK_FALSE(finds(volatile_store, sampling_load, 0, 0));
}

TEST_CASE("warps that exchange volatile values need a barrier", "[checks][strong]") {
    for (const bool waits : {true, false}) {
        Bench bench;
        bench.access(1, 0, 0, shared(volatile_store), 8);
        if (waits) bench.barrier(0);
        bench.access(2, 0, 40, shared(sampling_load), 8);
        CHECK(bench.size() == (waits ? 0 : 1));
        if (waits) continue;
        const Finding finding = bench.only(FindingKind::shared_race);
        CHECK(finding.place.line == 2);
        CHECK(finding.advice.is(race_messages::volatile_orders_nothing));
        CHECK(finding.advice.message("advice").is(race_messages::put_barrier_between));
    }
}

TEST_CASE("volatile values may be read after a flag with a fence or by threads that have read them",
          "[checks][strong]") {
    for (const bool fence : {true, false}) {
        Bench bench;
        const Address word = bench.array(4).begin;
        const Address flag = bench.array(4).begin;
        bench.access(1, 0, 0, volatile_store, word);
        if (fence) bench.checks.fence({0, 0}, 1, MemoryScope::device);
        bench.access(2, 0, 0, volatile_store, flag);
        bench.access(3, 1, 0, volatile_load, flag);
        bench.access(4, 1, 0, sampling_load, word);
        CHECK(bench.count(FindingKind::global_race) == (fence ? 0 : 1));
    }
    Bench bench;
    const Address word = bench.array(4).begin;
    bench.access(1, 0, 0, volatile_store, word);
    bench.access(2, 1, 0, volatile_load, word); // has waited for the store
    bench.access(3, 1, 0, sampling_load, word);
    CHECK(bench.size() == 0);
}

TEST_CASE("a volatile read-modify-write by several threads is reported as a lost update",
          "[checks][strong]") {
    for (const std::uint32_t block : {0U, 1U}) {
        Bench bench;
        const Address word = bench.array(4).begin;
        update(bench, 0, 0, word);
        update(bench, 0, 0, word);
        CHECK(bench.size() == 0);
        update(bench, block, 40, word);
        const Finding finding = bench.only(FindingKind::global_race);
        CHECK(finding.place.line == 9);
        CHECK(finding.other_place->line == 9);
        CHECK(finding.what.is(race_messages::lost_update));
        CHECK(finding.what.message("who").is(block == 0 ? race_messages::thread_of_the_block
                                                        : race_messages::thread_of_another_block));
    }
}

TEST_CASE("a volatile read-modify-write of one word by all lanes of a warp is a race for 31 lanes",
          "[checks][strong]") {
    Bench bench;
    const Address word = bench.array(4).begin;
    bench.access(8, {0, 0}, all_lanes, update_load, [&](int) { return word; });
    bench.access(9, {0, 0}, all_lanes, update_store, [&](int) { return word; });
    CHECK(bench.only(FindingKind::global_race).count == 31);
}

TEST_CASE("a write between reading and writing back gets lost", "[checks][strong]") {
    for (const Kind& other : {volatile_store, atomic}) {
        Bench bench;
        const Address word = bench.array(4).begin;
        bench.access(8, 0, 0, update_load, word);
        bench.access(5, 1, 0, other, word);
        bench.access(9, 0, 0, update_store, word);
        CHECK(bench.only(FindingKind::global_race).other_place->line == 5);
    }
    for (const Kind& write : {volatile_store, update_store}) {
        Bench bench; // the stored value does not depend on the load, or the load was from another location
        const Allocation& words = bench.array(8);
        const bool elsewhere = write.is_read_modify_write;
        bench.access(8, 0, 0, update_load, words.begin + (elsewhere ? 4 : 0));
        bench.access(5, 1, 0, volatile_store, words.begin);
        bench.access(9, 0, 0, write, words.begin);
        CHECK(bench.size() == 0);
    }
}

TEST_CASE("an update without a wait or without a fence before it is a race", "[checks][strong]") {
    const auto finds = [](bool looks, bool fence) {
        Bench bench;
        const Address serving = bench.array(4).begin;
        for (std::uint32_t block = 0; block < 3; ++block) {
            if (looks) bench.access(1, block, 0, volatile_load, serving);
            if (fence) bench.checks.fence({block, 0}, 1, MemoryScope::device);
            update(bench, block, 0, serving);
        }
        return bench.count(FindingKind::global_race) != 0;
    };
    CHECK_FALSE(finds(true, true));
    CHECK(finds(true, false));
    CHECK(finds(false, true));
}

TEST_CASE("a lock orders the updates that it guards", "[checks][strong]") {
    Bench bench;
    const Address word = bench.array(4).begin;
    const Address lock = bench.array(4).begin;
    for (std::uint32_t block = 0; block < 3; ++block) {
        bench.access(1, block, 0, compare_and_swap, lock);
        update(bench, block, 0, word);
        bench.checks.fence({block, 0}, 1, MemoryScope::device);
        bench.access(2, block, 0, atomic, lock);
    }
    CHECK(bench.size() == 0);
}

TEST_CASE("overlapping atomics of different sizes race with each other", "[checks][race]") {
    const auto finds = [](std::uint8_t first, std::uint8_t second, Address offset) {
        Bench bench;
        const Address begin = bench.array(16).begin;
        bench.access(1, 0, 0, sized(atomic, first), begin);
        bench.access(2, 0, 40, sized(atomic, second), begin + offset);
        return bench.count(FindingKind::global_race) != 0;
    };
    CHECK(finds(4, 8, 0));
    CHECK(finds(8, 4, 0));
    CHECK(finds(8, 4, 4));
    CHECK_FALSE(finds(8, 4, 8));
    CHECK_FALSE(finds(8, 8, 0));
    CHECK_FALSE(finds(4, 2, 2)); // a pair of half-precision numbers, and a single one
}
