#include <catch2/catch_test_macros.hpp>

#include "counters/access_recorder.h"
#include "requests.h"

using namespace simulator;
using namespace requests;

namespace {

Counters
counters_to_record(const CountedKernel& kernel = {.ops = 2, .resident_blocks = 1, .l1_bytes = 128 << 10}) {
    return {device_named("h200"), kernel};
}

/// The record of one access.
RecordedAccess recorded_of(const Request& request, const Addresses& where, const CountedKernel& kernel) {
    Counters counted = counters_to_record(kernel);
    counted.start_block();
    AccessRecorder recorder({0}, max_recorded_executions);
    recorder.count(access(request, where), counted);
    const std::vector<RecordedAccess> all = recorder.take();
    REQUIRE(all.size() == 1);
    return all.front();
}

RecordedAccess recorded_of(const Request& request, const Addresses& where) {
    return recorded_of(request, where, {.ops = 2, .resident_blocks = 1, .l1_bytes = 128 << 10});
}

RecordedAccess recorded_in_global(std::uint64_t stride, std::uint8_t bytes = 4, std::uint64_t begin = base) {
    return recorded_of({.bytes = bytes}, addresses([=](auto lane) { return begin + stride * lane; }));
}

RecordedAccess recorded_in_shared(std::uint64_t stride, std::uint8_t bytes = 4) {
    return recorded_of({.space = MemorySpace::shared, .bytes = bytes},
                       addresses([=](auto lane) { return stride * lane; }));
}

} // namespace

TEST_CASE("A recorded access has its addresses and its counted sectors", "[simulator][recorder]") {
    const RecordedAccess coalesced = recorded_in_global(4);
    CHECK(coalesced.sectors == 4);
    CHECK(coalesced.bytes == 4);
    CHECK(coalesced.mask == all_lanes);
    CHECK(coalesced.execution == 1);
    for (std::size_t lane = 0; lane < warp_size; ++lane) CHECK(coalesced.addresses[lane] == base + 4 * lane);
    CHECK(recorded_in_global(8).sectors == 8);               // every other float
    CHECK(recorded_in_global(4096).sectors == 32);           // a column of a matrix
    CHECK(recorded_in_global(16, 16).sectors == 16);         // one float4 per lane
    CHECK(recorded_in_global(4, 4, base + 16).sectors == 5); // begins in the middle of a sector
    CHECK(recorded_in_global(0).sectors == 1);
}

TEST_CASE("A column of a padded tile is recorded with 1 wavefront and of an unpadded one with 32",
          "[simulator][recorder]") {
    const RecordedAccess padded = recorded_in_shared(33 * 4);
    CHECK(padded.wavefronts == 1);
    CHECK(padded.wavefronts_ideal == 1);
    CHECK(padded.sectors == 0);
    CHECK(padded.addresses[31] == 31 * 132);
    const RecordedAccess unpadded = recorded_in_shared(32 * 4);
    CHECK(unpadded.wavefronts == 32);
    CHECK(unpadded.wavefronts_ideal == 1);
    CHECK(recorded_in_shared(8).wavefronts == 2);
    CHECK(recorded_in_shared(16, 16).wavefronts == 4);
    CHECK(recorded_in_shared(16, 16).wavefronts_ideal == 4);
}

