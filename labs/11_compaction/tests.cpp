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

TEST_CASE("a warp, and less than one", "[11_compaction][task_1]") {
    const std::int64_t count = GENERATE(1, 2, 3, 17, 31, 32);
    const std::int64_t share = GENERATE(0, 500, 1000);
    CAPTURE(count, share);
    const lab_test::Outcome outcome = run(count, at_random, share);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the warps of a block", "[11_compaction][task_1]") {
    const std::int64_t count = GENERATE(33, 64, 500, 1023, 1024);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the tiles of an array", "[11_compaction][task_1]") {
    const std::int64_t count = GENERATE(1025, 2048, 30000, 99991);
    const Kind kind = GENERATE(at_random, first, every_second, stretches);
    CAPTURE(count, kind);
    const lab_test::Outcome outcome = run(count, kind);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("counts are not read before they are written, nor overwritten while they are read",
          "[11_compaction][task_1]") {
    const std::int64_t count = GENERATE(1024, 50000);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("nothing past the end is kept", "[11_compaction][task_1]") {
    const std::int64_t count = GENERATE(1, 6, 1023, 12289);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count, 1000);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("vectors, items per thread, warp tiles and tiles, and one element less or more",
          "[11_compaction][task_2]") {
    const std::int64_t whole = GENERATE(4, 12, 28, 384, 896, 12288, 28672);
    const std::int64_t count = whole + GENERATE(-1, 0, 1);
    const std::int64_t share = GENERATE(500, 1000);
    CAPTURE(count, share);
    const lab_test::Outcome outcome = run(count, at_random, share);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("long arrays", "[11_compaction][task_2]") {
    const lab_test::Outcome outcome = run(2200003);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("tiles of which all, none and a few are kept", "[11_compaction][task_3]") {
    const Kind kind = GENERATE(first, stretches, every_second);
    CAPTURE(kind);
    const lab_test::Outcome outcome = run(200003, kind);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("a stage is complete before it is read, and stays until it has been read",
          "[11_compaction][task_3]") {
    const std::int64_t share = GENERATE(500, 1000);
    CAPTURE(share);
    const lab_test::Outcome outcome = look_at(300007, share);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("a tile is loaded before it is read, and stays until it has been read", "[11_compaction][task_4]") {
    const std::int64_t count = GENERATE(40007, 300007);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("only kept elements at the end of the copies", "[11_compaction][task_4]") {
    const std::int64_t count = GENERATE(1, 2, 5, 127, 12290);
    CAPTURE(count);
    const lab_test::Outcome outcome = look_at(count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}
