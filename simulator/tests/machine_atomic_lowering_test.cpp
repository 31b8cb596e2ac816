#include <catch2/catch_test_macros.hpp>

#include "machine_bench.h"

// How ptxas lowers atomics, according to an H200's counters for the same code.

namespace {

using namespace machine_bench;
using namespace simulator;

// Returns the counters of all atomics of a kernel with one warp. %r4 numbers groups of 8 lanes; %r6 is the
// group's word in shared memory, %rd5 its word in global memory.
MemoryTally tally_of(const std::string& atomic, MemorySpace space) {
    Gpu gpu;
    const LaunchResult result = gpu.run("shr.u32 %r4, %r1, 3;\nshl.b32 %r5, %r4, 2;\nmov.u32 %r6, shared_;\n"
                                        "add.u32 %r6, %r6, %r5;\nmad.wide.u32 %rd5, %r4, 4, %rd1;\n" +
                                            atomic,
                                        {}, nullptr);
    MemoryTally sum;
    for (std::uint32_t op = 0; op < result.counters->tallies.size(); ++op) {
        const MemoryTally& tally = result.counters->memory[tally_index(op, space)];
        if (tally.kind == RequestKind::atomic || tally.kind == RequestKind::reduction) sum += tally;
    }
    REQUIRE(sum.requests == 1);
    return sum;
}

std::uint64_t wavefronts_of(const std::string& atomic) {
    return tally_of(atomic, MemorySpace::shared).wavefronts;
}
std::uint64_t sectors_of(const std::string& atomic) { return tally_of(atomic, MemorySpace::global).sectors; }

} // namespace

TEST_CASE("Lanes that add 1 to shared memory and ignore the result need one wavefront",
          "[simulator][counters]") {
    CHECK(wavefronts_of("red.shared.add.u32 [%r6], 1;") == 1);
    CHECK(wavefronts_of("atom.shared.add.u32 %r7, [%r6], 1;") == 1);
    CHECK(wavefronts_of("atom.shared.add.u32 %r7, [%r6], 1;\nst.global.u32 [%rd4], %r7;") == 8);
    CHECK(wavefronts_of("red.shared.add.u32 [%r6], 2;") == 8);
    CHECK(wavefronts_of("red.shared.add.u32 [%r6], %r1;") == 8);
    CHECK(wavefronts_of("red.shared.max.u32 [%r6], 1;") == 8);
    CHECK(wavefronts_of("red.shared.inc.u32 [%r6], 1;") == 8);
    CHECK(wavefronts_of("atom.shared.cas.b32 %r7, [%r6], 0, %r1;") == 16);
}

TEST_CASE("Integer reductions to a uniform address are warp-aggregated where ptxas does so",
          "[simulator][counters]") {
    CHECK(sectors_of("red.global.add.u32 [%rd1], 1;") == 1);
    CHECK(sectors_of("red.global.add.u32 [%rd1], %r1;") == 1);
    CHECK(sectors_of("red.global.min.u32 [%rd1+64], %r1;") == 1);
    CHECK(sectors_of(
              "mul.wide.u32 %rd6, %r2, 4;\nadd.u64 %rd6, %rd1, %rd6;\nred.global.add.u32 [%rd6], 1;") == 1);
    CHECK(sectors_of("atom.global.add.u32 %r7, [%rd1], 3;\nst.global.u32 [%rd4], %r7;") == 1);
    CHECK(sectors_of("atom.global.add.u32 %r7, [%rd1], %r1;\nst.global.u32 [%rd4], %r7;") == 32);
    CHECK(sectors_of("red.global.add.f32 [%rd1], 0f3F800000;") == 32);
    CHECK(sectors_of("red.global.add.u64 [%rd1], 1;") == 1);
    CHECK(sectors_of("red.global.add.u64 [%rd1], %rd4;") == 32);
    // The address is uniform in this warp, which ptxas cannot prove.
    CHECK(sectors_of(
              "shr.u32 %r7, %r1, 5;\nmad.wide.u32 %rd6, %r7, 4, %rd1;\nred.global.add.u32 [%rd6], 1;") == 32);
    CHECK(
        sectors_of(
            "ld.global.u32 %r7, [%rd1];\nmad.wide.u32 %rd6, %r7, 0, %rd1;\nred.global.add.u32 [%rd6], 1;") ==
        32);
    CHECK(sectors_of("red.global.add.u32 [%rd5], 1;") == 8);
}

TEST_CASE("Aggregated integer atomics give the sum of all lanes on any number of cores", "[machine]") {
    // 40 blocks of 80 threads: the last warp of each is a half-warp. A carry goes into the upper word.
    const std::string add = "mul.lo.u32 %r7, %r3, 5;\n red.global.add.u32 [%rd2], %r7;\n"
                            "setp.lt.u32 %p1, %r1, 7;\n @%p1 atom.global.add.u32 %r8, [%rd2+4], -3;\n"
                            "mov.u64 %rd5, 0x80000001;\n red.global.add.u64 [%rd2+8], %rd5;";
    for (const std::uint32_t cores : {1U, 4U}) {
        CAPTURE(cores);
        Gpu gpu;
        CHECK_FALSE(gpu.run(add, {.blocks = 40, .threads = 80, .cores = cores}, nullptr).in_order);
        constexpr std::uint32_t threads = 40 * 80;
        CHECK(gpu.result(0) == 5 * (threads * (threads - 1) / 2));
        CHECK(gpu.result(1) == static_cast<std::uint32_t>(-3 * 7 * 40));
        const std::uint64_t wide = std::uint64_t{threads} * 0x8000'0001;
        CHECK(gpu.result(2) == static_cast<std::uint32_t>(wide));
        CHECK(gpu.result(3) == wide >> 32);
    }
}
