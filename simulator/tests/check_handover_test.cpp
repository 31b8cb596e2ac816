#include <catch2/catch_test_macros.hpp>

#include "check_bench.h"

// Blocks that pass data to each other inside a kernel.

namespace {

using namespace bench;
using simulator::all_lanes;

constexpr std::uint32_t blocks = 4;

/// Position and scope of the fence before the ticket.
enum class Fence { none, before_barrier, after_barrier, only_for_the_block };

/// Each block writes its part and takes a ticket; the last one reads all parts and resets the counter.
void run_ticket(Bench& bench, Fence fence) {
    const Allocation& parts = bench.array(blocks * 256);
    const Address counter = bench.array(4).begin;
    const auto part = [&](std::uint32_t block, std::uint32_t warp, int lane) {
        return parts.begin + block * 256 + warp * 128 + static_cast<Address>(lane) * 4;
    };
    for (std::uint32_t block = 0; block < blocks; ++block) {
        for (std::uint32_t warp = 0; warp < 2; ++warp) {
            bench.access(1, {block, warp}, all_lanes, store,
                         [&](int lane) { return part(block, warp, lane); });
            if (fence == Fence::before_barrier)
                bench.checks.fence({block, warp}, all_lanes, MemoryScope::device);
            if (fence == Fence::only_for_the_block)
                bench.checks.fence({block, warp}, all_lanes, MemoryScope::block);
        }
        bench.barrier(block);
        if (fence == Fence::after_barrier) bench.checks.fence({block, 0}, 1, MemoryScope::device);
        bench.access(2, block, 0, atomic, counter);
        bench.barrier(block);
    }
    const std::uint32_t last = blocks - 1;
    for (std::uint32_t block = 0; block < blocks; ++block) {
        for (std::uint32_t warp = 0; warp < 2; ++warp)
            bench.access(3, {last, warp}, all_lanes, load, [&](int lane) { return part(block, warp, lane); });
    }
    bench.access(4, last, 0, store, counter);
}

} // namespace

TEST_CASE("a fence before each block's ticket lets the last block read all blocks' writes",
          "[checks][race]") {
    for (const Fence fence : {Fence::before_barrier, Fence::after_barrier}) {
        Bench bench;
        run_ticket(bench, fence);
        CHECK(bench.size() == 0);
    }
}

TEST_CASE("a ticket without a fence of device scope does not order the writes before it", "[checks][race]") {
    for (const Fence fence : {Fence::none, Fence::only_for_the_block}) {
        Bench bench;
        run_ticket(bench, fence);
        CHECK(bench.only(FindingKind::global_race).place.line == 3);
        CHECK(bench.count(FindingKind::global_race) == (blocks - 1) * 64);
    }
}

TEST_CASE("a fence orders only the writes of the thread that executes it", "[checks][race]") {
    Bench bench;
    const Allocation& data = bench.array(8);
    const Address flag = bench.array(4).begin;
    bench.access(1, {0, 0}, 3, store, [&](int lane) { return data.begin + static_cast<Address>(lane) * 4; });
    bench.checks.fence({0, 0}, 1, MemoryScope::device);
    bench.access(2, 0, 0, volatile_store, flag);
    bench.access(3, 1, 0, volatile_load, flag);
    bench.access(4, 1, 0, load, data.begin);
    CHECK(bench.size() == 0);
    bench.access(5, 1, 0, load, data.begin + 4);
    CHECK(bench.only(FindingKind::global_race).other_place->line == 1);
}

