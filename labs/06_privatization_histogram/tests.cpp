#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

/// As in lab.toml.
enum Distribution { uniform, skewed, one_value, runs };

lab_test::Outcome run(std::int64_t count, std::int64_t at, Distribution distribution) {
    return lab_test::run_case({{"count", count}, {"at", at}, {"distribution", distribution}});
}

} // namespace

TEST_CASE("the initial contents of the bins do not affect the counts",
          "[06_privatization_histogram][task_1]") {
    const std::int64_t count = GENERATE(0, 1, 2, 300);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count, 0, uniform);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("no thread counts a byte before all counters of its block are 0",
          "[06_privatization_histogram][task_1]") {
    const std::int64_t count = GENERATE(1, 31, 255, 256, 1023, 1024, 1025, 20000);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count, 0, one_value);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the block's counters of all 256 bins are added to the result",
          "[06_privatization_histogram][task_1]") {
    const std::int64_t count = GENERATE(255, 256, 4096, 65536);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count, 0, uniform);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the result includes the counts of every block", "[06_privatization_histogram][task_1]") {
    const std::int64_t count = GENERATE(16385, 262144, 500000);
    const Distribution distribution = GENERATE(uniform, skewed, one_value);
    CAPTURE(count, distribution);
    const lab_test::Outcome outcome = run(count, 0, distribution);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the grid-stride loop counts every byte of an array that is longer than the grid",
          "[06_privatization_histogram][task_2]") {
    const std::int64_t count = GENERATE(4325375, 4325377, 9000011);
    CAPTURE(count);
    const lab_test::Outcome outcome = run(count, 5, skewed);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("head and tail bytes are counted in aligned and misaligned arrays",
          "[06_privatization_histogram][task_3]") {
    const std::int64_t at = GENERATE(0, 1, 8, 15, 16, 27);
    const std::int64_t count = GENERATE(1, 5, 15, 16, 17, 31, 32, 33, 1000, 1001);
    CAPTURE(at, count);
    const lab_test::Outcome outcome = run(count, at, uniform);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("each of the 16 bytes of a vector is counted in its own bin",
          "[06_privatization_histogram][task_3]") {
    const std::int64_t count = GENERATE(16, 4096, 99991);
    const Distribution distribution = GENERATE(uniform, skewed, runs);
    CAPTURE(count, distribution);
    const lab_test::Outcome outcome = run(count, 3, distribution);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the copies of the counters for different lanes do not overlap",
          "[06_privatization_histogram][task_4]") {
    const std::int64_t count = GENERATE(1, 33, 5000, 100000);
    const Distribution distribution = GENERATE(uniform, skewed, one_value, runs);
    CAPTURE(count, distribution);
    const lab_test::Outcome outcome = run(count, 0, distribution);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("one counter counts 20000003 equal bytes without overflow",
          "[06_privatization_histogram][task_4]") {
    const lab_test::Outcome outcome = run(20000003, 0, one_value);
    INFO(outcome.report);
    CHECK(outcome.passed);
}
