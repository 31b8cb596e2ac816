#include <catch2/catch_test_macros.hpp>

#include <bit>
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "finding_messages/machine_messages.h"
#include "machine_bench.h"

// Lanes of a warp with different masks at an instruction execute it in groups.

namespace {

using namespace machine_bench;
using namespace simulator;

namespace machine_messages = kernelsmith::machine_messages;

constexpr CheckOptions all_checks = {.memory = true, .race = true, .init = true};

// %r5 names four adjacent lanes.
const std::string neighbours = "and.b32 %r5, %r1, 28;\nmov.u32 %r6, 15;\nshl.b32 %r5, %r6, %r5;\n";
// %r5 names the lanes with the same index modulo 4, which are in both halves of the warp.
const std::string strided = "and.b32 %r5, %r1, 3;\nmov.u32 %r6, 0x11111111;\nshl.b32 %r5, %r6, %r5;\n";
// The halves of the warp arrive at the following code one after the other: the upper one sleeps in a loop for
// so long that the lower one continues without it. Result 32 and up: the lanes that arrive together.
const std::string halves =
    "and.b32 %r7, %r1, 16;\nsetp.eq.u32 %p1, %r7, 0;\nmov.u32 %r8, 0;\n@%p1 bra both;\n"
    "pause: nanosleep.u32 1;\nadd.u32 %r8, %r8, 1;\nsetp.lt.u32 %p2, %r8, 9000;\n"
    "@%p2 bra pause;\n"
    "both: activemask.b32 %r8;\nst.global.u32 [%rd4+128], %r8;\n";
const std::string sum_of_group = "redux.sync.add.u32 %r9, %r1, %r5;\nst.global.u32 [%rd4], %r9;\n";

// Returns the sum of the lane indices in a mask.
std::uint32_t sum_of(Mask lanes) {
    std::uint32_t sum = 0;
    for (; lanes != 0; lanes &= lanes - 1) sum += static_cast<std::uint32_t>(std::countr_zero(lanes));
    return sum;
}

void check_halves_apart(const Gpu& gpu) {
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        CHECK(gpu.result(32 + lane) == (lane < 16 ? 0x0000'ffff : 0xffff'0000));
}

} // namespace

