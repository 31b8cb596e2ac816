#include "observe/steps.h"

#include <catch2/catch_test_macros.hpp>

#include "observe_requests.h"

namespace {

using namespace simulator;
using namespace requests;

// What a load of these addresses takes in L1.
std::uint16_t passes_in_l1(const Addresses& where, std::uint8_t bytes = 4) {
    Counters counted(device_named("h200"), {.ops = 1, .resident_blocks = 1, .l1_bytes = 128 << 10});
    StepRecorder recorder({0}, 10);
    counted.start_block();
    WarpSteps& steps = recorder.of({0, 0});
    recorder.step(steps, 0, false);
    recorder.count(access({.bytes = bytes}, where), counted, nullptr);
    REQUIRE(steps.costs.size() == 1);
    return steps.costs[0].passes;
}

TEST_CASE("L1 serves lanes of one bank one after the other", "[time]") {
    CHECK(passes_in_l1(addresses([](auto lane) { return base + 4 * lane; })) == 1);
    CHECK(passes_in_l1(addresses([](auto) { return base; })) == 1);
    CHECK(passes_in_l1(addresses([](auto lane) { return base + 32 * lane; })) == 8);
    CHECK(passes_in_l1(addresses([](auto lane) { return base + 128 * lane; })) == 32);
    CHECK(passes_in_l1(addresses([](auto lane) { return base + 16 * lane; }), 16) == 4);
}

TEST_CASE("L1 looks up four lines in a pass, where no other one is in its way", "[time]") {
    // Each lane has a line and a bank of its own.
    CHECK(passes_in_l1(addresses([](auto lane) { return base + (128 + 4) * lane; })) == 8);
    CHECK(passes_in_l1(addresses([](auto lane) { return base + (4 * 128 + 4) * lane; })) == 32);
}

} // namespace
