#include <catch2/catch_test_macros.hpp>

#include <array>

#include "check_bench.h"
#include "finding_messages/access_messages.h"
#include "finding_messages/copy_messages.h"
#include "finding_messages/race_messages.h"

namespace {

using namespace bench;
using simulator::Message;

namespace access_messages = kernelsmith::access_messages;
namespace copy_messages = kernelsmith::copy_messages;
namespace race_messages = kernelsmith::race_messages;

/// Starts an asynchronous copy of 16 bytes by one thread; without a source, of zeros.
void start(Bench& bench, std::uint32_t line, std::uint32_t thread, Address offset, Address source = 0) {
    std::array<Address, simulator::warp_size> addresses = {};
    std::array<Address, simulator::warp_size> sources = {};
    addresses[thread % 32] = offset;
    sources[thread % 32] = source;
    Access store = {.place = {0, thread / 32},
                    .op = line,
                    .space = MemorySpace::shared,
                    .kind = AccessKind::store,
                    .bytes = 16,
                    .mask = Mask{1} << thread % 32,
                    .addresses = addresses.data()};
    Access load = store;
    load.space = MemorySpace::global;
    load.kind = AccessKind::load;
    load.addresses = sources.data();
    if (source == 0)
        load.mask = 0;
    else
        bench.checks.access(load);
    bench.checks.copy_started(store, load);
}

} // namespace

TEST_CASE("the bytes of a copy may not be accessed before the wait", "[checks][race][copy]") {
    Bench bench;
    start(bench, 1, 0, 64);
    SECTION("by its own thread") {
        bench.access(2, 0, 0, shared(load), 68);
        CHECK(bench.only(FindingKind::shared_race).other == Message(copy_messages::started_the_copy));
    }
    SECTION("by another") {
        bench.access(2, 0, 40, shared(store), 76);
        const auto finding = bench.only(FindingKind::shared_race);
        CHECK(finding.what == Message(copy_messages::still_written_by_copy,
                                      {{"access", Message(access_messages::writes, {{"bytes", 4}})}}));
        CHECK(finding.other.is(copy_messages::started_the_copy));
        CHECK(finding.other.message("thread").is(race_messages::other_thread));
        CHECK(finding.other_place->line == 1);
    }
    SECTION("its neighbours are free") {
        bench.access(2, 0, 40, shared(store), 60);
        bench.access(3, 0, 40, shared(store), 80);
        CHECK(bench.size() == 0);
    }
    SECTION("not even after a barrier") {
        bench.barrier(0);
        bench.access(2, 0, 40, shared(load), 64);
        CHECK(bench.count(FindingKind::shared_race) == 1);
    }
}

TEST_CASE("a completed asynchronous copy counts as a write of the thread that waited for it",
          "[checks][race][copy]") {
    Bench bench;
    start(bench, 1, 0, 64);
    bench.checks.copies_grouped({0, 0}, 1);
    bench.checks.copies_finished({0, 0}, 1, 0);
    bench.access(2, 0, 0, shared(load), 64);
    CHECK(bench.size() == 0);
    SECTION("which others need a barrier for") {
        bench.access(3, 0, 1, shared(load), 64);
        const Message what = bench.only(FindingKind::shared_race).what;
        CHECK(what.message("who").is(race_messages::lane_of_the_warp));
        CHECK(what.message("earlier").is(race_messages::has_written));
    }
    SECTION("and have one") {
        bench.barrier(0);
        bench.access(3, 0, 1, shared(load), 64);
        CHECK(bench.size() == 0);
    }
}

TEST_CASE("a barrier before the wait does not order the copy", "[checks][race][copy]") {
    Bench bench;
    start(bench, 1, 0, 64);
    bench.checks.copies_grouped({0, 0}, 1);
    bench.barrier(0);
    bench.checks.copies_finished({0, 0}, 1, 0);
    bench.access(3, 0, 1, shared(load), 64);
    CHECK(bench.only(FindingKind::shared_race).advice == Message(copy_messages::wait_for_copy));
}

