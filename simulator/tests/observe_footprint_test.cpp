#include <algorithm>
#include <bit>
#include <map>

#include <catch2/catch_test_macros.hpp>

#include "observe/footprint.h"
#include "observe_requests.h"

using namespace simulator;
using namespace requests;

namespace {

constexpr Address base = 0x7000'0000'0000;

/// Lines with their sectors, those of all passes one after the other.
using Touches = std::multimap<std::uint64_t, Sectors>;

Touches touches(const Request& request, const Addresses& where) {
    Footprint footprint;
    Touches found;
    footprint.global(access(request, where),
                     [&](std::uint64_t line, Sectors sectors) { found.emplace(line, sectors); });
    return found;
}

Touches local_touches(const Request& request, const Addresses& where) {
    Footprint footprint;
    Touches found;
    footprint.local(access(request, where), 0,
                    [&](std::uint64_t line, Sectors sectors) { found.emplace(line, sectors); });
    return found;
}

/// What footprint.h says, in the words of the standard library.
Touches expected(const Request& request, const Addresses& where) {
    bool alike = true;
    int first = -1;
    for (int lane = 0; lane < warp_size; ++lane) {
        if ((request.mask >> lane & 1) == 0) continue;
        if (first < 0) first = lane;
        alike = alike && where[static_cast<std::size_t>(lane)] == where[static_cast<std::size_t>(first)];
    }
    const int passes = alike ? 1 : passes_of(request.bytes);
    Touches all;
    for (int pass = 0; pass < passes; ++pass) {
        std::map<std::uint64_t, Sectors> lines;
        for (int lane = pass * warp_size / passes; lane < (pass + 1) * warp_size / passes; ++lane) {
            const Address address = where[static_cast<std::size_t>(lane)];
            if ((request.mask >> lane & 1) != 0) lines[address / 128] |= 1U << (address % 128 / 32);
        }
        all.insert(lines.begin(), lines.end());
    }
    return all;
}

std::size_t sectors(const Touches& touched) {
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

TEST_CASE("Strides touch more sectors, up to one a lane", "[simulator][counters]") {
    const auto stride = [](std::uint32_t floats) {
        return sectors(touches({}, addresses([=](auto lane) { return base + 4 * floats * lane; })));
    };
    CHECK(stride(1) == 4);
    CHECK(stride(2) == 8);
    CHECK(stride(4) == 16);
    CHECK(stride(8) == 32);
    CHECK(stride(1024) == 32);
}

TEST_CASE("Wide elements are served in passes", "[simulator][counters]") {
    const auto doubles = addresses([](auto lane) { return base + 8 * lane; });
    CHECK(sectors(touches({.bytes = 8}, doubles)) == 8);
    const auto vectors = addresses([](auto lane) { return base + 16 * lane; });
    CHECK(sectors(touches({.bytes = 16}, vectors)) == 16);
    // A sector that lies across the two halves is touched by both.
    const auto shifted = addresses([](auto lane) { return base + 8 + 8 * lane; });
    CHECK(sectors(touches({.bytes = 8}, shifted)) == 10);
}

TEST_CASE("Lanes that are not there touch nothing", "[simulator][counters]") {
    const auto row = addresses([](auto lane) { return base + 4 * lane; });
    CHECK(touches({.mask = 0xff00'00ff}, row) == Touches{{base / 128, 9}});
    CHECK(touches({.mask = 1U << 31}, row) == Touches{{base / 128, 8}});
    const auto vectors = addresses([](auto lane) { return base + 16 * lane; });
    CHECK(sectors(touches({.bytes = 16, .mask = 0xff}, vectors)) == 4);
}

TEST_CASE("Any addresses give what the definition says", "[simulator][counters]") {
    Random random(1);
    for (int round = 0; round < 20'000; ++round) {
        const std::uint32_t spread = 1U << random() % 16;
        const auto bytes = static_cast<std::uint8_t>(1U << random() % 5);
        const bool sorted = random() % 2 == 0;
        auto where = addresses([&](auto) { return base + random() % spread * bytes; });
        if (sorted) std::sort(where.begin(), where.end());
        const Request request{.bytes = bytes, .mask = random.mask()};
        REQUIRE(touches(request, where) == expected(request, where));
    }
}

TEST_CASE("Consecutive lanes give the same with and without being called so", "[simulator][counters]") {
    for (const std::uint8_t bytes : std::initializer_list<std::uint8_t>{1, 2, 4, 8, 16}) {
        for (std::uint32_t begin = 0; begin < 256; begin += bytes) {
            const auto where = addresses([&](auto lane) { return base + begin + bytes * lane; });
            REQUIRE(touches({.bytes = bytes, .shape = Shape::consecutive}, where) ==
                    expected({.bytes = bytes}, where));
        }
    }
}

TEST_CASE("One offset in local memory is a line: a word of each lane", "[simulator][counters]") {
    const auto same = addresses([](auto) { return 20; });
    CHECK(local_touches({}, same) == Touches{{5, 15}});
    CHECK(local_touches({.shape = Shape::uniform}, same) == Touches{{5, 15}});
    CHECK(local_touches({.bytes = 16, .shape = Shape::uniform}, same) ==
          Touches{{5, 15}, {6, 15}, {7, 15}, {8, 15}});
    CHECK(local_touches({.bytes = 1, .mask = 0x0100'0001, .shape = Shape::uniform}, same) == Touches{{5, 9}});
}

TEST_CASE("Different offsets in local memory are different lines", "[simulator][counters]") {
    const auto own = addresses([](auto lane) { return 4 * lane; });
    const Touches found = local_touches({}, own);
    CHECK(found.size() == 32);
    CHECK(sectors(found) == 32);
    const auto halves = addresses([](auto lane) { return lane < 16 ? 0 : 40; });
    CHECK(local_touches({}, halves) == Touches{{0, 3}, {10, 12}});
    CHECK(sectors(local_touches({.bytes = 16}, own)) == 128);
}
