#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

lab_test::Outcome run(std::int64_t count) { return lab_test::run_case({{"count", count}}); }

/// The same, with every access looked at.
lab_test::Outcome look_at(std::int64_t count) { return lab_test::check_case({{"count", count}}); }

} // namespace

TEST_CASE("a warp, and less than one", "[10_scan][task_1]") {
    const std::int64_t count = GENERATE(1, 2, 3, 17, 31, 32);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the warps of a block", "[10_scan][task_1]") {
    const std::int64_t count = GENERATE(33, 64, 500, 1023, 1024);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("what a block hands on is its total", "[10_scan][task_1]") {
    const std::int64_t count = GENERATE(1025, 2048, 30000, 99991);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("nobody reads sums before they are written, or writes them while they are read",
          "[10_scan][task_1]") {
    const std::int64_t count = GENERATE(1024, 50000);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("pieces, runs, parts and tiles, and one element less or more", "[10_scan][task_2]") {
    const std::int64_t whole = GENERATE(4, 12, 28, 384, 896, 12288, 28672);
    const std::int64_t count = whole + GENERATE(-1, 0, 1);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("nothing is written behind the end", "[10_scan][task_2]") {
    const std::int64_t count = GENERATE(1, 6, 1023, 12289);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("long rows", "[10_scan][task_2]") {
    const lab_test::Outcome outcome = run(4194307);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("what stood in scratch has no meaning", "[10_scan][task_3]") {
    const std::int64_t count = GENERATE(1, 5000, 60000);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the sums of all tiles before", "[10_scan][task_3]") {
    const std::int64_t count = GENERATE(25000, 200003, 1700001, 3300001);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("a sum is read when it is there", "[10_scan][task_3]") {
    const lab_test::Outcome outcome = look_at(300007);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("a tile is there before it is read, and stays until it is written", "[10_scan][task_4]") {
    const std::int64_t count = GENERATE(40007, 300007);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("zeros behind the end", "[10_scan][task_4]") {
    const std::int64_t count = GENERATE(1, 2, 5, 127, 12290);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}