TEST_CASE("copy groups complete in order and the latest may still be in flight", "[checks][race][copy]") {
    Bench bench;
    for (std::uint32_t stage = 0; stage < 3; ++stage) {
        start(bench, 1, 0, stage * 16);
        bench.checks.copies_grouped({0, 0}, 1);
    }
    bench.checks.copies_finished({0, 0}, 1, 1);
    bench.access(2, 0, 0, shared(load), 0);
    bench.access(3, 0, 0, shared(load), 16);
    CHECK(bench.size() == 0);
    bench.access(4, 0, 0, shared(load), 32);
    CHECK(bench.only(FindingKind::shared_race).place.line == 4);
}

TEST_CASE("a copy into a buffer that others still read is a race", "[checks][race][copy]") {
    Bench bench;
    bench.access(1, 0, 40, shared(load), 64);
    start(bench, 2, 0, 64);
    const Message what = bench.only(FindingKind::shared_race).what;
    CHECK(what.message("earlier").is(race_messages::has_read));
    CHECK(what.message("missing").is(race_messages::no_barrier_between));
}

TEST_CASE("an asynchronous copy to an address past the end of shared memory is out of bounds",
          "[checks][memory][copy]") {
    Bench bench;
    start(bench, 1, 3, 1024);
    CHECK(bench.count(FindingKind::out_of_bounds) == 1);
}

TEST_CASE("copies that a barrier object tracks are done when its phase is complete", "[checks][race][copy]") {
    constexpr Address object = 512;
    std::array<Address, simulator::warp_size> objects = {};
    objects.fill(object);
    Bench bench;
    start(bench, 1, 0, 64);
    bench.checks.copies_tracked({0, 0}, 1, objects.data());
    bench.access(2, 0, 0, arrival, object);
    SECTION("not before") {
        bench.access(3, 0, 0, shared(load), 64);
        CHECK(bench.only(FindingKind::shared_race).other == Message(copy_messages::started_the_copy));
    }
    SECTION("for those who have waited at it") {
        bench.checks.phase_completed(0, object);
        bench.access(3, 0, 40, bench::wait, object);
        bench.access(4, 0, 40, shared(load), 64);
        CHECK(bench.size() == 0);
    }
    SECTION("but not for others") {
        bench.checks.phase_completed(0, object);
        bench.access(4, 0, 40, shared(load), 64);
        CHECK(bench.only(FindingKind::shared_race).what.message("earlier").is(race_messages::has_written));
    }
    SECTION("and not by the phase of another one") {
        bench.checks.phase_completed(0, object + 8);
        bench.access(3, 0, 0, shared(load), 64);
        CHECK(bench.count(FindingKind::shared_race) == 1);
    }
    SECTION("once more by their thread's own wait is no harm") {
        bench.checks.copies_grouped({0, 0}, 1);
        bench.checks.copies_finished({0, 0}, 1, 0);
        bench.checks.phase_completed(0, object);
        bench.access(3, 0, 0, shared(load), 64);
        CHECK(bench.size() == 0);
    }
}

TEST_CASE("the source of an asynchronous copy must not change before the wait", "[checks][race][copy]") {
    Bench bench;
    const Address source = bench.array(64).begin;
    start(bench, 1, 0, 64, source);
    bench.access(2, 0, 0, load, source + 12);
    bench.access(3, 0, 0, store, source + 16);
    CHECK(bench.size() == 0);
    SECTION("by its own thread") {
        bench.access(4, 0, 0, store, source + 12);
        const auto finding = bench.only(FindingKind::global_race);
        CHECK(finding.what.is(copy_messages::still_read_by_copy));
        CHECK(finding.other == Message(copy_messages::started_the_copy));
    }
    SECTION("by another, not even after a barrier") {
        bench.barrier(0);
        bench.access(4, 0, 40, atomic, source);
        CHECK(bench.only(FindingKind::global_race).other_place->line == 1);
    }
    SECTION("but after the wait it may") {
        bench.checks.copies_grouped({0, 0}, 1);
        bench.checks.copies_finished({0, 0}, 1, 0);
        bench.access(4, 0, 0, store, source);
        CHECK(bench.size() == 0);
        bench.access(5, 0, 40, store, source + 4);
        CHECK(bench.count(FindingKind::global_race) == 1);
    }
}
