#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "machine_bench.h"

// Round-robin scheduling of blocks that repeatedly take work from a counter, as on a GPU that runs them
// concurrently.

namespace {

using namespace machine_bench;
using namespace simulator;

constexpr std::uint32_t items = 80;

/// A thread that takes items from a counter until none are left, and stores the number of its items. It
/// executes @p work for each item.
std::string taking(const std::string& work) {
    return "mov.u32 %r11, 0;\n"
           "again: atom.global.add.u32 %r10, [%rd1], 1;\nsetp.ge.u32 %p1, %r10, " +
           std::to_string(items) + ";\n@%p1 bra done;\n" + work +
           "add.u32 %r11, %r11, 1;\nbra again;\ndone: st.global.u32 [%rd4], %r11;\n";
}

/// Number of items taken by each of @p blocks blocks with one thread.
std::vector<std::uint32_t> shares(Gpu& gpu, std::uint32_t blocks) {
    std::vector<std::uint32_t> shares;
    for (std::uint32_t block = 0; block < blocks; ++block) shares.push_back(gpu.result(block));
    return shares;
}

/// A thread that adds its sum to that of the preceding block and publishes the total. With @p twice, it has
/// published its own sum before.
std::string adding_up(bool twice) {
    const std::string own = "add.u32 %r11, %r2, 1;\n";
    const std::string said = twice ? "st.volatile.global.u32 [%rd3], %r11;\n" : "";
    return own + said +
           "setp.eq.u32 %p1, %r2, 0;\n@%p1 bra known;\n"
           "again: ld.volatile.global.u32 %r10, [%rd3+-4];\nsetp.eq.u32 %p1, %r10, 0;\n@%p1 bra again;\n"
           "add.u32 %r11, %r11, %r10;\n"
           "known: st.volatile.global.u32 [%rd3], %r11;\n";
}

} // namespace

TEST_CASE("round-robin blocks get equal shares of a work counter", "[machine]") {
    Gpu gpu;
    CHECK_FALSE(gpu.run(taking(""), {.blocks = 8, .threads = 1, .round_robin_blocks = true}).fault);
    CHECK(shares(gpu, 8) == std::vector<std::uint32_t>(8, items / 8));
    Gpu other;
    CHECK_FALSE(other.run(taking(""), {.blocks = 8, .threads = 1}).fault);
    CHECK(other.result(0) == items);
}

TEST_CASE("round-robin scheduling of blocks does not change the counters", "[machine]") {
    const std::string body = taking("red.global.add.u32 [%rd2+256], 1;\n");
    Gpu gpu;
    Gpu other;
    const LaunchResult serial_rounds =
        gpu.run(body, {.blocks = 8, .threads = 1, .traced_blocks = {0, 3}, .round_robin_blocks = true},
                nullptr);
    const LaunchResult none = other.run(body, {.blocks = 8, .threads = 1}, nullptr);
    REQUIRE(serial_rounds.counters);
    REQUIRE(none.counters);
    for (std::size_t op = 0; op < none.counters->tallies.size(); ++op) {
        CHECK(serial_rounds.counters->tallies[op].warps == none.counters->tallies[op].warps);
        CHECK(serial_rounds.counters->tallies[op].inactive == none.counters->tallies[op].inactive);
    }
    REQUIRE(serial_rounds.steps.size() == 2);
    for (const BlockTrace& block : serial_rounds.steps) {
        const WarpTrace& steps = block.warps.front();
        CHECK(steps.ops.size() == steps.executed);
        // One per item, and a last one that finds no item.
        const std::uint32_t take = steps.ops[steps.costs.front().step];
        CHECK(std::ranges::count(steps.ops, take) == items / 8 + 1);
    }
}

TEST_CASE("with round-robin blocks a waiting block does not poll more often than needed", "[machine]") {
    // All blocks wait for the last one.
    const std::string body = "setp.eq.u32 %p1, %r2, 7;\n@%p1 st.volatile.global.u32 [%rd1], 1;\n"
                             "again: ld.volatile.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n"
                             "@%p1 bra again;\n";
    const auto steps = [&](bool round_robin_blocks) {
        Gpu gpu;
        const LaunchResult result = gpu.run(
            body, {.blocks = 8, .threads = 1, .traced_blocks = {0}, .round_robin_blocks = round_robin_blocks},
            nullptr);
        return result.steps.at(0).warps.front().executed;
    };
    CHECK(steps(true) < 100);
    CHECK(steps(false) > 1000);
}

TEST_CASE("blocks that forward a value they waited for form a chain", "[machine]") {
    for (const bool twice : {false, true}) {
        Gpu gpu;
        const LaunchResult result =
            gpu.run(adding_up(twice),
                    {.blocks = 20, .threads = 1, .traced_blocks = {5}, .round_robin_blocks = true}, nullptr);
        CHECK(result.waits.blocks == 19);
        CHECK(result.waits.longest_chain == 19);
        CHECK(result.waits.rounds == 1);
        CHECK(result.waits.words == 1);
        CHECK(result.waits.written_twice == twice);
        const std::vector<AccessCost>& costs = result.steps.at(0).warps.front().costs;
        CHECK(std::ranges::count(costs, true, &AccessCost::waited) == 1);
        CHECK(std::ranges::count(costs, true, &AccessCost::forwards_wait) == 1);
    }
}

TEST_CASE("a block that polls by an atomic waits as one that polls by a load does", "[machine]") {
    const auto waits = [](const std::string& poll) {
        Gpu gpu;
        return gpu.run("setp.eq.u32 %p1, %r2, 0;\n@%p1 bra known;\nagain: " + poll +
                           "setp.eq.u32 %p1, %r10, 0;\n@%p1 bra again;\n"
                           "known: st.volatile.global.u32 [%rd3], 1;\n",
                       {.blocks = 20, .threads = 1, .traced_blocks = {5}, .round_robin_blocks = true},
                       nullptr);
    };
    for (const char* const poll :
         {"ld.volatile.global.u32 %r10, [%rd3+-4];\n", "atom.global.add.u32 %r10, [%rd3+-4], 0;\n",
          "atom.global.cas.b32 %r10, [%rd3+-4], 7, 7;\n"}) {
        CAPTURE(poll);
        const LaunchResult result = waits(poll);
        CHECK(result.waits.blocks == 19);
        CHECK(result.waits.longest_chain == 19);
        const std::vector<AccessCost>& costs = result.steps.at(0).warps.front().costs;
        CHECK(std::ranges::count(costs, true, &AccessCost::waited) == 1);
        CHECK(std::ranges::count(costs, true, &AccessCost::forwards_wait) == 1);
    }
}

TEST_CASE("blocks that publish their values before they wait form no chain", "[machine]") {
    Gpu gpu;
    const LaunchResult result =
        gpu.run("st.volatile.global.u32 [%rd3], 1;\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra known;\n"
                "again: ld.volatile.global.u32 %r10, [%rd3+-4];\nsetp.eq.u32 %p1, %r10, 0;\n"
                "@%p1 bra again;\nknown: ret;\n",
                {.blocks = 20, .threads = 1, .round_robin_blocks = true}, nullptr);
    CHECK(result.waits.blocks == 19);
    CHECK(result.waits.longest_chain == 1);
}
