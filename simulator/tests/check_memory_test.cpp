#include <catch2/catch_test_macros.hpp>

#include "check_bench.h"
#include "finding_messages/access_messages.h"
#include "finding_messages/memory_messages.h"

namespace {

using bench::Bench;
using bench::load;
using bench::store;
using simulator::Address;
using simulator::Allocation;
using simulator::AllocationOrigin;
using simulator::Finding;
using simulator::FindingKind;
using simulator::Mask;
using simulator::MemorySpace;
using simulator::Message;
using simulator::MessageKind;

namespace access_messages = kernelsmith::access_messages;
namespace memory_messages = kernelsmith::memory_messages;

/// Description of an invalid load or store.
Message wrong(MessageKind kind, MessageKind access, int bytes) {
    return {kind, {{"access", Message(access, {{"bytes", bytes}})}}};
}

/// Description of the first cudaMalloc's memory.
Message first_array(int bytes) {
    return {memory_messages::allocation,
            {{"bytes", bytes},
             {"call", Message(memory_messages::call, {{"function", "cudaMalloc"}, {"number", 1}})}}};
}

constexpr bench::Kind local_store = {.kind = simulator::AccessKind::store, .space = MemorySpace::local};

} // namespace

TEST_CASE("accesses inside of allocations pass", "[checks][memory]") {
    Bench bench;
    const Allocation& array = bench.array(256);
    const auto element = [&](int lane) { return array.begin + static_cast<Address>(lane) * 4; };
    CHECK(bench.access(1, {0, 0}, simulator::all_lanes, load, element).refused == 0);
    CHECK(bench.access(2, {0, 0}, 0xf0, store, element).refused == 0);
    CHECK(bench.access(3, 0, 0, load, array.end() - 4).refused == 0);
    CHECK(bench.access(4, 0, 0, bench::shared(store), 1020).refused == 0);
    CHECK(bench.access(5, 0, 0, local_store, 252).refused == 0);
    CHECK(bench.size() == 0);
}

