#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <nlohmann/json.hpp>

#include "grading/measure/ceilings.h"

using Catch::Matchers::WithinRel;
using grader::Ceilings;
using grader::Limit;
using grader::limit_of;
using kernelsmith::Work;

TEST_CASE("the limit of a lab is the ceiling with the longest time", "[ceilings]") {
    const Ceilings ceilings{4000, 60000, 4000};
    const auto limit = [&](double bytes, double flops, double roots) {
        Work work;
        work.bytes = bytes;
        work.flops = flops;
        work.roots = roots;
        return limit_of(work, ceilings);
    };
    CHECK_THAT(limit(4e9, 0, 0).ms, WithinRel(1.0));
    CHECK(limit(4e9, 0, 0).name == "device's copy bandwidth (4000 GB/s)");
    CHECK(limit(4e9, 120e9, 0).name == "device's fp32 rate (60000 GFLOP/s)");
    CHECK_THAT(limit(4e9, 120e9, 12e9).ms, WithinRel(3.0));
    CHECK(limit(4e9, 120e9, 12e9).name == "device's rate of reciprocal roots (4000 billion a second)");
}

TEST_CASE("unknown rates of a device set no limit", "[ceilings]") {
    Work work;
    work.bytes = 1;
    work.roots = 1;
    CHECK(limit_of(work, {}).ms == 0);
    CHECK(limit_of(work, {}).name.empty());
    CHECK(limit_of(work, {4000, 0, 0}).name == "device's copy bandwidth (4000 GB/s)");
}

TEST_CASE("ceilings survive a round trip through JSON", "[ceilings]") {
    const Ceilings again = grader::ceilings_from(grader::to_json({4000, 60000, 4200}));
    CHECK(again.copy_gb_s == 4000);
    CHECK(again.fp32_gflop_s == 60000);
    CHECK(again.roots_giga_s == 4200);
    // A file written before roots were measured.
    CHECK(grader::ceilings_from({{"copy_gb_s", 1}, {"fp32_gflop_s", 2}}).roots_giga_s == 0);
}
