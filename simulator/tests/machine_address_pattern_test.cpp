#include <catch2/catch_test_macros.hpp>
#include <fmt/core.h>

#include <array>

#include "machine_bench.h"

// The recorded address pattern of an instruction changes neither its results nor its counters.

namespace {

using namespace machine_bench;
using namespace simulator;

// Iterations %r4 = first, first + 1 ... before last. In each, the distance between lanes depends on the
// iteration, and all lanes advance. The instruction sees addresses with a repeated pattern, with other
// patterns, and with missing lanes. The values read are summed.
std::string rounds(const std::string& access, int first, int last) {
    return fmt::format(R"(
mov.u32 %r8, shared_;
shl.b32 %r6, %r1, 2;
add.u32 %r6, %r6, %r8;
mad.lo.u32 %r7, %r1, 0x01030507, 0x11223344;
st.shared.u32 [%r6], %r7;
st.shared.u32 [%r6+128], %r7;
mov.u32 %r5, 0;
mov.u32 %r4, {};
again:
div.u32 %r6, %r4, 5;
mul.lo.u32 %r6, %r6, %r1;
mad.lo.u32 %r6, %r4, 3, %r6;
rem.u32 %r9, %r4, 11;
add.u32 %r9, %r9, 24;
setp.lt.u32 %p1, %r1, %r9;
mov.u32 %r10, 0;
mov.u32 %r11, 0;
{}
add.u32 %r5, %r5, %r10;
mad.lo.u32 %r5, %r11, 3, %r5;
add.u32 %r4, %r4, 1;
setp.lt.u32 %p2, %r4, {};
@%p2 bra again;
ld.global.u32 %r10, [%rd4];
add.u32 %r5, %r5, %r10;
st.global.u32 [%rd4], %r5;
)",
                       first, access, last);
}

constexpr int round_count = 60;

// Each line computes an address from %r6, %r8 (the beginning of shared memory) and %rd1, and accesses it.
const std::array accesses = {
    "and.b32 %r7, %r6, 63; shl.b32 %r7, %r7, 2; add.u32 %r7, %r7, %r8; @%p1 ld.shared.u32 %r10, [%r7];",
    "and.b32 %r7, %r6, 63; shl.b32 %r7, %r7, 2; add.u32 %r7, %r7, %r8; ld.shared.u32 %r10, [%r7];",
    "and.b32 %r7, %r6, 15; shl.b32 %r7, %r7, 4; add.u32 %r7, %r7, %r8;"
    "ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [%r7];",
    "and.b32 %r7, %r6, 255; add.u32 %r7, %r7, %r8; ld.shared.u8 %r10, [%r7];",
    // The bytes of the second half-warp are one byte before the bank of the first half's, unless they cross a
    // word boundary.
    "shr.u32 %r7, %r1, 4; mad.lo.u32 %r7, %r7, 127, %r4; add.u32 %r7, %r7, %r8; ld.shared.u8 %r10, [%r7];",
    // The base is often negative; with the offset it is not.
    "and.b32 %r7, %r6, 63; shl.b32 %r7, %r7, 2; add.u32 %r7, %r7, %r8; sub.u32 %r7, %r7, 128;"
    "ld.shared.u32 %r10, [%r7+128];",
    "and.b32 %r7, %r6, 63; shl.b32 %r7, %r7, 2; add.u32 %r7, %r7, %r8; st.shared.u32 [%r7], %r4;"
    "ld.shared.u32 %r10, [%r7];",
    "and.b32 %r7, %r6, 511; mad.wide.u32 %rd5, %r7, 4, %rd1; ld.global.u32 %r10, [%rd5];",
    "and.b32 %r7, %r6, 127; mad.wide.u32 %rd5, %r7, 16, %rd2; add.u64 %rd5, %rd5, 4096;"
    "st.global.v2.u32 [%rd5], {%r4, %r6}; ld.global.v2.u32 {%r10, %r11}, [%rd5];",
    "and.b32 %r7, %r6, 63; mul.wide.u32 %rd5, %r7, 4; cvt.u64.u32 %rd6, %r8; cvta.shared.u64 %rd6, %rd6;"
    "add.u64 %rd5, %rd5, %rd6; ld.u32 %r10, [%rd5];",
};

MemoryTally sum(const LaunchResult& result) {
    MemoryTally all;
    for (const MemoryTally& tally : result.counters->memory) all += tally;
    return all;
}

} // namespace

TEST_CASE("Addresses with the previous pattern give the same results and counters as without it",
          "[machine]") {
    for (const std::string access : accesses) {
        CAPTURE(access);
        Gpu together;
        const MemoryTally in_a_loop = sum(together.run(rounds(access, 0, round_count), {}, nullptr));
        Gpu apart;
        MemoryTally one_by_one;
        MemoryTally ends;
        for (int round = 0; round < round_count; ++round)
            one_by_one += sum(apart.run(rounds(access, round, round + 1), {}, nullptr));
        ends = sum(Gpu().run(rounds("", 0, 1), {}, nullptr));
        for (std::uint32_t thread = 0; thread < warp_size; ++thread)
            CHECK(together.result(thread) == apart.result(thread));
        CHECK(in_a_loop.requests + (round_count - 1) * ends.requests == one_by_one.requests);
        CHECK(in_a_loop.lanes + (round_count - 1) * ends.lanes == one_by_one.lanes);
        CHECK(in_a_loop.sectors + (round_count - 1) * ends.sectors == one_by_one.sectors);
        CHECK(in_a_loop.wavefronts + (round_count - 1) * ends.wavefronts == one_by_one.wavefronts);
        CHECK(in_a_loop.wavefronts_ideal + (round_count - 1) * ends.wavefronts_ideal ==
              one_by_one.wavefronts_ideal);
    }
}

TEST_CASE("A predicted address pattern hides neither out-of-bounds nor misaligned lanes", "[machine]") {
    // The last iterations leave the array, or are misaligned, with the pattern of the iterations before.
    const std::string walk = "mad.lo.u32 %r7, %r1, 2, 900; mad.lo.u32 %r7, %r4, 5, %r7;"
                             "mad.wide.u32 %rd5, %r7, 4, %rd1; ld.global.u32 %r10, [%rd5];";
    const std::string crooked = "mul.lo.u32 %r7, %r1, 8; add.u32 %r7, %r7, %r8; setp.gt.u32 %p3, %r4, 3;"
                                "@%p3 add.u32 %r7, %r7, 2; and.b32 %r7, %r7, 254; ld.shared.u32 %r10, [%r7];";
    Gpu gpu;
    gpu.run(rounds(walk, 0, 12), {});
    CHECK(gpu.count(FindingKind::out_of_bounds) > 0);
    Gpu other;
    other.run(rounds(crooked, 0, 12), {});
    CHECK(other.count(FindingKind::misaligned) == 8 * warp_size);
    const LaunchResult stopped = Gpu().run(rounds(walk, 0, 12), {}, nullptr);
    REQUIRE(stopped.fault);
    CHECK(stopped.fault->thread == 30);
}
