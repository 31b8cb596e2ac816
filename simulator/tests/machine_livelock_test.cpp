#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "finding_messages/machine_messages.h"
#include "machine/cycle_detector.h"
#include "machine_bench.h"

// Loops that poll memory: livelocks, and loops that only take long.

namespace {

using namespace machine_bench;
using namespace simulator;
using Catch::Matchers::ContainsSubstring;

namespace machine_messages = kernelsmith::machine_messages;

/// A loop that reads a word of global memory.
const Message global_word(machine_messages::reads_in_loop, {{"bytes", 4}, {"space", "global"}});

// A loop of 100 000 iterations around @p body, which must not change %r10 and %r11.
std::string long_loop(const std::string& body) {
    return "mov.u32 %r10, 0;\nmov.u32 %r11, 0;\nagain:\n" + body +
           "add.u32 %r10, %r10, 1;\nsetp.lt.u32 %p1, %r10, 100000;\n@%p1 bra again;\n"
           "st.global.u32 [%rd4], %r10;\n";
}

void check_ends(const std::string& body) {
    CAPTURE(body);
    Gpu gpu;
    const LaunchResult result = gpu.run(body, {.threads = 1});
    CHECK_FALSE(result.fault);
    CHECK(gpu.result(0) == 100000);
}

Fault fault_of(const std::string& body, const Setup& setup = {}) {
    CAPTURE(body);
    Gpu gpu;
    const LaunchResult result = gpu.run(body, setup);
    REQUIRE(result.fault);
    CHECK(result.fault->kind == FaultKind::timeout);
    return *result.fault;
}

const std::string wait_for_flag = "again: ld.volatile.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n";

} // namespace

TEST_CASE("the cycle detector finds cycles of any length after any number of steps", "[machine]") {
    for (const std::uint64_t before : {0U, 1U, 5U, 100U}) {
        for (const std::uint64_t round : {1U, 2U, 3U, 7U, 64U}) {
            CAPTURE(before, round);
            CycleDetector detector;
            std::uint64_t shown = 0;
            const auto state = [&](std::uint64_t n) {
                return n < before ? n : before + (n - before) % round;
            };
            while (!detector.has_repeated(state(shown)) && shown < 10000) ++shown;
            CHECK(shown >= before + round);
            CHECK(shown <= 4 * (before + round));
        }
    }
    CycleDetector detector;
    for (std::uint64_t n = 0; n < 1000; ++n) REQUIRE_FALSE(detector.has_repeated(n));
    CHECK_FALSE(detector.has_repeated(10));
}

TEST_CASE("a long loop that reads unchanged memory is not a deadlock", "[machine]") {
    check_ends(long_loop("ld.volatile.global.u32 %r5, [%rd1];\nadd.u32 %r11, %r11, %r5;\n"));
    check_ends(long_loop("atom.global.add.u32 %r5, [%rd1], 0;\nadd.u32 %r11, %r11, %r5;\n"));
    check_ends(long_loop("red.global.max.u32 [%rd1], 0;\n"));
    check_ends(long_loop("nanosleep.u32 100;\n"));
    // Its counter is in local memory.
    check_ends("mov.u64 %rd5, local_;\nst.local.u32 [%rd5], 0;\nagain: ld.volatile.global.u32 %r5, [%rd1];\n"
               "ld.local.u32 %r6, [%rd5];\nadd.u32 %r6, %r6, 1;\nst.local.u32 [%rd5], %r6;\n"
               "setp.lt.u32 %p1, %r6, 100000;\nmov.u32 %r5, %r1;\nmov.u32 %r6, %r1;\n@%p1 bra again;\n"
               "ld.local.u32 %r6, [%rd5];\nst.global.u32 [%rd4], %r6;\n");
}

TEST_CASE("a loop that polls until a deadline of the clock is not a deadlock", "[machine]") {
    // No register holds the clock at the end of an iteration.
    const std::string body = "mov.u64 %rd5, %clock64;\nadd.u64 %rd5, %rd5, 1000000;\n" + wait_for_flag +
                             "@!%p1 bra done;\nmov.u64 %rd6, %clock64;\nsetp.lt.u64 %p1, %rd6, %rd5;\n"
                             "mov.u64 %rd6, 0;\n@%p1 bra again;\ndone: st.global.u32 [%rd4], 1;\n";
    Gpu gpu;
    CHECK_FALSE(gpu.run(body, {}).fault);
    CHECK(gpu.result(0) == 1);
}