TEST_CASE("a decoupled look-back is free of data races only with fences around its flags", "[checks][race]") {
    Bench bench;
    const Address sums = bench.array(blocks * 4).begin;
    const Address flags = bench.array(blocks * 4).begin;
    const auto publish = [&](std::uint32_t block, Kind flag_store, bool fence) {
        bench.access(1, block, 0, store, sums + block * 4);
        if (fence) bench.checks.fence({block, 0}, 1, MemoryScope::device);
        bench.access(2, block, 0, flag_store, flags + block * 4);
    };
    const auto look_back = [&](std::uint32_t block) {
        for (std::uint32_t other = block; other-- > 0;) {
            bench.access(3, block, 0, volatile_load, flags + other * 4);
            bench.checks.fence({block, 0}, 1, MemoryScope::device);
            bench.access(4, block, 0, load, sums + other * 4);
        }
    };
    SECTION("silently") {
        publish(0, volatile_store, true);
        for (std::uint32_t block = 1; block < blocks; ++block) {
            look_back(block);
            publish(block, volatile_store, true);
        }
        CHECK(bench.size() == 0);
    }
    SECTION("even through one predecessor alone") {
        publish(0, volatile_store, true);
        bench.access(3, 1, 0, volatile_load, flags);
        publish(1, volatile_store, true);
        bench.access(3, 2, 0, volatile_load, flags + 4);
        bench.access(4, 2, 0, load, sums);
        CHECK(bench.size() == 0);
    }
    SECTION("with a whole warp that polls") {
        for (std::uint32_t block = 0; block < 3; ++block) publish(block, volatile_store, true);
        bench.access(3, {3, 0}, 7, volatile_load,
                     [&](int lane) { return flags + static_cast<Address>(lane) * 4; });
        bench.checks.warp_barrier({3, 0}, all_lanes);
        bench.access(4, {3, 0}, 7, load, [&](int lane) { return sums + static_cast<Address>(2 - lane) * 4; });
        CHECK(bench.size() == 0);
    }
    SECTION("but not without a fence") {
        publish(0, volatile_store, false);
        look_back(1);
        CHECK(bench.only(FindingKind::global_race).place.line == 4);
    }
    SECTION("and not with a flag that is stored plainly") {
        publish(0, store, true);
        look_back(1);
        REQUIRE(bench.findings.all().size() == 2);
        CHECK(bench.findings.all()[0].place.line == 3);
        CHECK(bench.findings.all()[1].place.line == 4);
    }
}

TEST_CASE("a release store and an acquire load create happens-before without fences", "[checks][race]") {
    Bench bench;
    const Address data = bench.array(4).begin;
    const Address flag = bench.array(4).begin;
    constexpr Kind release_store = {.kind = AccessKind::store, .strength = Strength::release};
    constexpr Kind acquire_load = {.strength = Strength::acquire};
    bench.access(1, 0, 0, store, data);
    bench.access(2, 0, 0, release_store, flag);
    bench.access(3, 1, 5, acquire_load, flag);
    bench.access(4, 1, 5, store, data);
    CHECK(bench.size() == 0);
    bench.access(5, 0, 0, load, data);
    CHECK(bench.count(FindingKind::global_race) == 1);
}

TEST_CASE("a spin lock orders the accesses in its critical section only with fences", "[checks][race]") {
    const auto run = [](bool fences) {
        Bench bench;
        const Address lock = bench.array(4).begin;
        const Address sum = bench.array(4).begin;
        for (std::uint32_t turn = 0; turn < 6; ++turn) {
            const std::uint32_t block = turn % 3;
            const std::uint32_t thread = turn * 10;
            bench.access(1, block, thread, atomic, lock); // atomicCAS
            if (fences) bench.checks.fence({block, thread / 32}, Mask{1} << thread % 32, MemoryScope::device);
            bench.access(2, block, thread, load, sum);
            bench.access(3, block, thread, store, sum);
            if (fences) bench.checks.fence({block, thread / 32}, Mask{1} << thread % 32, MemoryScope::device);
            bench.access(4, block, thread, atomic, lock); // atomicExch
        }
        return bench.count(FindingKind::global_race);
    };
    CHECK(run(true) == 0);
    CHECK(run(false) != 0);
}

