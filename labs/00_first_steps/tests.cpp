#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

// The results are right only after the other tasks. A refused launch is not among the outcome's launches.
TEST_CASE("the kernel launch is accepted for 12288 to 200000 numbers", "[00_first_steps][task_1]") {
    const std::int64_t count = GENERATE(12'288, 12'320, 200'000);
    CAPTURE(count);
    const lab_test::Outcome outcome = lab_test::run_case({{"count", count}});
    INFO(outcome.report);
    CHECK_FALSE(outcome.launches.empty());
}

TEST_CASE("each block works on a separate group", "[00_first_steps][task_2]") {
    const std::int64_t count = GENERATE(64, 96, 1024);
    CAPTURE(count);
    const lab_test::Outcome outcome = lab_test::run_case({{"count", count}});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the last group may be shorter than the others", "[00_first_steps][task_3]") {
    const std::int64_t count = GENERATE(0, 1, 2, 31, 33, 63, 65, 1000);
    CAPTURE(count);
    const lab_test::Outcome outcome = lab_test::run_case({{"count", count}});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the read of a neighbour's number in shared memory has no data race with its write",
          "[00_first_steps][task_4]") {
    const std::int64_t count = GENERATE(32, 75);
    CAPTURE(count);
    const lab_test::Outcome outcome = lab_test::check_case({{"count", count}});
    INFO(outcome.report);
    CHECK(outcome.passed);
}
