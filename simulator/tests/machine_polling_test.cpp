#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <string>
#include <tuple>
#include <utility>

#include "machine_bench.h"

// Loads that wait for values that other blocks write, and the progress of time for waiting threads.

namespace {

using namespace machine_bench;
using namespace simulator;
using Catch::Matchers::ContainsSubstring;

// Loops that wait until number 0 is not 0.
const std::pair<const char*, const char*> waits[] = {
    {"__ldcg", "again: ld.global.cg.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra again;\n"},
    {"__ldcv", "again: ld.global.cv.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra again;\n"},
    {"generic", "again: ld.cg.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra again;\n"},
    {"volatile", "again: ld.volatile.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra again;\n"},
    {"relaxed", "again: ld.relaxed.gpu.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra again;\n"},
    {"a fence", "again: membar.gl;\nld.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra again;\n"},
    {"another fence",
     "again: fence.acq_rel.gpu;\nld.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra again;\n"},
    {"a nap", "again: nanosleep.u32 100;\nld.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n"
              "@%p1 bra again;\n"},
    {"an address that is computed anew",
     "mov.u64 %rd6, 0;\nagain: add.u64 %rd5, %rd1, %rd6;\nld.global.cg.u32 %r5, [%rd5];\n"
     "setp.eq.u32 %p1, %r5, 0;\n@%p1 bra again;\n"},
    {"what the warp says together", "again: ld.global.cg.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n"
                                    "vote.sync.any.pred %p2, %p1, -1;\n@%p2 bra again;\n"},
    {"the way out in the middle",
     "again: ld.global.cg.u32 %r5, [%rd1];\nand.b32 %r5, %r5, 255;\nsetp.ne.u32 %p1, %r5, 0;\n"
     "@%p1 bra done;\nadd.u32 %r6, %r6, 1;\nbra again;\ndone:\n"},
    {"one place after the other, each as long as it takes",
     "mov.u64 %rd5, %rd1;\nmov.u32 %r6, 0;\nagain: ld.global.cg.u32 %r5, [%rd5];\nsetp.eq.u32 %p1, %r5, 0;\n"
     "@%p1 bra next;\nadd.u32 %r6, %r6, 1;\nadd.u64 %rd5, %rd5, 4;\nnext: setp.eq.u32 %p1, %r6, 0;\n@%p1 bra "
     "again;\n"},
};

// Loops of ordinary kernels, which do not wait.
const std::pair<const char*, const char*> does_not_wait[] = {
    {"a stream", "mov.u64 %rd5, %rd1;\nmov.u32 %r6, 0;\nagain: ld.global.cg.u32 %r5, [%rd5];\n"
                 "add.u64 %rd5, %rd5, 4;\nadd.u32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 9;\n@%p1 bra again;\n"},
    {"a search", "mov.u64 %rd5, %rd1;\nagain: ld.global.cg.u32 %r5, [%rd5];\nadd.u64 %rd5, %rd5, 4;\n"
                 "setp.eq.u32 %p1, %r5, 0;\n@%p1 bra again;\n"},
    {"a list", "mov.u64 %rd5, %rd1;\nagain: ld.global.cg.u64 %rd5, [%rd5];\nsetp.ne.u64 %p1, %rd5, 0;\n"
               "@%p1 bra again;\n"},
    {"a count", "mov.u32 %r6, 0;\nagain: ld.global.cg.u32 %r5, [%rd1];\nadd.u32 %r6, %r6, 1;\n"
                "setp.lt.u32 %p1, %r6, 9;\n@%p1 bra again;\n"},
    {"no loop", "membar.gl;\nld.global.cg.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra on;\n"
                "st.global.u32 [%rd4], 1;\non:\n"},
    {"no fence", "again: ld.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra again;\n"},
    {"a fence in another loop",
     "again: membar.gl;\nadd.u32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 9;\n@%p1 bra again;\n"
     "more: ld.global.u32 %r5, [%rd3];\nst.global.u32 [%rd4], %r5;\nsetp.ne.u32 %p1, %r5, 0;\n@%p1 bra "
     "more;\n"},
    {"shared memory", "again: membar.cta;\nld.shared.u32 %r5, [shared_];\nsetp.ne.u32 %p1, %r5, 0;\n"
                      "@%p1 bra again;\n"},
};

// The loop exists, but no block executes it.
std::string reason_for(const std::string& body) {
    Gpu gpu;
    return gpu.run("setp.lt.u32 %p1, %r3, 1000000;\n@%p1 ret;\n" + body, {.blocks = 8, .cores = 4})
        .in_order_reason;
}

} // namespace

TEST_CASE("blocks that poll data of other blocks run in order", "[machine]") {
    for (const auto& [name, body] : waits) {
        CAPTURE(name);
        CHECK_THAT(reason_for(body), ContainsSubstring("data that other blocks write"));
    }
    for (const auto& [name, body] : does_not_wait) {
        CAPTURE(name);
        CHECK(reason_for(body).empty());
    }
}

TEST_CASE("a block may poll a flag of a later block on any number of cores", "[machine]") {
    for (const auto& [name, wait] : waits) {
        // Block 0 sees the flag that block 1 sets, and earlier writes of block 1, but no writes of block 2.
        const std::string body =
            "setp.ne.u32 %p3, %r2, 0;\n@%p3 bra writes;\n" + std::string(wait) +
            "ld.volatile.global.u32 %r7, [%rd1+8];\nst.global.u32 [%rd4], %r7;\nret;\n"
            "writes: st.global.u32 [%rd1+8], %r2;\nmembar.gl;\nst.global.u32 [%rd1], 1;\n";
        for (const std::uint32_t cores : {1U, 2U, 4U}) {
            CAPTURE(name, cores);
            Gpu gpu;
            const LaunchResult result =
                gpu.run(body, {.blocks = 3, .cores = cores, .warp_instruction_limit = 1 << 22});
            CHECK_FALSE(result.fault);
            CHECK(gpu.result(0) == 1);
        }
    }
}