TEST_CASE("waiting for memory that no thread will change is a deadlock and names that memory", "[machine]") {
    const Fault flag = fault_of(wait_for_flag + "@%p1 bra again;\n");
    CHECK(flag.finding == FindingKind::deadlock);
    CHECK(flag.address);
    CHECK(flag.what == Message(machine_messages::polls_without_writer, {{"polled", global_word}}));
    CHECK(flag.advice.is(machine_messages::set_flag_before_waiting));

    const Fault lock =
        fault_of("st.shared.u32 [shared_+8], 1;\n"
                 "again: atom.shared.cas.b32 %r5, [shared_+8], 0, 1;\nsetp.ne.u32 %p1, %r5, 0;\n"
                 "@%p1 bra again;\n");
    CHECK(lock.finding == FindingKind::deadlock);
    CHECK_FALSE(lock.address);
    CHECK(lock.what.message("polled") ==
          Message(machine_messages::reads_in_loop, {{"bytes", 4}, {"space", "shared"}, {"name", "shared_"}}));
    CHECK(lock.advice.is(machine_messages::release_lock));

    const Fault blocks = fault_of("atom.global.add.u32 %r5, [%rd1], 1;\n" + wait_for_flag +
                                      "setp.lt.u32 %p1, %r5, 100000;\n@%p1 bra again;\n",
                                  {.blocks = 100000, .threads = 1});
    CHECK(blocks.finding == FindingKind::deadlock);
    CHECK(blocks.advice.is(machine_messages::do_not_wait_for_later_blocks));
}

TEST_CASE("threads that wait forever with growing pauses are reported as a deadlock", "[machine]") {
    // A pause of 1, 2, 4, ... 1024 iterations, and then from the beginning again.
    const Fault fault = fault_of("mov.u32 %r6, 1;\n" + wait_for_flag +
                                 "mov.u32 %r7, 0;\npause: add.u32 %r7, %r7, 1;\nsetp.lt.u32 %p2, %r7, %r6;\n"
                                 "@%p2 bra pause;\nshl.b32 %r6, %r6, 1;\nsetp.gt.u32 %p2, %r6, 1024;\n"
                                 "@%p2 mov.u32 %r6, 1;\n@%p1 bra again;\n");
    CHECK(fault.finding == FindingKind::deadlock);
}

TEST_CASE("threads that count while they wait forever exhaust the instruction limit", "[machine]") {
    const std::string body = "mov.u32 %r6, 0;\n" + wait_for_flag +
                             "add.u32 %r6, %r6, 1;\n@%p1 bra again;\n"
                             "st.global.u32 [%rd4], %r6;\n";
    // The limit is the budget of one warp for one warp, and a multiple of it for many warps.
    for (const std::uint32_t threads : {32U, 1024U}) {
        const Fault fault = fault_of(body, {.threads = threads, .warp_instruction_limit = 1 << 20});
        CHECK(fault.finding == FindingKind::instruction_limit);
        CHECK(fault.advice.is(threads > 32 ? machine_messages::or_raise_limit
                                           : machine_messages::end_loop_or_raise_limit));
        if (threads > 32) CHECK(fault.what.message("polled") == global_word);
    }
}

TEST_CASE("atomics that do not commute keep blocks in order", "[machine]") {
    const auto reason = [](const std::string& body) {
        Gpu gpu;
        return gpu.run(body, {.blocks = 8, .cores = 4}).in_order_reason;
    };
    const std::string add = "red.global.add.u32 [%rd1], 1;\n";
    CHECK(reason(add + "red.global.add.s32 [%rd1], 2;\n").empty());
    CHECK(reason("red.global.max.s32 [%rd1], 1;\nred.global.max.s32 [%rd1], 2;\n").empty());
    // They cannot be at the same address.
    CHECK(reason(add + "red.global.max.u64 [%rd1], 1;\n").empty());
    CHECK(reason(add + "red.shared.max.u32 [shared_], 1;\n").empty());
    for (const char* other : {"max.u32", "min.u32", "and.b32", "or.b32", "xor.b32"})
        CHECK_THAT(reason(add + "red.global." + other + " [%rd1], 1;\n"),
                   ContainsSubstring("do not commute"));
    CHECK_THAT(reason("red.global.max.u32 [%rd1], 1;\nred.global.max.s32 [%rd1], 1;\n"),
               ContainsSubstring("do not commute"));
    CHECK_THAT(reason("red.global.min.u32 [%rd1], 1;\nred.global.max.u32 [%rd1], 1;\n"),
               ContainsSubstring("do not commute"));
    CHECK_THAT(reason("red.global.or.b32 [%rd1], 1;\nred.global.and.b32 [%rd1], 1;\n"),
               ContainsSubstring("do not commute"));
}

TEST_CASE("a kernel with atomic sums and a maximum gives the same result on any number of cores",
          "[machine]") {
    const std::string body = "setp.eq.u32 %p1, %r2, 100;\n@%p1 red.global.max.u32 [%rd2], 1000000;\n"
                             "@!%p1 red.global.add.u32 [%rd2], 1;\n";
    for (const std::uint32_t cores : {1U, 2U, 4U, 7U}) {
        CAPTURE(cores);
        Gpu gpu;
        const LaunchResult result = gpu.run(delay(3) + body, {.blocks = 200, .cores = cores});
        CHECK(result.in_order);
        CHECK(gpu.result(0) == 1000000 + 99 * 32);
    }
}
