#include <catch2/catch_test_macros.hpp>

#include <string>

#include "machine_bench.h"

// Reconvergence of divergent lanes.

namespace {

using namespace machine_bench;
using namespace simulator;

// Stores the active mask at `both`.
const std::string store_active_mask = "both: activemask.b32 %r9;\nst.global.u32 [%rd4], %r9;\n";
const std::string odd_lanes = "and.b32 %r5, %r1, 1;\nsetp.eq.u32 %p1, %r5, 0;\n";
// %p2 is true in every other odd lane.
const std::string some_of_them = "and.b32 %r6, %r1, 2;\nsetp.ne.u32 %p2, %r6, 0;\n";
constexpr Mask others = 0x7777'7777;

void check_reconverge(const std::string& body, Mask lanes) {
    CAPTURE(body);
    Gpu gpu;
    REQUIRE_FALSE(gpu.run(body, {}).fault);
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        CHECK(gpu.result(lane) == ((lanes >> lane & 1) != 0 ? lanes : 0));
}

} // namespace

TEST_CASE("lanes that exit in a branch do not prevent reconvergence of the others", "[machine]") {
    const std::string ends[] = {
        "@%p2 ret;\n",
        "@%p2 exit;\n",
        "@%p2 bra end;\n",
        "@!%p2 bra stay;\nst.global.u32 [%rd1], 1;\nret;\nstay:\n",
        "@!%p2 bra stay;\nst.global.u32 [%rd1], 1;\nexit;\nstay:\n",
        // All paths reach `last`, but the lanes there do not make the others wait.
        "@%p2 bra last;\n",
    };
    for (const std::string& end : ends)
        check_reconverge(odd_lanes + "@%p1 bra both;\n" + some_of_them + end + store_active_mask +
                             "last: st.global.u32 [%rd1+4], 1;\nend:\n",
                         others);
}

TEST_CASE("lanes that exit on both sides of a branch do not prevent reconvergence of the others",
          "[machine]") {
    check_reconverge(
        odd_lanes +
            "and.b32 %r6, %r1, 2;\nsetp.ne.u32 %p2, %r6, 0;\n@%p1 bra even;\n@%p2 ret;\nbra both;\n"
            "even: @%p2 exit;\n" +
            store_active_mask,
        0x3333'3333);
    // Lanes exit on both sides, and lanes of each side reconverge on the way.
    check_reconverge(odd_lanes + "setp.lt.u32 %p2, %r1, 8;\n@%p1 bra even;\n@%p2 bra here;\nmov.u32 %r7, 1;\n"
                                 "here: activemask.b32 %r9;\nst.global.u32 [%rd4], %r9;\nret;\n"
                                 "even: @%p2 bra there;\nmov.u32 %r7, 1;\nthere: ret;\n",
                     0xaaaa'aaaa);
}

TEST_CASE("lanes that exit in a loop do not keep the others diverged after it", "[machine]") {
    // Lane n makes n % 4 + 1 iterations; lanes 3, 7, ... leave in the third one.
    const std::string loop = "and.b32 %r5, %r1, 3;\nmov.u32 %r6, 0;\nagain: setp.eq.u32 %p1, %r6, 2;\n"
                             "setp.eq.and.u32 %p1, %r5, 3, %p1;\n@%p1 {leave};\n"
                             "add.u32 %r6, %r6, 1;\nsetp.le.u32 %p2, %r6, %r5;\n@%p2 bra again;\n";
    for (const std::string leave : {"ret", "bra early"}) {
        std::string body = loop;
        body.replace(body.find("{leave}"), 7, leave);
        check_reconverge(body + store_active_mask + "ret;\nearly: st.global.u32 [%rd1], 1;\n", others);
    }
}

TEST_CASE("lanes that leave a loop in different iterations reconverge at its exit", "[machine]") {
    // The even lanes leave the loop early, the odd ones at its end: neither passes the exit of the others.
    const std::string body =
        "mov.u32 %r6, 0;\nshr.u32 %r7, %r1, 3;\n" + odd_lanes +
        "again: setp.ge.and.u32 %p2, %r6, %r7, %p1;\n@%p2 bra found;\n"
        "add.u32 %r6, %r6, 1;\nsetp.le.u32 %p3, %r6, %r7;\n@%p3 bra again;\n@%p1 bra again;\n" +
        "activemask.b32 %r9;\nst.global.u32 [%rd4], %r9;\nret;\n"
        "found: activemask.b32 %r9;\nst.global.u32 [%rd4], %r9;\nret;\n";
    Gpu gpu;
    REQUIRE_FALSE(gpu.run(body, {}).fault);
    for (std::uint32_t lane = 0; lane < 32; ++lane) CHECK(gpu.result(lane) == 0x5555'5555U << lane % 2);
}

TEST_CASE("cases of a switch that return do not keep the others apart", "[machine]") {
    check_reconverge(
        "and.b32 %r5, %r1, 3;\ntargets: .branchtargets zero, one, two, three;\nbrx.idx %r5, targets;\n"
        "zero: mov.u32 %r6, 1;\nbra both;\none: mov.u32 %r6, 2;\nbra both;\n"
        "two: st.global.u32 [%rd1], 1;\nret;\nthree: mov.u32 %r6, 2;\n" +
            store_active_mask,
        0xbbbb'bbbb);
}

TEST_CASE("lanes with different conditions reconverge at the common successor", "[machine]") {
    // if (lane is even || lane < 8) ...
    check_reconverge(odd_lanes + "@%p1 bra both;\nsetp.ge.u32 %p2, %r1, 8;\n@%p2 bra end;\n" +
                         store_active_mask + "end:\n",
                     0x5555'55ff);
}

TEST_CASE("lanes in an endless loop do not block the other lanes at the reconvergence point", "[machine]") {
    // Odd lanes of the upper half wait in an endless loop, until they are stopped.
    const std::string body = odd_lanes +
                             "@%p1 bra both;\nsetp.lt.u32 %p2, %r1, 16;\n@%p2 bra both;\n"
                             "round: ld.volatile.global.u32 %r8, [%rd1];\nbra round;\n" +
                             store_active_mask;
    Gpu gpu;
    const auto fault = gpu.run(body, {}).fault;
    REQUIRE(fault);
    CHECK(fault->finding == FindingKind::deadlock);
    for (std::uint32_t lane = 0; lane < 16; ++lane) CHECK(gpu.result(lane) == 0x5555'ffff);
}
