#include <bit>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "counters/counters.h"
#include "requests.h"

using namespace simulator;
using namespace requests;

namespace {

const Addresses line_of_floats = addresses([](auto lane) { return base + 4 * lane; });
const Addresses same = addresses([](auto) { return base; });
const Addresses words = addresses([](auto lane) { return 4 * lane; });

Counters counters(const CountedKernel& kernel = {.ops = 2, .resident_blocks = 1, .l1_bytes = 128 << 10}) {
    return {device_named("h200"), kernel};
}

const MemoryTally& tally(const Counters& counted, MemorySpace space = MemorySpace::global,
                         std::uint32_t op = 0) {
    return counted.memory[tally_index(op, space)];
}

} // namespace

TEST_CASE("A load is counted with its active lanes and bytes and sectors and L1 hits",
          "[simulator][counters]") {
    Counters counted = counters();
    counted.start_block();
    counted.count(access({}, line_of_floats));
    counted.count(access({.mask = 0xff}, line_of_floats));
    CHECK(tally(counted).requests == 2);
    CHECK(tally(counted).lanes == 40);
    CHECK(tally(counted).bytes == 160);
    CHECK(tally(counted).sectors == 5);
    CHECK(tally(counted).l1_hits == 1);
    CHECK(tally(counted).l2_sectors == 4);
    CHECK(tally(counted).kind == RequestKind::load);
}

TEST_CASE("The distinct bytes of a request are at most those of its sectors", "[simulator][counters]") {
    Counters counted = counters();
    counted.start_block();
    counted.count(access({.bytes = 16}, same));
    CHECK(tally(counted).bytes == 512);
    CHECK(tally(counted).distinct_bytes == 32);
    counted.count(access({}, line_of_floats));
    CHECK(tally(counted).distinct_bytes == 32 + 128);
}

TEST_CASE("A repeated request is a poll once another warp has written there", "[simulator][counters]") {
    Counters counted = counters();
    counted.start_block();
    Access load = access({.mask = 1, .strength = Strength::strong}, line_of_floats);
    load.polls = true;
    counted.count(load);
    load.again = true;
    counted.count(load);
    counted.count(load);
    CHECK(tally(counted).requests == 3);
    CHECK(tally(counted).sectors == 3);
    CHECK(tally(counted).again.requests == 0);
    Access store = load;
    store.op = 1;
    store.kind = AccessKind::store;
    store.polls = store.again = false;
    SECTION("by another warp") {
        store.place.warp = 1;
        counted.count(store);
        CHECK(tally(counted).again.requests == 2);
        CHECK(tally(counted).again.distinct_bytes == 8);
        CHECK(tally(counted).again.sectors == 2);
        counted.count(store);
        CHECK(tally(counted).again.requests == 2);
        counted.count(load); // observes the write
        CHECK(tally(counted).again.requests == 3);
        counted.count(load); // repeated without a write
        CHECK(tally(counted).again.requests == 3);
    }
    SECTION("not by itself") {
        counted.count(store);
        CHECK(tally(counted).again.requests == 0);
    }
    SECTION("not after it has gone on to something else") {
        Access other = access({.mask = 1, .strength = Strength::strong}, words);
        other.polls = true;
        counted.count(other);
        store.place.warp = 1;
        counted.count(store);
        CHECK(tally(counted).again.requests == 0);
    }
}

TEST_CASE("An access of no lanes is not a request", "[simulator][counters]") {
    Counters counted = counters();
    counted.count(access({.mask = 0}, line_of_floats));
    CHECK(tally(counted).requests == 0);
}

TEST_CASE("L1 is empty at the start of a block and only its misses go to L2", "[simulator][counters]") {
    Counters counted = counters();
    for (int block = 0; block < 2; ++block) {
        counted.start_block();
        counted.count(access({}, line_of_floats));
        counted.count(access({}, line_of_floats));
        const auto requests = counted.take_l2_requests();
        REQUIRE(requests.size() == 1);
        CHECK(requests[0].line == base / 128);
        CHECK(requests[0].sectors == 15);
        CHECK(requests[0].use == L2Use::read);
        CHECK(requests[0].tally == tally_index(0, MemorySpace::global));
    }
    CHECK(tally(counted).l1_hits == 8);
    CHECK(counted.take_l2_requests().empty());
}

