#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "machine_bench.h"

// Warps that wait for others at an mbarrier, in a loop that tests it.

namespace {

using namespace machine_bench;
using namespace simulator;

/// Two warps synchronize at an mbarrier. The second one arrives late, or leaves without arriving.
std::string synchronize_warps(bool arrives = true) {
    return "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra made;\n"
           "mbarrier.init.shared.b64 [shared_], 64;\nmade: bar.sync 0;\n"
           "setp.lt.u32 %p2, %r1, 32;\n@%p2 bra arrives;\n"
           "mov.u32 %r10, 5000;\nlate: sub.u32 %r10, %r10, 1;\nsetp.ne.u32 %p3, %r10, 0;\n@%p3 bra late;\n" +
           std::string(arrives ? "" : "bra done;\n") +
           "arrives: mbarrier.arrive.shared.b64 %rd10, [shared_];\n"
           "again: mbarrier.test_wait.shared.b64 %p4, [shared_], %rd10;\n@!%p4 bra again;\n"
           "done: st.global.u32 [%rd4], %r1;\n";
}

std::uint32_t number_of_test(const Kernel& kernel) {
    const auto test = std::ranges::find(kernel.info, ptx::Form::mbarrier_test_wait, &OpInfo::form);
    REQUIRE(test != kernel.info.end());
    return static_cast<std::uint32_t>(test - kernel.info.begin());
}

} // namespace

TEST_CASE("a waiting warp counts one test of an mbarrier however long it waits", "[machine]") {
    Gpu gpu;
    const LaunchResult result = gpu.run(synchronize_warps(), {.threads = 64, .traced_blocks = {0}}, nullptr);
    REQUIRE_FALSE(result.fault);
    const std::uint32_t test = number_of_test(*gpu.kernel);
    CHECK(result.counters->tallies[test].warps == 2);
    for (const WarpTrace& warp : result.steps.at(0).warps) {
        CHECK(std::ranges::count(warp.ops, test) == 1);
        const auto waits = std::ranges::find(warp.costs, PhaseEvent::waits, &AccessCost::phase_event);
        REQUIRE(waits != warp.costs.end());
        CHECK(waits->phase == 0);
        CHECK(std::ranges::count(warp.costs, PhaseEvent::arrives, &AccessCost::phase_event) == 1);
    }
    for (const std::uint32_t thread : {0U, 63U}) CHECK(gpu.result(thread) == thread);
}

TEST_CASE("waiting at an mbarrier for threads that have left is a deadlock", "[machine]") {
    Gpu gpu;
    const LaunchResult result = gpu.run(synchronize_warps(false), {.threads = 64});
    REQUIRE(result.fault);
    CHECK(result.fault->finding == FindingKind::deadlock);
}

TEST_CASE("a loop that does work between tests of an mbarrier is not suspended", "[machine]") {
    // The only warp arrives a second time only after a failed test.
    const std::string body =
        "mbarrier.init.shared.b64 [shared_], 64;\nmbarrier.arrive.shared.b64 %rd10, [shared_];\n"
        "mov.u32 %r10, 0;\n"
        "again: add.u32 %r10, %r10, 1;\nsetp.eq.u32 %p1, %r10, 3;\n"
        "@%p1 mbarrier.arrive.shared.b64 %rd11, [shared_];\n"
        "mbarrier.test_wait.shared.b64 %p4, [shared_], %rd10;\n@!%p4 bra again;\n"
        "st.global.u32 [%rd4], %r10;\n";
    Gpu gpu;
    // All lanes initialize it, with the same count.
    CHECK_FALSE(gpu.run(body, {.threads = 32}, nullptr).fault);
    CHECK(gpu.result(0) == 3);
}