TEST_CASE("Inactive lanes of a recorded access have no address", "[simulator][recorder]") {
    const RecordedAccess some =
        recorded_of({.mask = 0x8000'0005}, addresses([](auto lane) { return base + 4 * lane; }));
    CHECK(some.mask == 0x8000'0005);
    CHECK(some.sectors == 2);
    CHECK(some.addresses[0] == base);
    CHECK(some.addresses[1] == 0);
    CHECK(some.addresses[2] == base + 8);
    CHECK(some.addresses[31] == base + 124);

    Counters counted = counters_to_record();
    AccessRecorder recorder({0}, max_recorded_executions);
    recorder.count(access({.mask = 0}, addresses([](auto) { return base; })), counted);
    CHECK(recorder.take().empty());
}

TEST_CASE("Recorded atomics include their serialization on equal addresses", "[simulator][recorder]") {
    const Addresses same = addresses([](auto) { return base; });
    const Addresses four = addresses([](auto lane) { return base + 32 * (lane % 4); });
    CHECK(recorded_of({.kind = AccessKind::atomic}, same).sectors == 32);
    CHECK(recorded_of({.kind = AccessKind::atomic, .lowering = AtomicLowering::warp_aggregated}, same)
              .sectors == 1);
    CHECK(recorded_of({.kind = AccessKind::atomic}, four).sectors == 32);
    CHECK(recorded_of({.space = MemorySpace::shared, .kind = AccessKind::atomic},
                      addresses([](auto) { return 0; }))
              .wavefronts == 32);
}

TEST_CASE("Merged loads are recorded as one access at their first byte", "[simulator][recorder]") {
    const CountedKernel merged = {.ops = 2, .l1_bytes = 1 << 10, .shared_load_bytes = {16, 0}};
    Counters counted = counters_to_record(merged);
    AccessRecorder recorder({0}, max_recorded_executions);
    // The second of four neighbours is first in the code.
    const Addresses second = addresses([](auto lane) { return 16 * lane + 4; });
    const Addresses first = addresses([](auto lane) { return 16 * lane; });
    recorder.count(access({.space = MemorySpace::shared}, second), counted);
    recorder.count(access({.space = MemorySpace::shared, .op = 1}, first), counted);
    const std::vector<RecordedAccess> all = recorder.take();
    REQUIRE(all.size() == 1);
    CHECK(all[0].bytes == 16);
    CHECK(all[0].addresses[3] == 48);
    CHECK(all[0].wavefronts == 4);
}

TEST_CASE("Accesses to constant memory are recorded without counts and those to parameters are not recorded",
          "[simulator][recorder]") {
    const RecordedAccess constant =
        recorded_of({.space = MemorySpace::constant}, addresses([](auto) { return base; }));
    CHECK(constant.addresses[5] == base);
    CHECK(constant.sectors == 0);
    CHECK(constant.wavefronts == 0);
    Counters counted = counters_to_record();
    AccessRecorder recorder({0}, max_recorded_executions);
    recorder.count(access({.space = MemorySpace::param}, addresses([](auto) { return 0; })), counted);
    CHECK(recorder.take().empty());
}

TEST_CASE("The first executions of each instruction are recorded per warp in order",
          "[simulator][recorder]") {
    Counters counted = counters_to_record();
    AccessRecorder recorder({0, 7}, 2);
    CHECK(recorder.records_block(7));
    CHECK_FALSE(recorder.records_block(1));
    const Addresses row = addresses([](auto lane) { return base + 4 * lane; });
    for (int step = 0; step < 3; ++step)
        for (const std::uint32_t op : {0U, 1U})
            for (const std::uint32_t warp : {1U, 0U})
                recorder.count(access({.place = {7, warp}, .op = op}, row), counted);
    std::vector<RecordedAccess> all = recorder.take();
    sort_recorded(all);
    REQUIRE(all.size() == 8);
    for (std::uint32_t n = 0; n < 8; ++n) {
        CHECK(all[n].place.warp == n / 4);
        CHECK(all[n].order == n % 4);
        CHECK(all[n].op == n % 2);
        CHECK(all[n].execution == n % 4 / 2 + 1);
    }
    // Accesses without a record are counted nevertheless.
    CHECK(counted.memory[tally_index(0, MemorySpace::global)].requests == 6);
}

TEST_CASE("Fewer executions per instruction are recorded in a kernel with many memory instructions",
          "[simulator][recorder]") {
    CHECK(recorded_executions(0) == max_recorded_executions);
    CHECK(recorded_executions(target_recorded_per_warp / 4) == 4);
    CHECK(recorded_executions(target_recorded_per_warp / 3) == 3);
    CHECK(recorded_executions(target_recorded_per_warp * 2) == 1);
}
