#include "timing/constant_cache.h"

#include <catch2/catch_test_macros.hpp>

namespace {

using namespace simulator;
using namespace simulator::timing;

// The kernel's parameters and sizes take two of 32 lines.
constexpr std::uint32_t room = 30;

DeviceTime constants_time() {
    DeviceTime time;
    time.constant_latency = 20;
    time.constant_miss = 71;
    time.constant_fetch_cycles = 38;
    time.constant_lines = 32;
    return time;
}

TEST_CASE("warps that miss the same constant line share one fetch and later reads hit", "[time]") {
    const DeviceTime time = constants_time();
    ConstantCache cache(time, room);
    CHECK(cache.read(7, 0) == ticks(71));
    CHECK(cache.read(7, ticks(5)) == ticks(71));
    CHECK(cache.read(7, ticks(80)) == ticks(80));
    CHECK(cache.free() == ticks(38));
}

TEST_CASE("misses of different constant lines are serialized", "[time]") {
    const DeviceTime time = constants_time();
    ConstantCache cache(time, room);
    for (std::uint32_t line = 0; line < 10; ++line) CHECK(cache.read(line, 0) == ticks(71 + 38 * line));
}

TEST_CASE("the constant cache evicts the least recently used line", "[time]") {
    const DeviceTime time = constants_time();
    ConstantCache cache(time, room);
    Ticks now = 0;
    const auto misses = [&](std::uint32_t line) {
        now += ticks(1000);
        return cache.read(line, now) != now;
    };
    for (std::uint32_t line = 0; line < room; ++line) CHECK(misses(line));
    CHECK(!misses(0));
    CHECK(misses(room));
    CHECK(!misses(0));
    CHECK(misses(1));
}

TEST_CASE("each LDC that misses a line before it arrives fetches the line again", "[time]") {
    const DeviceTime time = constants_time();
    ConstantCache cache(time, room);
    CHECK(cache.read_per_warp(7, 0, 0) == ticks(91));
    CHECK(cache.read_per_warp(7, 0, 0) == ticks(38 + 91));
    CHECK(cache.read_per_warp(7, 1, ticks(72)) == ticks(92));
}

TEST_CASE("a table beyond the constant cache's capacity is fetched by each warp separately for LDC",
          "[time]") {
    const DeviceTime time = constants_time();
    const auto fetched = [&](std::uint32_t lines) {
        ConstantCache cache(time, lines);
        Ticks now = 0;
        std::uint32_t count = 0;
        for (std::uint32_t line = 0; line < lines; ++line)
            for (std::uint32_t warp = 0; warp < 8; ++warp) {
                now += ticks(1000);
                if (cache.read_per_warp(line, warp, now) != now + ticks(20)) ++count;
            }
        return count;
    };
    CHECK(fetched(room) == room);
    CHECK(fetched(room + 1) == (room + 1) * 8);
}

} // namespace