TEST_CASE("Edge sectors of stores stay partial only if one warp stores alone and far apart",
          "[simulator][counters]") {
    const auto shifted = addresses([](auto lane) { return base + 16 + 4 * lane; });
    // Returns the sectors at the edges of each store that no other store completes in time.
    const auto alone = [](const Addresses& where, int warps, std::uint64_t stride = 1 << 17) {
        Counters counted = counters();
        counted.start_block();
        std::vector<int> by_store;
        for (int n = 0; n < 4; ++n)
            for (int warp = 0; warp < warps; ++warp) {
                Addresses there = where;
                for (auto& address : there) address += stride * static_cast<std::uint64_t>(n);
                Access store = access({.kind = AccessKind::store}, there);
                store.place.warp = static_cast<std::uint32_t>(warp);
                counted.count(store);
                int sectors = 0;
                for (const L2Request& request : counted.take_l2_requests())
                    sectors += std::popcount(request.partial_edges);
                by_store.push_back(sectors);
            }
        return by_store;
    };
    CHECK(alone(shifted, 1) == std::vector{0, 0, 2, 2});
    CHECK(alone(line_of_floats, 1) == std::vector{0, 0, 0, 0});
    // With a barrier in the loop, the warps alternate.
    CHECK(alone(shifted, 2) == std::vector<int>(8, 0));
    // A warp that continues nearby completes its own sectors.
    CHECK(alone(shifted, 1, 128) == std::vector{0, 0, 0, 0});
    // Scattered stores have no neighbours that could complete their sectors.
    CHECK(alone(addresses([](auto lane) { return base + 256 * lane; }), 1) == std::vector{0, 0, 0, 0});
}

TEST_CASE("Stores always go to L2 and allocate nothing in L1", "[simulator][counters]") {
    Counters counted = counters();
    counted.count(access({.kind = AccessKind::store}, line_of_floats));
    counted.count(access({.op = 1}, line_of_floats));
    CHECK(tally(counted, MemorySpace::global, 1).l1_hits == 0);
    counted.count(access({.kind = AccessKind::store}, line_of_floats));
    CHECK(tally(counted).l1_hits == 4);
    CHECK(tally(counted).l2_sectors == 8);
    CHECK(tally(counted).kind == RequestKind::store);
    const auto requests = counted.take_l2_requests();
    REQUIRE(requests.size() == 3);
    CHECK(requests[0].use == L2Use::write);
    CHECK(requests[1].use == L2Use::read);
}

TEST_CASE("A strong load bypasses L1", "[simulator][counters]") {
    Counters counted = counters();
    counted.count(access({}, line_of_floats));
    counted.count(access({.op = 1, .strength = Strength::strong}, line_of_floats));
    CHECK(tally(counted, MemorySpace::global, 1).l1_hits == 0);
    CHECK(tally(counted, MemorySpace::global, 1).l2_sectors == 4);
}

TEST_CASE("Resident blocks share the SM's L1", "[simulator][counters]") {
    const auto hits = [](std::uint32_t resident) {
        Counters counted = counters({.ops = 1, .resident_blocks = resident, .l1_bytes = 64 << 10});
        for (int round = 0; round < 2; ++round)
            for (Address line = 0; line < 256; ++line)
                counted.count(
                    access({.shape = Shape::uniform}, addresses([&](auto) { return base + line * 128; })));
        return tally(counted).l1_hits;
    };
    CHECK(hits(1) == 256);
    CHECK(hits(2) == 256);
    CHECK(hits(4) == 0);
}

TEST_CASE("Atomics count the largest group of lanes on one address and the distinct addresses",
          "[simulator][counters]") {
    Counters counted = counters();
    const auto bins = addresses([](auto lane) { return base + (lane < 20 ? 0 : 4 * lane); });
    counted.count(access({.kind = AccessKind::atomic}, bins));
    CHECK(tally(counted).same_address == 20);
    CHECK(tally(counted).addresses == 13);
    CHECK(tally(counted).kind == RequestKind::atomic);
    CHECK(tally(counted).l1_hits == 0);
    CHECK(counted.take_l2_requests().at(0).use == L2Use::modify);

    counted.count(access(
        {.kind = AccessKind::atomic, .mask = 0xffff, .shape = Shape::uniform, .op = 1, .result_used = false},
        same));
    CHECK(tally(counted, MemorySpace::global, 1).same_address == 16);
    CHECK(tally(counted, MemorySpace::global, 1).addresses == 1);
    CHECK(tally(counted, MemorySpace::global, 1).kind == RequestKind::reduction);

    counted.count(
        access({.space = MemorySpace::shared, .kind = AccessKind::atomic, .shape = Shape::consecutive},
               words));
    CHECK(tally(counted, MemorySpace::shared).same_address == 1);
    CHECK(tally(counted, MemorySpace::shared).addresses == 32);
    CHECK(tally(counted, MemorySpace::shared).wavefronts == 1);
}

TEST_CASE("One instruction is counted in each space that it goes to", "[simulator][counters]") {
    Counters counted = counters();
    counted.count(access({}, line_of_floats));
    counted.count(access({.space = MemorySpace::shared}, words));
    CHECK(tally(counted).requests == 1);
    CHECK(tally(counted, MemorySpace::shared).requests == 1);
    CHECK(tally(counted, MemorySpace::shared).sectors == 0);
}