TEST_CASE("a loop that waits for a value yields and a loop that only reads does not", "[machine]") {
    // Each loop polls for longer than a time slice; it ends by a counter or when number 0 is not 0.
    const std::string counts = "add.u32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 100000;\n@%p1 bra again;\n";
    const std::string waits = "setp.eq.u32 %p1, %r5, 0;\n@%p1 bra again;\n";
    const std::tuple<std::string, std::string, bool> loops[] = {
        {"atomics that change nothing", "atom.global.min.u32 %r5, [%rd1+4], 0;\n" + counts, false},
        {"atomics that are used", "atom.global.max.u32 %r5, [%rd1+4], 0;\nadd.u32 %r7, %r7, %r5;\n" + counts,
         false},
        {"loads around L1", "ld.global.cg.u32 %r5, [%rd1+4];\nadd.u32 %r7, %r7, %r5;\n" + counts, false},
        {"volatile loads", "ld.volatile.global.u32 %r5, [%rd1+4];\nadd.u32 %r7, %r7, %r5;\n" + counts, false},
        {"a load that waits", "ld.volatile.global.u32 %r5, [%rd1];\n" + waits, true},
        {"a lock", "atom.global.cas.b32 %r5, [%rd1], 1, 0;\n" + waits, true},
        {"a lock, and how often it was tried",
         "add.u32 %r6, %r6, 1;\natom.global.cas.b32 %r5, [%rd1], 1, 0;\n" + waits, true}};
    for (const auto& [name, loop, expected] : loops) {
        CAPTURE(name);
        Gpu gpu;
        Setup setup = {.warp_instruction_limit = 1 << 22};
        bool yielded = false;
        setup.yield_to_other_work = [&](bool) {
            yielded = true;
            gpu.set_number(0, 1);
            return YieldResult::progressed;
        };
        const LaunchResult result =
            gpu.run("mov.u32 %r6, 0;\nmov.u32 %r7, 0;\nagain: " + loop + "st.global.u32 [%rd4], %r7;\n",
                    setup);
        CHECK_FALSE(result.fault);
        CHECK(yielded == expected);
        CHECK(result.waited_for_other_work == expected);
    }
}

TEST_CASE("other warps of a block run while one warp polls", "[machine]") {
    // Warp 0 waits for warp 1, which has not started.
    for (const auto& [name, wait] : waits) {
        CAPTURE(name);
        Gpu gpu;
        const std::string body = "setp.ge.u32 %p3, %r1, 32;\n@%p3 bra sets;\n" + std::string(wait) +
                                 "bra end;\nsets: st.global.u32 [%rd1], 1;\nend:\n";
        CHECK_FALSE(gpu.run(body, {.threads = 64, .warp_instruction_limit = 1 << 22}).fault);
    }
}

TEST_CASE("a sleep advances each clock by its duration", "[machine]") {
    const std::string body = "mov.u64 %rd5, %globaltimer;\nmov.u64 %rd7, %clock64;\n"
                             "nanosleep.u32 100000;\n"
                             "mov.u64 %rd6, %globaltimer;\nmov.u64 %rd8, %clock64;\n"
                             "sub.u64 %rd6, %rd6, %rd5;\nsub.u64 %rd8, %rd8, %rd7;\n"
                             "cvt.u32.u64 %r5, %rd6;\nst.global.u32 [%rd4], %r5;\n"
                             "cvt.u32.u64 %r6, %rd8;\nst.global.u32 [%rd4+128], %r6;\n";
    Gpu gpu;
    CHECK_FALSE(gpu.run(body, {}).fault);
    CHECK(gpu.result(0) >= 100'000);
    CHECK(gpu.result(0) < 100'100);
    // At 1980 MHz.
    CHECK(gpu.result(32) >= 198'000);
    CHECK(gpu.result(32) < 198'100);
}

TEST_CASE("no warp sleeps longer than a millisecond and its lanes sleep as long as the longest",
          "[machine]") {
    const std::string body = "mov.u64 %rd5, %globaltimer;\nmul.lo.u32 %r5, %r1, {};\nnanosleep.u32 %r5;\n"
                             "mov.u64 %rd6, %globaltimer;\nsub.u64 %rd6, %rd6, %rd5;\n"
                             "cvt.u32.u64 %r5, %rd6;\nst.global.u32 [%rd4], %r5;\n";
    const auto slept = [&](const std::string& each) {
        std::string text = body;
        Gpu gpu;
        CHECK_FALSE(gpu.run(text.replace(text.find("{}"), 2, each), {}).fault);
        return gpu.result(0) / 1000;
    };
    CHECK(slept("1000") == 31);
    CHECK(slept("1000000") == 1000);
}

TEST_CASE("a loop that waits for a time is not a deadlock and needs few instructions", "[machine]") {
    // Ten seconds.
    const std::string body = "mov.u64 %rd5, %globaltimer;\nadd.u64 %rd5, %rd5, 10000000000;\n"
                             "again: nanosleep.u32 1000000;\nmov.u64 %rd6, %globaltimer;\n"
                             "setp.lt.u64 %p1, %rd6, %rd5;\n@%p1 bra again;\nst.global.u32 [%rd4], 1;\n";
    Gpu gpu;
    CHECK_FALSE(gpu.run(body, {.warp_instruction_limit = 1 << 17}).fault);
    CHECK(gpu.result(0) == 1);
}
