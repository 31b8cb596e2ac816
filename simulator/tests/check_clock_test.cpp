#include <map>
#include <random>
#include <utility>

#include <catch2/catch_test_macros.hpp>

#include "checks/thread_clock.h"

using simulator::checks::LogicalTime;
using simulator::checks::ThreadClock;
using simulator::checks::ThreadId;

namespace {

/// Returns the n-th of a few known_threads in blocks that are far apart.
ThreadId thread_number(std::uint32_t n) {
    constexpr std::uint32_t blocks[] = {0, 1, 31, 32, 1'000'000, 0xffff'ffff};
    constexpr std::uint32_t indices[] = {0, 1, 31, 32, 63, 1023};
    return {blocks[n % 6], indices[n / 6]};
}
constexpr std::uint32_t known_threads = 36;

/// Reference for ThreadClock, with one entry per thread.
struct Table {
    std::map<std::uint32_t, LogicalTime> times;
    void raise(std::uint32_t n, LogicalTime time) { times[n] = std::max(times[n], time); }
};

} // namespace

TEST_CASE("a vector clock equals a table of times after raises and joins", "[checks][clock]") {
    std::mt19937 random(1);
    const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random()) % limit; };
    std::pair<ThreadClock, Table> clocks[4];
    for (int step = 0; step < 20'000; ++step) {
        auto& [clock, table] = clocks[below(4)];
        const ThreadId at = thread_number(below(known_threads));
        const LogicalTime time = 1 + below(500);
        const std::uint32_t what = below(10);
        if (what == 0) {
            std::exchange(clock, {});
            table.times.clear();
        } else if (what < 4) {
            const auto& [other, other_table] = clocks[below(4)];
            clock.join(other);
            for (const auto& [n, known] : other_table.times) table.raise(n, known);
        } else {
            for (std::uint32_t n = 0; n < known_threads; ++n) {
                const ThreadId thread = thread_number(n);
                const bool same_warp = thread.block == at.block && thread.warp() == at.warp();
                if (what < 6 ? thread == at : what < 8 ? same_warp : thread.block == at.block)
                    table.raise(n, time);
            }
            if (what < 6)
                clock.raise_thread(at, time);
            else if (what < 8)
                clock.raise_warp(at.block, at.warp(), time);
            else
                clock.raise_block(at.block, time);
        }
        for (std::uint32_t n = 0; n < known_threads; ++n) {
            const ThreadId thread = thread_number(n);
            REQUIRE(clock.of(thread) == table.times[n]);
            REQUIRE(clock.of_warp(thread.block, thread.warp()) <= table.times[n]);
        }
    }
}

TEST_CASE("raising a vector clock to time 0 leaves it empty and a raised block leaves other blocks at 0",
          "[checks][clock]") {
    ThreadClock clock;
    CHECK(clock.empty());
    clock.raise_thread({.block = 3, .index = 4}, 0);
    CHECK(clock.empty());
    clock.raise_block(3, 7);
    CHECK(clock.of_warp(3, 5) == 7);
    CHECK(clock.of({.block = 4, .index = 0}) == 0);
}
