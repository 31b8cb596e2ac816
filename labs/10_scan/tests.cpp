#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

lab_test::Outcome run(std::int64_t count) { return lab_test::run_case({{"count", count}}); }

/// As run(), with every access checked.
lab_test::Outcome look_at(std::int64_t count) { return lab_test::check_case({{"count", count}}); }

} // namespace

TEST_CASE("one warp scans 1 to 32 elements", "[10_scan][task_1]") {
    const std::int64_t count = GENERATE(1, 2, 3, 17, 31, 32);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("one block scans 33 to 1024 elements", "[10_scan][task_1]") {
    const std::int64_t count = GENERATE(33, 64, 500, 1023, 1024);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the total of each tile is added to the sums of all later tiles", "[10_scan][task_1]") {
    const std::int64_t count = GENERATE(1025, 2048, 30000, 99991);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("warp sums in shared memory are initialized and have no data race", "[10_scan][task_1]") {
    const std::int64_t count = GENERATE(1024, 50000);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("counts at the boundaries of vectors and threads and warp tiles and tiles and one off",
          "[10_scan][task_2]") {
    const std::int64_t whole = GENERATE(4, 12, 28, 384, 896, 12288, 28672);
    const std::int64_t count = whole + GENERATE(-1, 0, 1);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("a partial last vector writes nothing past the end of the output", "[10_scan][task_2]") {
    const std::int64_t count = GENERATE(1, 6, 1023, 12289);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("an array of 4194307 elements is scanned with max_items_per_thread", "[10_scan][task_2]") {
    const lab_test::Outcome outcome = run(4194307);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the initial contents of scratch are ignored", "[10_scan][task_3]") {
    const std::int64_t count = GENERATE(1, 5000, 60000);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the prefix of a tile includes the sums of all preceding tiles", "[10_scan][task_3]") {
    const std::int64_t count = GENERATE(25000, 200003, 1700001, 3300001);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("look-back reads the sum of a tile only after it is published", "[10_scan][task_3]") {
    const lab_test::Outcome outcome = look_at(300007);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("asynchronous copies complete before use and overwrite no buffer that is in use",
          "[10_scan][task_4]") {
    const std::int64_t count = GENERATE(40007, 300007);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the buffer is initialized past the end of the array in a partial last tile", "[10_scan][task_4]") {
    const std::int64_t count = GENERATE(1, 2, 5, 127, 12290);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}
