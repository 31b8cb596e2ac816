// Accesses that the machine records while a kernel runs.

#include <tuple>

#include <catch2/catch_test_macros.hpp>

#include "machine_bench.h"

using namespace simulator;
using namespace machine_bench;

namespace {

/// Loads a number and stores it to shared memory, in six iterations. Then reads constant memory in the lanes
/// below 5, stores to local memory, and adds atomically.
const std::string recorder_body = R"(
mov.u32 %r10, 0;
again:
ld.global.u32 %r11, [%rd3];
st.shared.u32 [shared_], %r11;
add.u32 %r10, %r10, 1;
setp.lt.u32 %p1, %r10, 6;
@%p1 bra again;
setp.lt.u32 %p2, %r1, 5;
@%p2 ld.const.u32 %r12, [constant_+8];
st.local.u32 [local_+4], %r12;
red.global.add.u32 [%rd2], 1;
)";

LaunchResult run_recorded(std::vector<std::uint64_t> blocks, std::uint32_t cores = 1) {
    Gpu gpu;
    return gpu.run(recorder_body,
                   {.blocks = 9, .threads = 64, .cores = cores, .recorded_blocks = std::move(blocks)},
                   nullptr);
}

auto sort_key(const RecordedAccess& access) {
    return std::tuple(access.place.block, access.place.warp, access.order, access.op, access.execution,
                      access.space, access.kind, access.bytes, access.mask, access.sectors, access.wavefronts,
                      access.addresses);
}

std::vector<RecordedAccess> accesses_of(const LaunchResult& result, MemorySpace space, AccessKind kind,
                                        std::uint64_t block, std::uint32_t warp) {
    std::vector<RecordedAccess> found;
    for (const RecordedAccess& access : result.accesses)
        if (access.space == space && access.kind == kind && access.place.block == block &&
            access.place.warp == warp)
            found.push_back(access);
    return found;
}

} // namespace

TEST_CASE("Each kind of access is recorded with the addresses of its lanes", "[simulator][recorder]") {
    const LaunchResult result = run_recorded({0, 4});
    REQUIRE_FALSE(result.fault);
    // Per warp, four of the six loads and four of the six stores, one local store and one atomic; in warp 0,
    // also a constant load.
    CHECK(result.accesses.size() == 2 * ((4 + 4 + 3) + (4 + 4 + 2)));
    const auto loads = accesses_of(result, MemorySpace::global, AccessKind::load, 4, 1);
    REQUIRE(loads.size() == 4);
    for (std::uint32_t n = 0; n < 4; ++n) {
        CHECK(loads[n].execution == n + 1);
        CHECK(loads[n].order == 2 * n);
        CHECK(loads[n].sectors == 4);
        for (std::size_t lane = 1; lane < warp_size; ++lane)
            CHECK(loads[n].addresses[lane] - loads[n].addresses[0] == 4 * lane);
    }
    const auto first = accesses_of(result, MemorySpace::global, AccessKind::load, 0, 0);
    CHECK(loads[0].addresses[0] - first[0].addresses[0] == (4 * 64 + 32) * 4);

    const auto stores = accesses_of(result, MemorySpace::shared, AccessKind::store, 0, 1);
    REQUIRE(stores.size() == 4);
    CHECK(stores[0].wavefronts == 1);
    CHECK(stores[0].addresses[9] == 0);
    const auto constants = accesses_of(result, MemorySpace::constant, AccessKind::load, 0, 0);
    REQUIRE(constants.size() == 1);
    CHECK(constants[0].mask == 0x1f);
    CHECK(accesses_of(result, MemorySpace::constant, AccessKind::load, 0, 1).empty());
    const auto locals = accesses_of(result, MemorySpace::local, AccessKind::store, 0, 1);
    REQUIRE(locals.size() == 1);
    CHECK(locals[0].sectors == 4);
    CHECK(locals[0].addresses[0] == locals[0].addresses[31]);
    const auto atomics = accesses_of(result, MemorySpace::global, AccessKind::atomic, 0, 0);
    REQUIRE(atomics.size() == 1);
    CHECK(atomics[0].addresses[0] == atomics[0].addresses[31]);
}

TEST_CASE("Recorded accesses add up to the counters", "[simulator][recorder]") {
    Gpu gpu;
    const LaunchResult result = gpu.run(R"(
mul.lo.u32 %r10, %r1, 20;
cvt.u64.u32 %rd10, %r10;
add.u64 %rd11, %rd1, %rd10;
ld.global.u32 %r11, [%rd11];
and.b32 %r12, %r1, 31;
shl.b32 %r12, %r12, 3;
mov.u32 %r13, shared_;
add.u32 %r13, %r13, %r12;
st.shared.u32 [%r13], %r11;
atom.global.add.u32 %r14, [%rd11], 1;
st.global.u32 [%rd4], %r14;
)",
                                        {.blocks = 2, .threads = 48, .recorded_blocks = {0, 1}}, nullptr);
    REQUIRE(result.counters);
    std::uint64_t sectors = 0;
    std::uint64_t wavefronts = 0;
    for (const RecordedAccess& access : result.accesses) {
        sectors += access.sectors;
        wavefronts += access.wavefronts;
    }
    for (const MemoryTally& tally : result.counters->memory) {
        sectors -= tally.sectors;
        wavefronts -= tally.wavefronts;
    }
    CHECK(result.accesses.size() == 2 * 2 * 4);
    CHECK(sectors == 0);
    CHECK(wavefronts == 0);
}

TEST_CASE("Recording accesses changes no counter and gives the same result on any number of cores",
          "[simulator][recorder]") {
    const LaunchResult plain = run_recorded({});
    const LaunchResult one = run_recorded({0, 4, 8});
    const LaunchResult four = run_recorded({8, 4, 0}, 4);
    CHECK(plain.accesses.empty());
    REQUIRE(one.accesses.size() == four.accesses.size());
    for (std::size_t n = 0; n < one.accesses.size(); ++n)
        CHECK(sort_key(one.accesses[n]) == sort_key(four.accesses[n]));
    REQUIRE(plain.counters);
    REQUIRE(one.counters);
    for (std::size_t n = 0; n < plain.counters->memory.size(); ++n) {
        const MemoryTally& a = plain.counters->memory[n];
        const MemoryTally& b = one.counters->memory[n];
        CHECK(std::tuple(a.requests, a.lanes, a.bytes, a.sectors, a.l1_hits, a.wavefronts) ==
              std::tuple(b.requests, b.lanes, b.bytes, b.sectors, b.l1_hits, b.wavefronts));
    }
}

TEST_CASE("Nothing is recorded for a block number beyond the grid", "[simulator][recorder]") {
    CHECK(run_recorded({100}).accesses.empty());
}

TEST_CASE("Accesses are recorded with checks as without them", "[simulator][recorder]") {
    Gpu gpu;
    const LaunchResult checked =
        gpu.run(recorder_body, {.blocks = 9,
                                .threads = 64,
                                .checks = {.memory = true, .race = true, .init = true},
                                .recorded_blocks = {4}});
    const LaunchResult plain = run_recorded({4});
    REQUIRE(checked.accesses.size() == plain.accesses.size());
    for (std::size_t n = 0; n < plain.accesses.size(); ++n)
        CHECK(checked.accesses[n].sectors == plain.accesses[n].sectors);
}