TEST_CASE("Shared memory counts wavefronts", "[simulator][counters]") {
    Counters counted = counters();
    counted.count(access({.space = MemorySpace::shared}, addresses([](auto lane) { return lane * 128; })));
    CHECK(tally(counted, MemorySpace::shared).wavefronts == 32);
    CHECK(tally(counted, MemorySpace::shared).wavefronts_ideal == 1);
    CHECK(counted.take_l2_requests().empty());
}

TEST_CASE("Loads that ptxas merges are one request", "[simulator][counters]") {
    Counters counted = counters({.ops = 3, .shared_load_bytes = {8, 0, CountedKernel::unmerged}});
    const auto pairs = addresses([](auto lane) { return 8 * lane; });
    for (std::uint32_t op = 0; op < 3; ++op)
        counted.count(access({.space = MemorySpace::shared, .op = op}, pairs));
    CHECK(tally(counted, MemorySpace::shared, 0).requests == 1);
    CHECK(tally(counted, MemorySpace::shared, 0).bytes == 256);
    CHECK(tally(counted, MemorySpace::shared, 0).wavefronts == 2);
    CHECK(tally(counted, MemorySpace::shared, 0).wavefronts_ideal == 2);
    CHECK(tally(counted, MemorySpace::shared, 1).requests == 0);
    CHECK(tally(counted, MemorySpace::shared, 2).wavefronts == 2);
    CHECK(tally(counted, MemorySpace::shared, 2).wavefronts_ideal == 1);
    // Only loads are merged.
    counted.count(access({.space = MemorySpace::shared, .kind = AccessKind::store, .op = 1}, words));
    CHECK(tally(counted, MemorySpace::shared, 1).requests == 1);
}

TEST_CASE("Spilled registers hit in L1", "[simulator][counters]") {
    Counters counted = counters();
    const auto offset = addresses([](auto) { return 16; });
    counted.count(access({.space = MemorySpace::local, .kind = AccessKind::store}, offset));
    counted.count(access({.space = MemorySpace::local, .op = 1}, offset));
    CHECK(tally(counted, MemorySpace::local).l2_sectors == 4);
    CHECK(tally(counted, MemorySpace::local, 1).l1_hits == 4);
    CHECK(tally(counted, MemorySpace::local, 1).l2_sectors == 0);
}

TEST_CASE("Warps have private local memory which a later block reuses", "[simulator][counters]") {
    Counters counted = counters();
    const auto offset = addresses([](auto) { return 0; });
    const auto line = [&](std::uint64_t block, std::uint32_t warp) {
        counted.start_block();
        counted.count(access({.space = MemorySpace::local, .place = {block, warp}}, offset));
        return counted.take_l2_requests().at(0).line;
    };
    CHECK(line(0, 0) != line(0, 1));
    CHECK(line(0, 31) != line(1, 0));
    CHECK(line(0, 0) == line(132, 0));
    CHECK(line(0, 0) > std::uint64_t{1} << (47 - 7));
}

TEST_CASE("Cores' counts add up", "[simulator][counters]") {
    Counters one = counters();
    Counters other = counters();
    one.count(access({}, line_of_floats));
    other.count(access({}, line_of_floats));
    other.count(access({.kind = AccessKind::store, .op = 1}, line_of_floats));
    one.tallies[0] = {.warps = 1, .inactive = 2, .predicated_off = 3, .divergent = 4};
    other.tallies[0] = {.warps = 10, .inactive = 20, .predicated_off = 30, .divergent = 40};
    one.add(other);
    CHECK(one.tallies[0].warps == 11);
    CHECK(one.tallies[0].inactive == 22);
    CHECK(one.tallies[0].predicated_off == 33);
    CHECK(one.tallies[0].divergent == 44);
    CHECK(tally(one).requests == 2);
    CHECK(tally(one).sectors == 8);
    CHECK(tally(one, MemorySpace::global, 1).kind == RequestKind::store);
}

TEST_CASE("Counts of a block do not depend on the blocks that its core ran before", "[simulator][counters]") {
    Random random(3);
    const auto run = [&](Counters& counted, std::uint32_t seed) {
        Random of_block(seed);
        counted.start_block();
        for (int n = 0; n < 3000; ++n)
            counted.count(access({}, addresses([&](auto) { return base + of_block() % (1 << 18) * 4; })));
        return counted.take_l2_requests();
    };
    Counters fresh = counters();
    Counters used = counters();
    for (int n = 0; n < 3; ++n) run(used, random());
    const std::uint64_t before = tally(used).l1_hits;
    const auto of_fresh = run(fresh, 9);
    const auto of_used = run(used, 9);
    CHECK(tally(used).l1_hits - before == tally(fresh).l1_hits);
    REQUIRE(of_fresh.size() == of_used.size());
    for (std::size_t n = 0; n < of_fresh.size(); ++n) REQUIRE(of_fresh[n].line == of_used[n].line);
}