TEST_CASE("each instruction with a member mask is executed separately for each group of lanes", "[machine]") {
    using Expected = std::function<std::uint32_t(std::uint32_t lane, Mask group)>;
    const Mask odd_or_high = 0xffff'aaaa;
    const std::pair<const char*, Expected> cases[] = {
        {"shfl.sync.bfly.b32 %r9, %r1, 3, 31, %r5;", [](std::uint32_t lane, Mask) { return lane ^ 3; }},
        {"shfl.sync.up.b32 %r9, %r1, 1, 0x1c00, %r5;",
         [](std::uint32_t lane, Mask) { return lane % 4 == 0 ? lane : lane - 1; }},
        {"shfl.sync.down.b32 %r9, %r1, 1, 0x1c1f, %r5;",
         [](std::uint32_t lane, Mask) { return lane % 4 == 3 ? lane : lane + 1; }},
        {"shfl.sync.idx.b32 %r9, %r1, 2, 0x1c1f, %r5;",
         [](std::uint32_t lane, Mask) { return lane / 4 * 4 + 2; }},
        {"vote.sync.ballot.b32 %r9, %p3, %r5;",
         [](std::uint32_t, Mask group) { return odd_or_high & group; }},
        {"vote.sync.all.pred %p4, %p3, %r5;\nselp.u32 %r9, 1, 0, %p4;",
         [](std::uint32_t lane, Mask) { return lane >= 16 ? 1U : 0U; }},
        {"setp.eq.u32 %p3, %r1, 9;\nvote.sync.any.pred %p4, %p3, %r5;\nselp.u32 %r9, 1, 0, %p4;",
         [](std::uint32_t lane, Mask) { return lane / 4 == 2 ? 1U : 0U; }},
        {"setp.ne.u32 %p3, %r1, 9;\nvote.sync.uni.pred %p4, %p3, %r5;\nselp.u32 %r9, 1, 0, %p4;",
         [](std::uint32_t lane, Mask) { return lane / 4 == 2 ? 0U : 1U; }},
        {"and.b32 %r8, %r1, 1;\nmatch.any.sync.b32 %r9, %r8, %r5;",
         [](std::uint32_t lane, Mask group) { return group & (lane % 2 == 1 ? 0xaaaa'aaaa : 0x5555'5555); }},
        {"shr.u32 %r8, %r1, 2;\nmatch.all.sync.b32 %r9, %r8, %r5;",
         [](std::uint32_t, Mask group) { return group; }},
        {"redux.sync.max.u32 %r9, %r1, %r5;", [](std::uint32_t lane, Mask) { return lane | 3; }},
        {"redux.sync.xor.b32 %r9, %r5, %r5;", [](std::uint32_t, Mask) { return 0U; }},
        // The result overwrites the mask.
        {"shfl.sync.idx.b32 %r5, %r1, 1, 0x1c1f, %r5;\nmov.u32 %r9, %r5;",
         [](std::uint32_t lane, Mask) { return lane / 4 * 4 + 1; }},
        // A guard removes lanes from each group.
        {"mov.u32 %r9, 7;\nsetp.lt.u32 %p5, %r1, 8;\n@%p5 redux.sync.add.u32 %r9, %r1, %r5;",
         [](std::uint32_t lane, Mask group) { return lane < 8 ? sum_of(group) : 7; }},
    };
    // %p3 is true in the odd lanes and in those from 16 on.
    const std::string holds = "and.b32 %r7, %r1, 17;\nsetp.ne.u32 %p3, %r7, 0;\n";
    for (const auto& [instruction, expected] : cases) {
        CAPTURE(instruction);
        Gpu gpu;
        const LaunchResult result =
            gpu.run(neighbours + holds + instruction + "\nst.global.u32 [%rd4], %r9;\n",
                    {.checks = all_checks});
        CHECK_FALSE(result.fault);
        CHECK(gpu.reported().empty());
        for (std::uint32_t lane = 0; lane < 32; ++lane) {
            CAPTURE(lane);
            CHECK(gpu.result(lane) == expected(lane, Mask{15} << (lane & 28)));
        }
    }
}

TEST_CASE("the trace of a match.any has its number of different values", "[machine][time]") {
    Gpu gpu;
    const LaunchResult result =
        gpu.run("mov.u32 %r5, 0xffffffff;\nand.b32 %r8, %r1, 7;\nmatch.any.sync.b32 %r9, %r8, %r5;\n"
                "match.any.sync.b32 %r10, %r5, %r5;\nst.global.u32 [%rd4], %r9;\n",
                {.traced_blocks = {0}}, nullptr);
    REQUIRE(result.steps.size() == 1);
    const WarpTrace& steps = result.steps[0].warps.at(0);
    std::vector<std::uint32_t> values;
    for (const AccessCost& cost : steps.costs)
        if (cost.space == MemorySpace::param) values.push_back(cost.serial_rounds);
    CHECK(values == std::vector<std::uint32_t>{8, 1});
}

