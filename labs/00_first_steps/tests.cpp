#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

TEST_CASE("every block writes a group of its own", "[00_first_steps][task_1]") {
    const std::int64_t count = GENERATE(512, 1024, 2560);
    CAPTURE(count);
    const lab_test::Outcome outcome = lab_test::run_case({{"count", count}});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the last group may be shorter than the others", "[00_first_steps][task_2]") {
    const std::int64_t count = GENERATE(0, 1, 2, 255, 257, 300, 511, 1000);
    CAPTURE(count);
    const lab_test::Outcome outcome = lab_test::run_case({{"count", count}});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("there may be more numbers than fit into a block's shared memory", "[00_first_steps][task_3]") {
    const std::int64_t count = GENERATE(12'288, 12'289, 100'000);
    CAPTURE(count);
    const lab_test::Outcome outcome = lab_test::run_case({{"count", count}});
    INFO(outcome.report);
    CHECK(outcome.passed);
}