TEST_CASE("a fence of block scope orders writes for threads of its block only", "[checks][race]") {
    Bench bench;
    const Address data = bench.array(4).begin;
    const Address flag = bench.array(4).begin;
    bench.access(1, 0, 0, store, data);
    bench.checks.fence({0, 0}, 1, MemoryScope::block);
    bench.access(2, 0, 0, volatile_store, flag);
    bench.access(3, 0, 40, volatile_load, flag);
    bench.access(4, 0, 40, load, data);
    CHECK(bench.size() == 0);
    SECTION("not outside") {
        bench.access(3, 1, 0, volatile_load, flag);
        bench.access(5, 1, 0, load, data);
        CHECK(bench.only(FindingKind::global_race).place.line == 5);
    }
    SECTION("and not after another block's atomic") {
        bench.checks.fence({1, 0}, 1, MemoryScope::block);
        bench.access(6, 1, 0, atomic, flag);
        bench.access(7, 1, 1, volatile_load, flag);
        bench.access(8, 1, 1, load, data);
        CHECK(bench.only(FindingKind::global_race).place.line == 8);
    }
}

TEST_CASE("a flag in shared memory with a fence of block scope orders two warps of its block",
          "[checks][race]") {
    Bench bench;
    bench.access(1, 0, 0, shared(store), 0);
    bench.checks.fence({0, 0}, 1, MemoryScope::block);
    bench.access(2, 0, 0, shared(volatile_store), 64);
    bench.access(3, 0, 33, shared(volatile_load), 64);
    bench.access(4, 0, 33, shared(load), 0);
    CHECK(bench.size() == 0);
}

TEST_CASE("an arrival at a barrier object releases and only a wait acquires", "[checks][race]") {
    Bench bench;
    bench.access(1, 0, 0, shared(store), 64);
    bench.access(2, 0, 0, arrival, 512);
    bench.access(3, 0, 40, arrival, 512);
    SECTION("with the wait") {
        bench.access(4, 0, 40, bench::wait, 512);
        bench.access(5, 0, 40, shared(load), 64);
        CHECK(bench.size() == 0);
    }
    SECTION("without it, although it came last") {
        bench.access(5, 0, 40, shared(load), 64);
        CHECK(bench.only(FindingKind::shared_race).place.line == 5);
    }
}

TEST_CASE("strong accesses of block scope race with those of other blocks", "[checks][race]") {
    Kind narrow = atomic;
    narrow.scope = MemoryScope::block;
    Kind narrow_load = volatile_load;
    narrow_load.scope = MemoryScope::block;
    Kind narrow_store = volatile_store;
    narrow_store.scope = MemoryScope::block;
    const auto finds = [](Kind first, Kind second) {
        Bench bench;
        const Address word = bench.array(4).begin;
        bench.access(1, 0, 0, first, word);
        bench.access(2, 0, 40, second, word);
        CHECK(bench.size() == 0); // both threads are in one block
        bench.access(3, 1, 0, second, word);
        return bench.count(FindingKind::global_race) != 0;
    };
    for (const Kind& other : {atomic, volatile_store, narrow, narrow_store}) {
        CHECK(finds(narrow, other));
        CHECK(finds(other, narrow));
        CHECK(finds(narrow_load, other));
        CHECK(finds(other, narrow_load));
        CHECK(finds(narrow_store, other));
    }
    CHECK_FALSE(finds(narrow_load, narrow_load));
    CHECK_FALSE(finds(narrow_load, volatile_load));
    CHECK_FALSE(finds(atomic, volatile_store));
}

TEST_CASE("atomics of block scope in two blocks do not race if a flag orders the blocks", "[checks][race]") {
    Bench bench;
    Kind narrow = atomic;
    narrow.scope = MemoryScope::block;
    const Address word = bench.array(4).begin;
    const Address flag = bench.array(4).begin;
    bench.access(1, 0, 0, narrow, word);
    bench.checks.fence({0, 0}, 1, MemoryScope::device);
    bench.access(2, 0, 0, volatile_store, flag);
    bench.access(3, 1, 0, volatile_load, flag);
    bench.access(4, 1, 0, narrow, word);
    CHECK(bench.size() == 0);
    bench.access(5, 1, 0, shared(narrow), 8);
    bench.access(6, 0, 0, shared(narrow), 8);
    CHECK(bench.size() == 0);
}