TEST_CASE("lanes of a group that arrive on two diverged paths execute the masked instruction together",
          "[machine]") {
    Gpu gpu;
    const LaunchResult result = gpu.run(strided + halves + sum_of_group, {.checks = all_checks});
    CHECK_FALSE(result.fault);
    CHECK(gpu.reported().empty());
    check_halves_apart(gpu);
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        CHECK(gpu.result(lane) == sum_of(Mask{0x1111'1111} << lane % 4));
}

TEST_CASE("a complete group executes while another group waits for lanes on a diverged path", "[machine]") {
    // Lanes 0 to 3 are one group, all others the second one. Its upper half arrives when lane 0 is past the
    // instruction.
    const std::string groups = "setp.lt.u32 %p4, %r1, 4;\nselp.b32 %r5, 0xf, 0xfffffff0, %p4;\n";
    const std::string wait_for_lane_0 =
        "setp.lt.u32 %p5, %r1, 16;\n@%p5 bra go;\n"
        "again: ld.volatile.global.u32 %r10, [%rd1];\nsetp.eq.u32 %p6, %r10, 0;\n@%p6 bra again;\ngo:\n";
    const std::string release = "setp.eq.u32 %p5, %r1, 0;\n@%p5 st.volatile.global.u32 [%rd1], 1;\n";
    Gpu gpu;
    const LaunchResult result = gpu.run(groups + halves + wait_for_lane_0 + sum_of_group + release, {});
    CHECK_FALSE(result.fault);
    check_halves_apart(gpu);
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        CHECK(gpu.result(lane) == (lane < 4 ? sum_of(0xf) : sum_of(0xffff'fff0)));
}

TEST_CASE("groups do not wait for exited lanes or lanes that do not exist", "[machine]") {
    const std::string upper_half_leaves = "setp.eq.u32 %p1, %r1, 99;\n@%p1 bra other;\n"
                                          "setp.lt.u32 %p1, %r1, 16;\n@%p1 bra other;\nret;\nother:\n";
    Gpu left;
    CHECK_FALSE(left.run(strided + upper_half_leaves + sum_of_group, {}).fault);
    for (std::uint32_t lane = 0; lane < 16; ++lane) CHECK(left.result(lane) == sum_of(0x1111U << lane % 4));

    // They exit only when the others already wait.
    const std::string lower_half_waits =
        "setp.ge.u32 %p1, %r1, 16;\n@%p1 bra leave;\n" + sum_of_group + "leave:\n";
    Gpu leaving;
    CHECK_FALSE(leaving.run(strided + lower_half_waits, {}).fault);
    for (std::uint32_t lane = 0; lane < 16; ++lane)
        CHECK(leaving.result(lane) == sum_of(0x1111U << lane % 4));

    // The second warp has 24 lanes, and its halves arrive one after the other.
    Gpu absent;
    CHECK_FALSE(absent.run("mov.u32 %r5, 0xffffffff;\n" + halves + sum_of_group, {.threads = 56}).fault);
    CHECK(absent.result(32) == sum_of(0x00ff'ffff) + 24 * 32);
}

TEST_CASE("groups reconverge at warp barriers at different addresses with masks in different registers",
          "[machine]") {
    const std::string body =
        strided +
        "mov.u32 %r6, 0;\nmov.u32 %r10, shared_;\nmad.lo.u32 %r11, %r1, 4, %r10;\n"
        "st.shared.u32 [%r11], %r1;\nand.b32 %r7, %r1, 16;\nsetp.eq.u32 %p1, %r7, 0;\n@%p1 bra lower;\n"
        "mov.u32 %r6, %r5;\nmov.u32 %r5, 0;\nbar.warp.sync %r6;\nbra on;\n"
        "lower: bar.warp.sync %r5;\n"
        "on: xor.b32 %r12, %r1, 16;\nmad.lo.u32 %r12, %r12, 4, %r10;\nld.shared.u32 %r9, [%r12];\n"
        "st.global.u32 [%rd4], %r9;\n";
    Gpu gpu;
    const LaunchResult result = gpu.run(body, {.checks = all_checks});
    CHECK_FALSE(result.fault);
    CHECK(gpu.reported().empty());
    for (std::uint32_t lane = 0; lane < 32; ++lane) CHECK(gpu.result(lane) == (lane ^ 16));
}

TEST_CASE("a warp barrier orders the lanes of its group and not those of other groups", "[machine]") {
    const auto races = [](const char* partner) {
        Gpu gpu;
        gpu.run(neighbours +
                    "mov.u32 %r10, shared_;\nmad.lo.u32 %r11, %r1, 4, %r10;\nst.shared.u32 [%r11], %r1;\n"
                    "bar.warp.sync %r5;\nxor.b32 %r12, %r1, " +
                    partner + ";\nmad.lo.u32 %r12, %r12, 4, %r10;\nld.shared.u32 %r9, [%r12];\n",
                {.checks = all_checks});
        return gpu.count(FindingKind::shared_race);
    };
    CHECK(races("1") == 0);
    CHECK(races("3") == 0);
    CHECK(races("4") > 0);
}

TEST_CASE("a lane missing from its own mask is reported", "[machine]") {
    const auto fault = [](const std::string& instruction) {
        // Lane 9 of the second warp has a mask with only its neighbor, all others one with only themselves.
        Gpu gpu;
        return gpu
            .run("and.b32 %r6, %r1, 31;\nmov.u32 %r7, 1;\nshl.b32 %r5, %r7, %r6;\nsetp.eq.u32 %p1, %r1, 41;\n"
                 "@%p1 mov.u32 %r5, 0x400;\n" +
                     instruction,
                 {.threads = 64})
            .fault;
    };
    const std::pair<const char*, const char*> cases[] = {
        {"shfl.sync.bfly.b32 %r9, %r1, 0, 31, %r5;", "__shfl_xor_sync"},
        {"shfl.sync.idx.b32 %r9, %r1, 0, 31, %r5;", "__shfl_sync"},
        {"vote.sync.any.pred %p4, %p1, %r5;", "__any_sync"},
        {"vote.sync.ballot.b32 %r9, %p1, %r5;", "__ballot_sync"},
        {"match.any.sync.b32 %r9, %r1, %r5;", "__match_any_sync"},
        {"match.all.sync.b32 %r9, %r1, %r5;", "__match_all_sync"},
        {"redux.sync.add.u32 %r9, %r1, %r5;", "one of the __reduce functions"},
        {"bar.warp.sync %r5;", "__syncwarp"},
    };
    for (const auto& [instruction, function] : cases) {
        const auto reported = fault(instruction);
        REQUIRE(reported);
        CHECK(reported->kind == FaultKind::trap);
        CHECK(reported->thread == 41);
        CHECK(reported->what == Message(machine_messages::own_lane_is_not_in_mask,
                                        {{"function", function}, {"mask", 0x400}, {"lane", 9}}));
    }
}

TEST_CASE("a lane that waits for a lane with a different mask is a deadlock", "[machine]") {
    // Lane 0 names itself and lane 1, all others only themselves. They wait for lane 0 at the barrier.
    Gpu gpu;
    const auto fault = gpu.run("mov.u32 %r7, 1;\nshl.b32 %r5, %r7, %r1;\nsetp.eq.u32 %p1, %r1, 0;\n"
                               "@%p1 mov.u32 %r5, 3;\n" +
                                   sum_of_group + "bar.sync 0;\n",
                               {})
                           .fault;
    REQUIRE(fault);
    CHECK(fault->kind == FaultKind::timeout);
    CHECK(fault->thread == 0);
    CHECK(fault->what.is(machine_messages::lanes_never_arrive));
    CHECK(gpu.result(31) == 31);
}

TEST_CASE("lanes execute a masked instruction together even if the compiler duplicated it", "[machine]") {
    // Even and odd lanes have separate instructions with other registers, and once with an immediate mask.
    const auto both = [](const std::string& even, const std::string& odd) {
        return "and.b32 %r7, %r1, 1;\nsetp.ne.u32 %p1, %r7, 0;\nsetp.lt.u32 %p3, %r1, 8;\n"
               "setp.ge.u32 %p4, %r1, 8;\nmov.u32 %r5, -1;\nadd.u32 %r6, %r1, 0;\n@%p1 bra odd;\n" +
               even + "\nbra on;\nodd: " + odd + "\non: st.global.u32 [%rd4], %r9;\n";
    };
    using Expected = std::function<std::uint32_t(std::uint32_t lane)>;
    const std::tuple<const char*, const char*, Expected> cases[] = {
        {"shfl.sync.bfly.b32 %r9, %r1, 1, 31, %r5;",
         "mov.u32 %r8, 7;\nmov.u32 %r12, 31;\nshfl.sync.bfly.b32 %r9|%p5, %r6, %r8, %r12, -1;",
         [](std::uint32_t lane) { return lane % 2 == 0 ? lane ^ 1 : lane ^ 7; }},
        {"vote.sync.ballot.b32 %r9, %p3, -1;", "vote.sync.ballot.b32 %r9, !%p4, %r5;",
         [](std::uint32_t) { return 0xffU; }},
        {"vote.sync.any.pred %p6, %p1, %r5;\nselp.u32 %r9, 1, 0, %p6;",
         "vote.sync.any.pred %p5, %p1, %r5;\nselp.u32 %r9, 1, 0, %p5;", [](std::uint32_t) { return 1U; }},
        {"match.any.sync.b32 %r9, %r7, %r5;", "mov.u32 %r8, 0;\nmatch.any.sync.b32 %r9, %r8, %r5;",
         [](std::uint32_t) { return ~0U; }},
        {"cvt.u64.u32 %rd5, %r7;\nmatch.all.sync.b64 %r9|%p6, %rd5, %r5;",
         "mov.u64 %rd6, 0;\nmatch.all.sync.b64 %r9|%p5, %rd6, %r5;", [](std::uint32_t) { return ~0U; }},
        {"redux.sync.add.u32 %r9, %r1, %r5;", "redux.sync.add.u32 %r9, %r6, -1;",
         [](std::uint32_t) { return 496U; }},
    };
    for (const auto& [even, odd, expected] : cases) {
        CAPTURE(even);
        Gpu gpu;
        const LaunchResult result = gpu.run(both(even, odd), {.checks = all_checks});
        CHECK_FALSE(result.fault);
        CHECK(gpu.reported().empty());
        for (std::uint32_t lane = 0; lane < 32; ++lane) {
            CAPTURE(lane);
            CHECK(gpu.result(lane) == expected(lane));
        }
    }
    Gpu gpu;
    const auto fault =
        gpu.run(both("shfl.sync.bfly.b32 %r9, %r1, 1, 31, %r5;", "vote.sync.ballot.b32 %r9, %p3, %r5;"), {})
            .fault;
    REQUIRE(fault);
    CHECK(fault->finding == FindingKind::deadlock);
    CHECK(fault->what.is(machine_messages::lanes_wait_in_two_functions));
    CHECK(std::set{fault->what.text("function"), fault->what.text("other")} ==
          std::set<std::string>{"__ballot_sync", "__shfl_xor_sync"});
}

TEST_CASE("exiting lanes complete a group whose lanes wait at several instructions", "[machine]") {
    // Lanes 0 to 7 and 8 to 15 wait when the upper half exits.
    const std::string body = "mov.u32 %r5, -1;\nsetp.ge.u32 %p1, %r1, 16;\n@%p1 bra leave;\n"
                             "setp.ge.u32 %p2, %r1, 8;\n@%p2 bra other;\n" +
                             sum_of_group + "bra end;\nother: " + sum_of_group +
                             "bra end;\nleave: ret;\nend:\n";
    Gpu gpu;
    CHECK_FALSE(gpu.run(body, {}).fault);
    for (std::uint32_t lane = 0; lane < 16; ++lane) CHECK(gpu.result(lane) == sum_of(0xffff));
}

TEST_CASE("lanes in a loop and lanes after it reconverge at instructions with a mask", "[machine]") {
    // Lane n sums in n % 4 + 1 iterations of the loop, and in the other iterations after it.
    const std::string sum = "redux.sync.add.u32 %r8, %r1, %r5;\nadd.u32 %r9, %r9, %r8;\n";
    const std::string body =
        "mov.u32 %r5, -1;\nmov.u32 %r9, 0;\nmov.u32 %r6, 0;\nand.b32 %r7, %r1, 3;\n"
        "first: " +
        sum +
        "add.u32 %r6, %r6, 1;\nsetp.le.u32 %p1, %r6, %r7;\n@%p1 bra first;\n"
        "second: setp.ge.u32 %p1, %r6, 6;\n@%p1 bra done;\n" +
        sum +
        "add.u32 %r6, %r6, 1;\nbra second;\n"
        "done: activemask.b32 %r8;\nst.global.u32 [%rd4], %r9;\nst.global.u32 [%rd4+128], %r8;\n";
    Gpu gpu;
    CHECK_FALSE(gpu.run(body, {}).fault);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        CHECK(gpu.result(lane) == 6 * 496);
        CHECK(gpu.result(32 + lane) == all_lanes);
    }
}
