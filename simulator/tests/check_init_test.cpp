#include <catch2/catch_test_macros.hpp>

#include "check_bench.h"
#include "finding_messages/access_messages.h"
#include "finding_messages/initialization_messages.h"
#include "finding_messages/memory_messages.h"

namespace {

using namespace bench;
using simulator::all_lanes;
using simulator::AllocationOrigin;
using simulator::Finding;
using simulator::Message;
using simulator::MessageKind;

namespace access_messages = kernelsmith::access_messages;
namespace initialization_messages = kernelsmith::initialization_messages;
namespace memory_messages = kernelsmith::memory_messages;

Setup init_only() { return {.options = {.memory = true, .race = false, .init = true}}; }

const Allocation& unwritten(Bench& bench, std::uint64_t bytes,
                            AllocationOrigin origin = AllocationOrigin::device) {
    return *bench.memory.allocate(bytes, origin, {.number = 3, .function = "cudaMalloc"}, "table");
}

/// An access to bytes that are all uninitialized.
Message uninitialized(MessageKind access, int bytes) {
    return {initialization_messages::uninitialized_memory, {{"access", Message(access, {{"bytes", bytes}})}}};
}

} // namespace

TEST_CASE("a read of unwritten memory is reported at the read", "[checks][init]") {
    Bench bench(init_only());
    const Allocation& array = unwritten(bench, 4096);
    const auto element = [&](int lane) { return array.begin + static_cast<Address>(lane) * 4; };
    bench.access(1, {0, 0}, 0x7fff'ffff, store, element);
    bench.access(2, {1, 0}, all_lanes, load, element);
    const Finding finding = bench.only(FindingKind::uninitialized);
    CHECK(finding.place.line == 2);
    CHECK(finding.count == 1);
    CHECK(finding.thread->x == 31);
    CHECK(finding.what == uninitialized(access_messages::reads, 4));
    CHECK(finding.where.is(memory_messages::byte_of));
    CHECK(finding.where.number("offset") == 124);
    CHECK(finding.where.message("memory").message("call").number("number") == 3);

    bench.access(3, 1, 0, sized(load, 16), array.begin + 112);
    Message partly = uninitialized(access_messages::reads, 16);
    partly.add({"missing", 4});
    CHECK(bench.findings.all()[1].what == partly);
    bench.access(4, 0, 0, atomic, array.begin + 400);
    CHECK(bench.findings.all()[2].what == uninitialized(access_messages::atomically_changes, 4));
}

TEST_CASE("an exchange with an unused result writes and does not read", "[checks][init]") {
    Bench bench(init_only());
    const Address word = unwritten(bench, 64).begin;
    Kind exchange = atomic;
    exchange.result_used = false;
    exchange.overwrites = true;
    bench.access(1, 0, 0, exchange, word);
    bench.access(2, 0, 0, atomic, word);
    bench.access(3, 0, 0, shared(exchange), 8);
    bench.access(4, 0, 1, shared(atomic), 8);
    bench.barrier(0);
    CHECK(bench.size() == 0);
    bench.access(5, 0, 0, atomic, word + 4);
    CHECK(bench.only(FindingKind::uninitialized).place.line == 5);
}

TEST_CASE("written memory stays written in later launches", "[checks][init]") {
    Bench bench(init_only());
    const Allocation& array = unwritten(bench, 512);
    const auto element = [&](int lane) { return array.begin + static_cast<Address>(lane) * 16; };
    bench.access(1, {0, 0}, all_lanes, sized(store, 16), element);
    bench.relaunch();
    bench.access(2, {0, 0}, all_lanes, sized(load, 16), element);
    bench.access(3, {0, 1}, all_lanes, load,
                 [&](int lane) { return array.begin + static_cast<Address>(lane) * 8; });
    CHECK(bench.size() == 0);
}

TEST_CASE("memory is initialized by copies and fills of the host byte by byte", "[checks][init]") {
    Bench bench(init_only());
    const Allocation& first = unwritten(bench, 20'000);
    const Allocation& second = unwritten(bench, 20'000);
    bench.shadow.written(first.begin + 100, 10'001);
    bench.shadow.copied(second.begin + 7, first.begin + 90, 12'000);
    const auto is_written = [&](Address address) {
        const std::size_t before = bench.size();
        static std::uint32_t line = 0;
        bench.access(++line, 0, 0, sized(load, 1), address);
        return bench.size() == before;
    };
    CHECK_FALSE(is_written(first.begin + 99));
    CHECK(is_written(first.begin + 100));
    CHECK(is_written(first.begin + 10'100));
    CHECK_FALSE(is_written(first.begin + 10'101));
    CHECK_FALSE(is_written(second.begin + 16));
    CHECK(is_written(second.begin + 17));
    CHECK(is_written(second.begin + 10'017));
    CHECK_FALSE(is_written(second.begin + 10'018));

    bench.shadow.copied(second.begin + 5000, first.begin + 19'000, 10);
    CHECK(is_written(second.begin + 4999));
    CHECK_FALSE(is_written(second.begin + 5000));
    CHECK(is_written(second.begin + 5010));
}

TEST_CASE("variables and managed and pinned memory count as initialized", "[checks][init]") {
    Bench bench(init_only());
    for (const AllocationOrigin origin : {AllocationOrigin::variable, AllocationOrigin::constant,
                                          AllocationOrigin::managed, AllocationOrigin::pinned})
        bench.access(1, 0, 0, load, unwritten(bench, 64, origin).begin);
    CHECK(bench.size() == 0);
    bench.access(2, 0, 0, load, unwritten(bench, 64, AllocationOrigin::async).begin);
    CHECK(bench.count(FindingKind::uninitialized) == 1);
}

TEST_CASE("shared memory is unwritten in every block", "[checks][init]") {
    Bench bench(init_only());
    bench.access(1, 0, 0, shared(store), 16);
    bench.access(2, 0, 40, shared(load), 16);
    CHECK(bench.size() == 0);
    bench.access(2, 1, 40, shared(load), 16);
    bench.barrier(1);
    CHECK(bench.only(FindingKind::uninitialized).where ==
          Message(memory_messages::shared_byte, {{"offset", 16}}));
    bench.access(3, 0, 40, shared(load), 32);
    bench.relaunch();
    CHECK(bench.count(FindingKind::uninitialized) == 2);
}

TEST_CASE("a missing barrier before a read is not reported as uninitialized", "[checks][init]") {
    SECTION("the race is enough") {
        Bench bench({.options = {.memory = true, .race = true, .init = true}});
        bench.access(1, 0, 0, shared(load), 160);
        bench.access(2, 0, 40, shared(store), 160);
        bench.relaunch();
        CHECK(bench.only(FindingKind::shared_race).other_place->line == 1);
        CHECK(bench.size() == 1);
    }
    SECTION("without a look at races, the advice tells of it") {
        Bench bench(init_only());
        bench.access(1, 0, 0, shared(load), 160);
        bench.access(2, 0, 40, shared(store), 160);
        bench.relaunch();
        const Finding finding = bench.only(FindingKind::uninitialized);
        CHECK(finding.what.is(initialization_messages::read_before_written));
        CHECK(finding.other_place->line == 2);
    }
    SECTION("behind a barrier, what is written comes too late") {
        Bench bench(init_only());
        bench.access(1, 0, 0, shared(load), 160);
        bench.barrier(0);
        bench.access(2, 0, 40, shared(store), 160);
        CHECK(bench.only(FindingKind::uninitialized).what == uninitialized(access_messages::reads, 4));
    }
    SECTION("who adds to what he has read gives it no value") {
        Bench bench({.options = {.memory = true, .race = true, .init = true}});
        for (const Kind kind : {load, store})
            bench.access(1, {0, 0}, 3, shared(kind), [](int) { return Address{160}; });
        bench.relaunch();
        CHECK(bench.count(FindingKind::uninitialized) == 2);
        CHECK(bench.count(FindingKind::shared_race) != 0);
    }
}

TEST_CASE("local memory is unwritten in every block, thread and call", "[checks][init]") {
    Bench bench(init_only());
    const auto local = [](Kind kind) {
        kind.space = MemorySpace::local;
        return kind;
    };
    const auto at = [](Address address) { return [=](int) { return address; }; };
    const auto uninitialized_lanes = [&](WarpId place, Kind kind, Address address) {
        return bench.access(2, place, all_lanes, local(kind), at(address)).uninitialized_lanes;
    };
    bench.access(1, {0, 1}, 0xff, local(store), at(100));
    CHECK(uninitialized_lanes({0, 1}, load, 100) == 0xffff'ff00);
    CHECK(uninitialized_lanes({0, 1}, sized(load, 16), 96) == 0xffff'ff00); // one written byte is enough
    CHECK(uninitialized_lanes({0, 1}, load, 104) == all_lanes);
    CHECK(uninitialized_lanes({0, 0}, load, 100) == all_lanes);
    CHECK(uninitialized_lanes({1, 1}, load, 100) == all_lanes);

    bench.checks.local_changed({0, 1}, 0x0f, 96, 160, false);
    CHECK(uninitialized_lanes({0, 1}, load, 100) == 0xffff'ff0f);
    bench.checks.local_changed({0, 1}, 0x03, 100, 4, true);
    CHECK(uninitialized_lanes({0, 1}, load, 100) == 0xffff'ff0c);
    bench.relaunch();
    CHECK(uninitialized_lanes({0, 1}, load, 100) == all_lanes);
    CHECK(bench.size() == 0);

    bench.access(3, {0, 0}, 1, local(atomic), at(32));
    CHECK(bench.only(FindingKind::uninitialized).where ==
          Message(memory_messages::local_byte, {{"offset", 32}}));
    CHECK(uninitialized_lanes({0, 0}, load, 32) == ~Mask{1});
}
