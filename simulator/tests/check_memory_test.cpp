#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "check_bench.h"

namespace {

using bench::Bench;
using bench::load;
using bench::store;
using Catch::Matchers::ContainsSubstring;
using simulator::Address;
using simulator::Allocation;
using simulator::Finding;
using simulator::FindingKind;
using simulator::Mask;
using simulator::MemorySpace;
using simulator::Origin;

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

TEST_CASE("lanes behind the end are refused and counted, the others go on", "[checks][memory]") {
    Bench bench;
    const Allocation& array = bench.array(100);
    const auto element = [&](int lane) { return array.begin + static_cast<Address>(lane) * 4; };
    const auto judgement = bench.access(7, {2, 1}, simulator::all_lanes, store, element);
    CHECK(judgement.refused == 0xfe00'0000);
    CHECK_FALSE(judgement.stop);
    bench.access(7, {3, 1}, simulator::all_lanes, store, element);

    const Finding finding = bench.only(FindingKind::out_of_bounds);
    CHECK(finding.count == 14);
    CHECK(finding.place.line == 7);
    CHECK(finding.block->x == 2);
    CHECK(finding.thread->x == 57);
    CHECK(finding.address == array.end());
    CHECK(finding.what == "writes 4 bytes behind the end of an allocation");
    CHECK(finding.where == "right behind the 100 bytes that cudaMalloc number 1 gave");
}

TEST_CASE("what is outside is described by the nearest allocation", "[checks][memory]") {
    Bench bench;
    const Allocation& array = bench.array(100);
    bench.access(1, 0, 0, load, array.begin - 8);
    bench.access(2, 0, 0, load, array.end() + 12);
    bench.access(3, 0, 0, bench::sized(load, 8), array.begin + 96);
    bench.access(4, 0, 0, load, array.begin + 0x1'0000'0000);
    const auto all = bench.findings.all();
    REQUIRE(all.size() == 4);
    CHECK(all[0].what == "reads 4 bytes in front of the beginning of an allocation");
    CHECK(all[0].where == "8 bytes in front of the 100 bytes that cudaMalloc number 1 gave");
    CHECK(all[1].where == "12 bytes behind the 100 bytes that cudaMalloc number 1 gave");
    CHECK(all[2].where == "the last 4 of 8 lie behind the 100 bytes that cudaMalloc number 1 gave");
    CHECK(all[3].what == "reads 4 bytes where nothing is allocated");
    for (const Finding& finding : all) CHECK(finding.kind == FindingKind::out_of_bounds);
}

TEST_CASE("without the memory check, the first wrong access ends the kernel", "[checks][memory]") {
    Bench bench({.options = {.memory = false, .race = false, .init = false}});
    const auto judgement = bench.access(1, 0, 0, load, 0);
    CHECK(judgement.stop);
    CHECK(bench.count(FindingKind::null_pointer) == 1);
}

TEST_CASE("a null pointer with an index is a null pointer", "[checks][memory]") {
    Bench bench;
    bench.access(1, 1, 0, load, 4000);
    const Finding finding = bench.only(FindingKind::null_pointer);
    CHECK(finding.what == "reads 4 bytes through a null pointer");
    CHECK(finding.where == "byte 4000 behind address 0");
}

TEST_CASE("a use after free tells who gave the memory and who took it", "[checks][memory]") {
    Bench bench;
    const Allocation& array = bench.array(64);
    const Address begin = array.begin;
    bench.memory.release(begin, {.number = 5, .function = "cudaFree"});
    CHECK(bench.access(1, 0, 0, load, begin + 16).refused == 1);
    const Finding finding = bench.only(FindingKind::use_after_free);
    CHECK(finding.where ==
          "byte 16 of the 64 bytes that cudaMalloc number 1 gave; cudaFree number 5 freed them");
}

TEST_CASE("a pointer to the host's memory is told apart from a wild one", "[checks][memory]") {
    Bench bench;
    const int on_the_host = 0;
    bench.access(1, 0, 0, load, reinterpret_cast<Address>(&on_the_host));
    bench.access(2, 0, 0, load, 0xfff0'0000'0000'0000);
    CHECK_THAT(bench.only(FindingKind::host_pointer).advice, ContainsSubstring("cudaMemcpy"));
    CHECK(bench.only(FindingKind::out_of_bounds).place.line == 2);
}

TEST_CASE("host memory that kernels may use is no host pointer", "[checks][memory]") {
    Bench bench;
    std::array<int, 4> numbers = {};
    bench.memory.adopt(numbers.data(), sizeof numbers, Origin::registered,
                       {.number = 1, .function = "cudaHostRegister"});
    const auto begin = reinterpret_cast<Address>(numbers.data());
    CHECK(bench.access(1, 0, 0, store, begin + 12).refused == 0);
    CHECK(bench.access(2, 0, 0, store, begin + 16).refused == 1);
    CHECK_THAT(bench.only(FindingKind::out_of_bounds).where,
               ContainsSubstring(
                   "right behind the 16 bytes of host memory that cudaHostRegister number 1 made known"));
}

TEST_CASE("constant memory can be read and not written", "[checks][memory]") {
    Bench bench;
    const Allocation* table = bench.memory.allocate(64, Origin::constant, {}, "table");
    CHECK(bench.access(1, 0, 0, load, table->begin + 4).refused == 0);
    CHECK(bench.access(2, 0, 0, store, table->begin + 4).refused == 1);
    CHECK(bench.only(FindingKind::constant_write).where ==
          "byte 4 of the 64 bytes of the __constant__ variable table");
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
    CHECK(bench.findings.all()[0].what == "reads 8 bytes at an address that is not a multiple of 8");
    CHECK(bench.findings.all()[1].where == "byte 8 of the block's shared memory");
}

TEST_CASE("shared and local memory end where the block's and the thread's end", "[checks][memory]") {
    Bench bench;
    CHECK(bench.access(1, 0, 3, bench::shared(store), 1024).refused == 8);
    CHECK(bench.access(2, 0, 0, bench::shared(load), static_cast<Address>(-4)).refused == 1);
    CHECK(bench.access(3, 0, 0, local_store, 256).refused == 1);
    const auto all = bench.findings.all();
    REQUIRE(all.size() == 3);
    CHECK(all[0].what == "writes 4 bytes outside of the block's shared memory");
    CHECK(all[0].where == "offset 1024; the block has 1024 bytes");
    CHECK(all[1].where == "4 bytes in front of it");
    CHECK(all[2].what == "writes 4 bytes outside of the thread's local memory");
    CHECK(all[2].where == "offset 256; the thread has 256 bytes");
}

TEST_CASE("what CUDA keeps of shared memory is none of the program's", "[checks][memory]") {
    Bench bench({.shared_bytes = 2048,
                 .reserved_shared = 1024,
                 .options = {.memory = true, .race = true, .init = true}});
    CHECK(bench.access(1, 0, 0, bench::shared(load), 16).refused == 0); // begins with zeros
    CHECK(bench.access(5, 0, 1, bench::shared(store), 16).refused == 0);
    CHECK(bench.access(5, 0, 33, bench::shared(store), 16).refused ==
          0); // how these get on is CUDA's business
    CHECK(bench.findings.all().empty());
    CHECK(bench.access(2, 0, 0, bench::shared(store), 2048).refused == 1);
    CHECK(bench.access(3, 0, 0, bench::shared(bench::sized(load, 16)), 1032).refused == 1);
    const auto all = bench.findings.all();
    REQUIRE(all.size() == 2);
    CHECK(all[0].where == "offset 1024; the block has 1024 bytes");
    CHECK(all[1].where == "byte 8 of the block's shared memory");
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