TEST_CASE("lanes past the end are refused and counted and the others continue", "[checks][memory]") {
    Bench bench;
    const Allocation& array = bench.array(100);
    const auto element = [&](int lane) { return array.begin + static_cast<Address>(lane) * 4; };
    const auto verdict = bench.access(7, {2, 1}, simulator::all_lanes, store, element);
    CHECK(verdict.refused == 0xfe00'0000);
    CHECK_FALSE(verdict.stop);
    bench.access(7, {3, 1}, simulator::all_lanes, store, element);

    const Finding finding = bench.only(FindingKind::out_of_bounds);
    CHECK(finding.count == 14);
    CHECK(finding.place.line == 7);
    CHECK(finding.block->x == 2);
    CHECK(finding.thread->x == 57);
    CHECK(finding.address == array.end());
    CHECK(finding.what == wrong(access_messages::past_the_end, access_messages::writes, 4));
    CHECK(finding.where == Message(memory_messages::right_after, {{"memory", first_array(100)}}));
}

TEST_CASE("an out-of-bounds address is described by the nearest allocation", "[checks][memory]") {
    Bench bench;
    const Allocation& array = bench.array(100);
    bench.access(1, 0, 0, load, array.begin - 8);
    bench.access(2, 0, 0, load, array.end() + 12);
    bench.access(3, 0, 0, bench::sized(load, 8), array.begin + 96);
    bench.access(4, 0, 0, load, array.begin + 0x1'0000'0000);
    const auto all = bench.findings.all();
    REQUIRE(all.size() == 4);
    CHECK(all[0].what == wrong(access_messages::before_the_beginning, access_messages::reads, 4));
    CHECK(all[0].where ==
          Message(memory_messages::before_start, {{"bytes", 8}, {"memory", first_array(100)}}));
    CHECK(all[1].where ==
          Message(memory_messages::bytes_after, {{"bytes", 12}, {"memory", first_array(100)}}));
    CHECK(all[2].where == Message(memory_messages::last_bytes_past_end,
                                  {{"beyond", 4}, {"bytes", 8}, {"memory", first_array(100)}}));
    CHECK(all[3].what == wrong(access_messages::to_unallocated_memory, access_messages::reads, 4));
    for (const Finding& finding : all) CHECK(finding.kind == FindingKind::out_of_bounds);
}

TEST_CASE("without the memory check, the first wrong access ends the kernel", "[checks][memory]") {
    Bench bench({.options = {.memory = false, .race = false, .init = false}});
    const auto verdict = bench.access(1, 0, 0, load, 0);
    CHECK(verdict.stop);
    CHECK(bench.count(FindingKind::null_pointer) == 1);
}

TEST_CASE("an access at a small offset from address 0 is reported as a null pointer", "[checks][memory]") {
    Bench bench;
    bench.access(1, 1, 0, load, 4000);
    const Finding finding = bench.only(FindingKind::null_pointer);
    CHECK(finding.what == wrong(access_messages::through_null_pointer, access_messages::reads, 4));
    CHECK(finding.where == Message(memory_messages::byte_from_address_0, {{"offset", 4000}}));
}

TEST_CASE("a use after free names the allocation and the free", "[checks][memory]") {
    Bench bench;
    const Allocation& array = bench.array(64);
    const Address begin = array.begin;
    bench.memory.release(begin, {.number = 5, .function = "cudaFree"});
    CHECK(bench.access(1, 0, 0, load, begin + 16).refused == 1);
    const Finding finding = bench.only(FindingKind::use_after_free);
    CHECK(
        finding.where ==
        Message(memory_messages::freed,
                {{"place", Message(memory_messages::byte_of, {{"offset", 16}, {"memory", first_array(64)}})},
                 {"call", Message(memory_messages::call, {{"function", "cudaFree"}, {"number", 5}})}}));
}

TEST_CASE("a pointer to host memory is distinguished from an invalid address", "[checks][memory]") {
    Bench bench;
    const int on_the_host = 0;
    bench.access(1, 0, 0, load, reinterpret_cast<Address>(&on_the_host));
    bench.access(2, 0, 0, load, 0xfff0'0000'0000'0000);
    CHECK(bench.only(FindingKind::host_pointer).advice.is(access_messages::copy_to_device_memory));
    CHECK(bench.only(FindingKind::out_of_bounds).place.line == 2);
}

TEST_CASE("host memory that kernels may use is not reported as a host pointer", "[checks][memory]") {
    Bench bench;
    std::array<int, 4> numbers = {};
    bench.memory.adopt(numbers.data(), sizeof numbers, AllocationOrigin::registered,
                       {.number = 1, .function = "cudaHostRegister"});
    const auto begin = reinterpret_cast<Address>(numbers.data());
    CHECK(bench.access(1, 0, 0, store, begin + 12).refused == 0);
    CHECK(bench.access(2, 0, 0, store, begin + 16).refused == 1);
    const Message where = bench.only(FindingKind::out_of_bounds).where;
    CHECK(where.is(memory_messages::right_after));
    CHECK(where.message("memory").is(memory_messages::registered_memory));
    CHECK(where.message("memory").message("call").text("function") == "cudaHostRegister");
}

TEST_CASE("constant memory can be read and not written", "[checks][memory]") {
    Bench bench;
    const Allocation* table = bench.memory.allocate(64, AllocationOrigin::constant, {}, "table");
    CHECK(bench.access(1, 0, 0, load, table->begin + 4).refused == 0);
    CHECK(bench.access(2, 0, 0, store, table->begin + 4).refused == 1);
    CHECK(bench.only(FindingKind::constant_write).where ==
          Message(memory_messages::byte_of, {{"offset", 4},
                                             {"memory", Message(memory_messages::constant_variable,
                                                                {{"bytes", 64}, {"name", "table"}})}}));
}

TEST_CASE("an address has to be a multiple of the size", "[checks][memory]") {
    Bench bench;
    const Allocation& array = bench.array(256);
    CHECK(bench.access(1, 0, 0, bench::sized(load, 8), array.begin + 4).refused == 1);
    CHECK(bench.access(2, 0, 0, bench::shared(bench::sized(load, 16)), 8).refused == 1);
    CHECK(bench.access(3, 0, 0, bench::sized(local_store, 2), 1).refused == 1);
    CHECK(bench.access(4, 0, 0, bench::sized(load, 1), array.begin + 3).refused == 0);
    REQUIRE(bench.findings.all().size() == 3);
    for (const Finding& finding : bench.findings.all()) CHECK(finding.kind == FindingKind::misaligned);
    CHECK(bench.findings.all()[0].what.is(access_messages::misaligned_access));
    CHECK(bench.findings.all()[0].what.number("alignment") == 8);
    CHECK(bench.findings.all()[1].where == Message(memory_messages::shared_byte, {{"offset", 8}}));
}

TEST_CASE("shared and local memory end where the block's and the thread's end", "[checks][memory]") {
    Bench bench;
    CHECK(bench.access(1, 0, 3, bench::shared(store), 1024).refused == 8);
    CHECK(bench.access(2, 0, 0, bench::shared(load), static_cast<Address>(-4)).refused == 1);
    CHECK(bench.access(3, 0, 0, local_store, 256).refused == 1);
    const auto all = bench.findings.all();
    REQUIRE(all.size() == 3);
    CHECK(all[0].what == wrong(access_messages::outside_of_shared_memory, access_messages::writes, 4));
    CHECK(all[0].where == Message(memory_messages::past_shared_memory, {{"offset", 1024}, {"bytes", 1024}}));
    CHECK(all[1].where == Message(memory_messages::before_block_or_thread_memory, {{"bytes", 4}}));
    CHECK(all[2].what == wrong(access_messages::outside_of_local_memory, access_messages::writes, 4));
    CHECK(all[2].where == Message(memory_messages::past_local_memory, {{"offset", 256}, {"bytes", 256}}));
}

TEST_CASE("offsets in reported shared memory addresses do not count the bytes that CUDA reserves",
          "[checks][memory]") {
    Bench bench({.shared_bytes = 2048,
                 .reserved_shared = 1024,
                 .options = {.memory = true, .race = true, .init = true}});
    CHECK(bench.access(1, 0, 0, bench::shared(load), 16).refused ==
          0); // CUDA's bytes are initialized to zeros
    CHECK(bench.access(5, 0, 1, bench::shared(store), 16).refused == 0);
    CHECK(bench.access(5, 0, 33, bench::shared(store), 16).refused ==
          0); // races among CUDA's own accesses are not checked
    CHECK(bench.findings.all().empty());
    CHECK(bench.access(2, 0, 0, bench::shared(store), 2048).refused == 1);
    CHECK(bench.access(3, 0, 0, bench::shared(bench::sized(load, 16)), 1032).refused == 1);
    const auto all = bench.findings.all();
    REQUIRE(all.size() == 2);
    CHECK(all[0].where == Message(memory_messages::past_shared_memory, {{"offset", 1024}, {"bytes", 1024}}));
    CHECK(all[1].where == Message(memory_messages::shared_byte, {{"offset", 8}}));
}

TEST_CASE("lanes may go to different allocations", "[checks][memory]") {
    Bench bench;
    const Allocation& first = bench.array(64);
    const Allocation& second = bench.array(64);
    const auto either = [&](int lane) {
        return (lane % 2 == 0 ? first : second).begin + static_cast<Address>(lane / 2) * 4;
    };
    CHECK(bench.access(1, {0, 0}, simulator::all_lanes, store, either).refused == 0);
    CHECK(bench.access(2, {1, 0}, 3, store, either).refused == 0);
    CHECK(bench.count(FindingKind::global_race) == 2);
}
