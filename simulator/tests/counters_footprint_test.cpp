#include <algorithm>
#include <bit>
#include <map>

#include <catch2/catch_test_macros.hpp>

#include "counters/footprint.h"
#include "requests.h"

using namespace simulator;
using namespace requests;

namespace {

/// Sectors by line.
using Touches = std::map<std::uint64_t, Sectors>;

Touches touches(const Request& request, const Addresses& where) {
    Footprint footprint;
    Touches found;
    footprint.global(access(request, where), [&](std::uint64_t line, Sectors sectors) {
        REQUIRE(found.emplace(line, sectors).second);
    });
    return found;
}

/// Sectors by line of interleaved local memory, row by row: a line may occur twice.
using LocalTouches = std::multimap<std::uint64_t, Sectors>;

LocalTouches local_touches(const Request& request, const Addresses& where) {
    Footprint footprint;
    LocalTouches found;
    footprint.local(access(request, where), 0,
                    [&](std::uint64_t line, Sectors sectors) { found.emplace(line, sectors); });
    return found;
}

/// Returns the sectors of all serialized accesses of an atomic.
std::uint32_t atomic_sectors(const Request& request, const Addresses& where) {
    Footprint footprint;
    std::uint32_t sum = 0;
    AddressConflicts address_conflicts;
    address_conflicts.collect(access(request, where));
    footprint.atomic(access(request, where), address_conflicts,
                     [&](std::uint64_t, Sectors sectors, std::uint32_t times) {
                         sum += static_cast<std::uint32_t>(std::popcount(sectors)) * times;
                     });
    return sum;
}

/// Reference with the standard library's containers: the count of a sector is that of its most frequent
/// address.
std::uint32_t expected_atomic_sectors(const Request& request, const Addresses& where) {
    std::map<Address, std::uint32_t> met;
    for (std::size_t lane = 0; lane < warp_size; ++lane)
        if (has(request, lane)) ++met[where[lane]];
    std::map<Address, std::uint32_t> busiest;
    for (const auto& [address, lanes] : met) busiest[address / 32] = std::max(busiest[address / 32], lanes);
    std::uint32_t sum = 0;
    for (const auto& [sector, turns] : busiest) sum += turns;
    return sum;
}

void add(Touches& lines, Address address) { lines[address / 128] |= 1U << (address % 128 / 32); }

/// Reference for footprint.h, with the standard library's containers.
Touches expected_touches(const Request& request, const Addresses& where) {
    Touches lines;
    for (std::size_t lane = 0; lane < warp_size; ++lane)
        if (has(request, lane)) add(lines, where[lane]);
    return lines;
}

template <class Lines> std::size_t sectors(const Lines& touched) {
    std::size_t sum = 0;
    for (const auto& [line, which] : touched) sum += static_cast<std::size_t>(std::popcount(which));
    return sum;
}

} // namespace

TEST_CASE("32 neighbouring floats are four sectors of a line", "[simulator][counters]") {
    const auto row = addresses([](auto lane) { return base + 4 * lane; });
    CHECK(touches({}, row) == Touches{{base / 128, 15}});
    const auto shifted = addresses([](auto lane) { return base + 4 + 4 * lane; });
    CHECK(touches({}, shifted) == Touches{{base / 128, 15}, {base / 128 + 1, 1}});
}

TEST_CASE("One address is one sector, however wide", "[simulator][counters]") {
    const auto same = addresses([](auto) { return base + 96; });
    for (const std::uint8_t bytes : std::initializer_list<std::uint8_t>{1, 4, 8, 16}) {
        CHECK(touches({.bytes = bytes}, same) == Touches{{base / 128, 8}});
        CHECK(touches({.bytes = bytes, .shape = Shape::uniform}, same) == Touches{{base / 128, 8}});
    }
}

TEST_CASE("The number of sectors grows with the stride up to one per lane", "[simulator][counters]") {
    const auto stride = [](std::uint32_t floats) {
        return sectors(touches({}, addresses([=](auto lane) { return base + 4 * floats * lane; })));
    };
    CHECK(stride(1) == 4);
    CHECK(stride(2) == 8);
    CHECK(stride(4) == 16);
    CHECK(stride(8) == 32);
    CHECK(stride(1024) == 32);
}

TEST_CASE("Each sector of a request is counted once for elements of 8 and 16 bytes",
          "[simulator][counters]") {
    const auto at = [](std::uint32_t bytes, auto index) {
        const auto request = Request{.bytes = static_cast<std::uint8_t>(bytes)};
        return sectors(touches(request, addresses([&](auto lane) { return base + bytes * index(lane); })));
    };
    // Same as an H200 counts, also if both halves or all quarters of the warp access one sector.
    for (const std::uint32_t bytes : {8U, 16U}) {
        CHECK(at(bytes, [](auto lane) { return lane; }) == bytes);
        CHECK(at(bytes, [](auto lane) { return lane + 1; }) == bytes + 1);
        CHECK(at(bytes, [](auto lane) { return lane % 16 * 2 + lane / 16; }) == bytes);
        CHECK(at(bytes, [](auto lane) { return lane * lane % 32; }) == 5);
    }
    CHECK(at(8, [](auto lane) { return lane % 16; }) == 4);
    CHECK(at(16, [](auto lane) { return lane % 8; }) == 4);
    CHECK(at(16, [](auto lane) { return lane / 16; }) == 1);
}

