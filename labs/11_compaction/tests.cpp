#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

/// Which elements are kept: at random, those at the front, every second one, in ranges of 5000.
enum Kind { at_random, first, every_second, stretches };

/// Runs a case of @p count elements; @p share per thousand of them are kept.
lab_test::Outcome run(std::int64_t count, Kind kind = at_random, std::int64_t share = 500) {
    return lab_test::run_case({{"count", count}, {"kind", kind}, {"share", share}});
}

/// As run(), with every access checked.
lab_test::Outcome look_at(std::int64_t count, std::int64_t share = 500) {
    return lab_test::check_case({{"count", count}, {"kind", at_random}, {"share", share}});
}

} // namespace

TEST_CASE("one warp compacts 1 to 32 elements of which none or half or all are kept",
          "[11_compaction][task_1]") {
    const std::int64_t count = GENERATE(1, 2, 3, 17, 31, 32);
    const std::int64_t share = GENERATE(0, 500, 1000);
    CAPTURE(count, share);
    const lab_test::Outcome outcome = run(count, at_random, share);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("one block compacts 33 to 1024 elements", "[11_compaction][task_1]") {
    const std::int64_t count = GENERATE(33, 64, 500, 1023, 1024);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("kept elements of 1025 to 99991 elements are in input order for each kind of input",
          "[11_compaction][task_1]") {
    const std::int64_t count = GENERATE(1025, 2048, 30000, 99991);
    const Kind kind = GENERATE(at_random, first, every_second, stretches);
    CAPTURE(count, kind);
    const lab_test::Outcome outcome = run(count, kind);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("warp counts in shared memory are initialized and have no data race", "[11_compaction][task_1]") {
    const std::int64_t count = GENERATE(1024, 50000);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("nothing past the end of the array is kept if all of its elements are kept",
          "[11_compaction][task_1]") {
    const std::int64_t count = GENERATE(1, 6, 1023, 12289);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count, 1000);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("counts at the boundaries of vectors and threads and warp tiles and tiles and one off",
          "[11_compaction][task_2]") {
    const std::int64_t whole = GENERATE(4, 12, 28, 384, 896, 12288, 28672);
    const std::int64_t count = whole + GENERATE(-1, 0, 1);
    const std::int64_t share = GENERATE(500, 1000);
    CAPTURE(count, share);
    const lab_test::Outcome outcome = run(count, at_random, share);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("an array of 2200003 elements is compacted with max_items_per_thread", "[11_compaction][task_2]") {
    const lab_test::Outcome outcome = run(2200003);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("tiles have long runs of kept elements or every second element kept", "[11_compaction][task_3]") {
    const Kind kind = GENERATE(first, stretches, every_second);
    CAPTURE(kind);
    const lab_test::Outcome outcome = run(200003, kind);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the stage is complete before it is read and has no data race", "[11_compaction][task_3]") {
    const std::int64_t share = GENERATE(500, 1000);
    CAPTURE(share);
    const lab_test::Outcome outcome = look_at(300007, share);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("asynchronous copies complete before use and overwrite no buffer that is in use",
          "[11_compaction][task_4]") {
    const std::int64_t count = GENERATE(40007, 300007);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the buffer past the end of the array adds no kept element in a partial last tile",
          "[11_compaction][task_4]") {
    const std::int64_t count = GENERATE(1, 2, 5, 127, 12290);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}
