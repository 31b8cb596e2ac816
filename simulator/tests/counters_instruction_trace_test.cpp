#include "counters/instruction_trace.h"

#include <catch2/catch_test_macros.hpp>
#include <set>
#include <vector>

#include "requests.h"

namespace {

using namespace simulator;
using namespace requests;

// Returns the passes of a load of these addresses through L1.
std::uint16_t passes_in_l1(const Addresses& where, std::uint8_t bytes = 4) {
    Counters counted(device_named("h200"), {.ops = 1, .resident_blocks = 1, .l1_bytes = 128 << 10});
    TraceRecorder recorder({0}, 10);
    counted.start_block();
    WarpTrace& steps = recorder.of({0, 0});
    recorder.step(steps, 0, false);
    recorder.count(access({.bytes = bytes}, where), counted, nullptr);
    REQUIRE(steps.costs.size() == 1);
    return steps.costs[0].passes;
}

TEST_CASE("Global loads whose lanes share an L1 bank need one pass per conflicting lane", "[time]") {
    CHECK(passes_in_l1(addresses([](auto lane) { return base + 4 * lane; })) == 1);
    CHECK(passes_in_l1(addresses([](auto) { return base; })) == 1);
    CHECK(passes_in_l1(addresses([](auto lane) { return base + 32 * lane; })) == 8);
    CHECK(passes_in_l1(addresses([](auto lane) { return base + 128 * lane; })) == 32);
    CHECK(passes_in_l1(addresses([](auto lane) { return base + 16 * lane; }), 16) == 4);
}

TEST_CASE("L1 looks up four lines per pass if the lines do not conflict", "[time]") {
    // Each lane has a separate line and bank.
    CHECK(passes_in_l1(addresses([](auto lane) { return base + (128 + 4) * lane; })) == 8);
    CHECK(passes_in_l1(addresses([](auto lane) { return base + (4 * 128 + 4) * lane; })) == 32);
}

// Returns the cost of a float addition in shared memory: one lane of each bank succeeds per round.
AccessCost float_sums(const Addresses& where, std::uint8_t bytes = 4) {
    Counters counted(device_named("h200"), {.ops = 1, .resident_blocks = 1, .l1_bytes = 128 << 10});
    TraceRecorder recorder({0}, 10);
    counted.start_block();
    WarpTrace& steps = recorder.of({0, 0});
    recorder.step(steps, 0, false);
    recorder.count(access({.space = MemorySpace::shared,
                           .kind = AccessKind::atomic,
                           .bytes = bytes,
                           .lowering = AtomicLowering::float_add,
                           .result_used = false},
                          where),
                   counted, nullptr);
    REQUIRE(steps.costs.size() == 1);
    return steps.costs[0];
}

TEST_CASE("the CAS loop of a shared float atomic has a round for each word or lane of a bank", "[time]") {
    const AccessCost apart = float_sums(addresses([](auto lane) { return 4 * lane; }));
    CHECK(apart.serial_rounds == 1);
    CHECK(apart.passes == 1);
    // All lanes read the one word together.
    const AccessCost together = float_sums(addresses([](auto) { return 0; }));
    CHECK(together.serial_rounds == 32);
    CHECK(together.passes == 32);
    // Two banks, 16 words in each: the first round reads 16 words, the last one reads one.
    const AccessCost crowded = float_sums(addresses([](auto lane) { return 64 * lane; }));
    CHECK(crowded.serial_rounds == 16);
    CHECK(crowded.passes == 16 * 17 / 2);
    CHECK(crowded.passes_ideal == 1);
    // One bank is finished after eight rounds, in which the other one has more words to read.
    const AccessCost uneven = float_sums(addresses([](auto lane) { return lane < 8 ? 4 : 128 * lane; }));
    CHECK(uneven.serial_rounds == 24);
    CHECK(uneven.passes == 24 * 25 / 2);
    CHECK(float_sums(addresses([](auto lane) { return 8 * lane; }), 8).serial_rounds == 2);
}

// Returns the trace of a load of constants.
WarpTrace constants(const Addresses& where) {
    Counters counted(device_named("h200"), {.ops = 1, .resident_blocks = 1, .l1_bytes = 128 << 10});
    TraceRecorder recorder({0}, 10);
    counted.start_block();
    WarpTrace& steps = recorder.of({0, 0});
    recorder.step(steps, 0, false);
    recorder.count(access({.space = MemorySpace::constant}, where), counted, nullptr);
    return steps;
}

TEST_CASE("a traced constant load has the constant lines that its lanes read", "[time]") {
    const std::vector<AccessCost> one = constants(addresses([](auto) { return 3 * 64 + 8; })).costs;
    REQUIRE(one.size() == 1);
    CHECK(one[0].serial_rounds == 1);
    CHECK(one[0].constant_line == 3);
    const WarpTrace steps = constants(addresses([](auto lane) { return 3 * 64 + 32 + 4 * lane; }));
    CHECK(steps.constant_lines == std::set<std::uint32_t>{3, 4, 5});
    const std::vector<AccessCost>& several = steps.costs;
    REQUIRE(several.size() == 3);
    CHECK(several[0].serial_rounds == 32);
    CHECK(several[1].serial_rounds == 0);
    for (std::uint32_t n = 0; n < several.size(); ++n) CHECK(several[n].constant_line == 3 + n);
}

} // namespace