TEST_CASE("Atomics of several lanes on one address count its sector once per lane unless aggregated",
          "[simulator][counters]") {
    const auto at = [](std::uint32_t bytes, auto index,
                       AtomicLowering lowering = AtomicLowering::serialized) {
        const auto where = addresses([&](auto lane) { return base + bytes * index(lane); });
        const bool same = std::all_of(where.begin(), where.end(), [&](Address a) { return a == where[0]; });
        return atomic_sectors({.kind = AccessKind::atomic,
                               .bytes = static_cast<std::uint8_t>(bytes),
                               .shape = same ? Shape::uniform : Shape::scattered,
                               .lowering = lowering},
                              where);
    };
    // Same as an H200 counts.
    CHECK(at(4, [](auto lane) { return lane; }) == 4);
    CHECK(at(4, [](auto lane) { return lane / 8; }) == 8);
    CHECK(at(4, [](auto) { return 0; }) == 32);
    CHECK(at(
              4, [](auto) { return 0; }, AtomicLowering::warp_aggregated) == 1);
    CHECK(at(4, [](auto lane) { return lane * lane % 32; }) == 20);
    CHECK(at(8, [](auto lane) { return lane * lane % 32; }) == 24);
    CHECK(at(8, [](auto lane) { return lane / 2 + 1; }) == 10);

    Random random(3);
    for (int round = 0; round < 5'000; ++round) {
        const std::uint32_t spread = 1U << random() % 10;
        const auto where = addresses([&](auto) { return base + random() % spread * 4; });
        const Request request{.kind = AccessKind::atomic, .mask = random.mask()};
        REQUIRE(atomic_sectors(request, where) == expected_atomic_sectors(request, where));
    }
}

TEST_CASE("Inactive lanes touch no sector", "[simulator][counters]") {
    const auto row = addresses([](auto lane) { return base + 4 * lane; });
    CHECK(touches({.mask = 0xff00'00ff}, row) == Touches{{base / 128, 9}});
    CHECK(touches({.mask = 1U << 31}, row) == Touches{{base / 128, 8}});
    const auto vectors = addresses([](auto lane) { return base + 16 * lane; });
    CHECK(sectors(touches({.bytes = 16, .mask = 0xff}, vectors)) == 4);
}

TEST_CASE("Sectors of random addresses equal those of a reference count", "[simulator][counters]") {
    Random random(1);
    for (int round = 0; round < 20'000; ++round) {
        const std::uint32_t spread = 1U << random() % 16;
        const auto bytes = static_cast<std::uint8_t>(1U << random() % 5);
        const bool sorted = random() % 2 == 0;
        auto where = addresses([&](auto) { return base + random() % spread * bytes; });
        if (sorted) std::sort(where.begin(), where.end());
        const Request request{.bytes = bytes, .mask = random.mask()};
        REQUIRE(touches(request, where) == expected_touches(request, where));
    }
}

TEST_CASE("Known consecutive addresses give the sectors of a general count", "[simulator][counters]") {
    for (const std::uint8_t bytes : std::initializer_list<std::uint8_t>{1, 2, 4, 8, 16}) {
        for (std::uint32_t begin = 0; begin < 256; begin += bytes) {
            const auto where = addresses([&](auto lane) { return base + begin + bytes * lane; });
            REQUIRE(touches({.bytes = bytes, .shape = Shape::consecutive}, where) ==
                    expected_touches({.bytes = bytes}, where));
        }
    }
}

TEST_CASE("Equal offsets of all lanes in local memory are one line with a word per lane",
          "[simulator][counters]") {
    const auto same = addresses([](auto) { return 20; });
    CHECK(local_touches({}, same) == LocalTouches{{5, 15}});
    CHECK(local_touches({.shape = Shape::uniform}, same) == LocalTouches{{5, 15}});
    CHECK(local_touches({.bytes = 16, .shape = Shape::uniform}, same) ==
          LocalTouches{{5, 15}, {6, 15}, {7, 15}, {8, 15}});
    CHECK(local_touches({.bytes = 1, .mask = 0x0100'0001, .shape = Shape::uniform}, same) ==
          LocalTouches{{5, 9}});
}

TEST_CASE("Different offsets in local memory are different lines", "[simulator][counters]") {
    const auto own = addresses([](auto lane) { return 4 * lane; });
    const LocalTouches found = local_touches({}, own);
    CHECK(found.size() == 32);
    CHECK(sectors(found) == 32);
    const auto halves = addresses([](auto lane) { return lane < 16 ? 0 : 40; });
    CHECK(local_touches({}, halves) == LocalTouches{{0, 3}, {10, 12}});
    CHECK(sectors(local_touches({.bytes = 16}, own)) == 128);
}
