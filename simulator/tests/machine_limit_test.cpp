// The limit on the instructions of all launches together stops a program at the same block on any number of
// cores.

#include <cstddef>
#include <cstdint>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "finding_messages/machine_messages.h"
#include "machine_bench.h"

namespace {

using namespace machine_bench;
using namespace simulator;

/// Each thread stores its block's number of loop iterations: 100 times the block index, plus 1.
const std::string uneven = "mov.u32 %r10, 0;\nmad.lo.u32 %r11, %r2, 100, 1;\n"
                           "again: add.u32 %r10, %r10, 1;\nsetp.lt.u32 %p1, %r10, %r11;\n@%p1 bra again;\n"
                           "st.global.u32 [%rd4], %r10;\n";

/// Counts like the metric smsp__inst_executed.
std::uint64_t instructions_executed(const std::string& body, Setup setup) {
    Gpu gpu;
    setup.instruction_limit = 0;
    const LaunchResult result = gpu.run(body, setup);
    REQUIRE(result.counters);
    std::uint64_t all = 0;
    for (std::size_t op = 0; op < gpu.kernel->info.size(); ++op)
        if (gpu.kernel->info[op].written) all += result.counters->tallies[op].warps;
    return all;
}

LaunchResult limited(const std::string& body, Setup setup, std::uint64_t limit) {
    Gpu gpu;
    setup.instruction_limit = limit;
    return gpu.run(body, setup);
}

} // namespace

TEST_CASE("a program may execute as many instructions as its limit allows and no more", "[machine]") {
    for (const std::uint32_t cores : {1U, 2U, 4U}) {
        CAPTURE(cores);
        const Setup setup = {.blocks = 40, .threads = 64, .cores = cores};
        const std::uint64_t all = instructions_executed(uneven, setup);
        CHECK_FALSE(limited(uneven, setup, all).fault);
        const LaunchResult stopped = limited(uneven, setup, all - 1);
        REQUIRE(stopped.fault);
        CHECK(stopped.fault->over_limit);
        CHECK(stopped.fault->block == 39);
        CHECK(stopped.fault->what ==
              Message(kernelsmith::machine_messages::over_instruction_limit, {{"limit", all - 1}}));
    }
}

TEST_CASE("the block at which the instruction limit stops a launch does not depend on the number of cores",
          "[machine]") {
    const auto block = [](std::uint32_t cores, std::uint64_t limit) {
        // The first block ends long after others have started.
        const LaunchResult result =
            limited(delay(0) + uneven, {.blocks = 40, .threads = 64, .cores = cores}, limit);
        REQUIRE(result.fault);
        REQUIRE(result.fault->over_limit);
        return result.fault->block;
    };
    const std::uint64_t all = instructions_executed(delay(0) + uneven, {.blocks = 40, .threads = 64});
    for (const std::uint64_t limit : {all / 2, all - all / 10, all - 5}) {
        CAPTURE(limit);
        const std::uint64_t alone = block(1, limit);
        for (int times = 0; times < 5; ++times) CHECK(block(4, limit) == alone);
    }
}

TEST_CASE("the limit stops a block in the middle of a long loop", "[machine]") {
    const std::string endless = "again: add.u32 %r10, %r10, 1;\nsetp.ne.u32 %p1, %r10, 0;\n@%p1 bra again;\n";
    const LaunchResult result = limited("mov.u32 %r10, 1;\n" + endless, {.blocks = 3, .cores = 2}, 1'000'000);
    REQUIRE(result.fault);
    CHECK(result.fault->over_limit);
    CHECK(result.fault->block == 0);
}

TEST_CASE("the instruction limit counts all launches together", "[machine]") {
    Setup setup = {.blocks = 4};
    const std::uint64_t one = instructions_executed(uneven, setup);
    setup.launches = 3;
    CHECK_FALSE(limited(uneven, setup, 3 * one).fault);
    const LaunchResult third = limited(uneven, setup, 3 * one - 1);
    REQUIRE(third.fault);
    CHECK(third.fault->over_limit);
    setup.launches = 2;
    CHECK_FALSE(limited(uneven, setup, 3 * one - 1).fault);
}

TEST_CASE("blocks that run in order are limited too", "[machine]") {
    const std::string taking = "atom.global.add.u32 %r5, [%rd1], 1;\nst.global.u32 [%rd4], %r5;\n";
    const Setup setup = {.blocks = 20, .threads = 32, .cores = 4};
    const std::uint64_t all = instructions_executed(taking + uneven, setup);
    const LaunchResult whole = limited(taking + uneven, setup, all);
    CHECK(whole.in_order);
    CHECK_FALSE(whole.fault);
    const LaunchResult stopped = limited(taking + uneven, setup, all - 1);
    REQUIRE(stopped.fault);
    CHECK(stopped.fault->over_limit);
}

TEST_CASE("a fault in a block before the limit is reported, and not the limit", "[machine]") {
    // Block 3 reads far out of bounds, and all blocks together exceed the limit.
    const std::string wrong =
        "setp.eq.u32 %p2, %r2, 3;\nmov.u64 %rd5, 64;\n@%p2 ld.global.u32 %r5, [%rd5];\n";
    for (const std::uint32_t cores : {1U, 4U}) {
        const std::uint64_t all = instructions_executed(uneven, {.blocks = 40, .threads = 64});
        const LaunchResult result = [&] {
            Gpu gpu;
            return gpu.run(wrong + uneven,
                           {.blocks = 40, .threads = 64, .cores = cores, .instruction_limit = all / 2},
                           nullptr);
        }();
        REQUIRE(result.fault);
        CHECK(result.fault->kind == FaultKind::illegal_address);
        CHECK(result.fault->block == 3);
    }
}
