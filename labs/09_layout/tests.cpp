#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include "lab_test/lab_test.h"

namespace {

kernelsmith::Sizes sizes(std::int64_t count, std::int64_t fields, std::int64_t to_arrays) {
    return {{"count", count}, {"fields", fields}, {"to_arrays", to_arrays}};
}

} // namespace

TEST_CASE("each element of a full tile is stored at its index in the other layout", "[09_layout][task_1]") {
    const std::int64_t to_arrays = GENERATE(0, 1);
    const std::int64_t fields = GENERATE(1, 2, 5, 16);
    const std::int64_t count = GENERATE(0, 2560, 5120);
    CAPTURE(to_arrays, fields, count);
    const lab_test::Outcome outcome = lab_test::run_case(sizes(count, fields, to_arrays));
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("every record of a partial last tile is converted", "[09_layout][task_1]") {
    const std::int64_t to_arrays = GENERATE(0, 1);
    const std::int64_t fields = GENERATE(1, 3, 4, 17);
    const std::int64_t count = GENERATE(1, 31, 33, 127, 129, 511, 513, 1000);
    CAPTURE(to_arrays, fields, count);
    const lab_test::Outcome outcome = lab_test::run_case(sizes(count, fields, to_arrays));
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the tile has no data race and no read of an uninitialized word", "[09_layout][task_1]") {
    const std::int64_t to_arrays = GENERATE(0, 1);
    CAPTURE(to_arrays);
    const lab_test::Outcome outcome = lab_test::check_case(sizes(300, 5, to_arrays));
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("no two elements share a word of the tile for 1 to 17 fields", "[09_layout][task_2]") {
    const std::int64_t fields = GENERATE(range(1, 18));
    CAPTURE(fields);
    const lab_test::Outcome outcome = lab_test::check_case(sizes(600, fields, 0));
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("elements are copied bit for bit including NaN and infinity and -0", "[09_layout][task_3]") {
    // Half of all inputs are such elements (problem.cpp).
    const std::int64_t to_arrays = GENERATE(0, 1);
    const std::int64_t fields = GENERATE(1, 2, 5, 16, 17);
    CAPTURE(to_arrays, fields);
    const lab_test::Outcome outcome = lab_test::run_case(sizes(1000, fields, to_arrays));
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("no element of a thread's last batch is lost for 1 to 17 fields", "[09_layout][task_3]") {
    // Two whole tiles or more, and a partial one.
    const std::int64_t fields = GENERATE(range(1, 18));
    CAPTURE(fields);
    const lab_test::Outcome outcome = lab_test::run_case(sizes(5300, fields, 0));
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the last batch stays within the arrays and the tile", "[09_layout][task_3]") {
    const std::int64_t fields = GENERATE(3, 7, 13, 17);
    const std::int64_t count = GENERATE(45, 400);
    CAPTURE(fields, count);
    const lab_test::Outcome outcome = lab_test::check_case(sizes(count, fields, 0));
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("a last tile of fewer records than threads is copied completely", "[09_layout][task_3]") {
    const std::int64_t fields = GENERATE(1, 5, 16, 17);
    const std::int64_t count = GENERATE(1, 31, 33, 127);
    CAPTURE(fields, count);
    const lab_test::Outcome outcome = lab_test::check_case(sizes(count, fields, 0));
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("a tile of records with 1 to 17 fields fits into 48 KB of shared memory", "[09_layout][task_4]") {
    const std::int64_t to_arrays = GENERATE(0, 1);
    const std::int64_t fields = GENERATE(range(1, 18));
    CAPTURE(to_arrays, fields);
    const lab_test::Outcome outcome = lab_test::run_case(sizes(300, fields, to_arrays));
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("all tiles are converted for the fewest fields and for the most", "[09_layout][task_4]") {
    const std::int64_t to_arrays = GENERATE(0, 1);
    const std::int64_t fields = GENERATE(1, 2, 16, 17);
    CAPTURE(to_arrays, fields);
    const lab_test::Outcome outcome = lab_test::run_case(sizes(8000, fields, to_arrays));
    INFO(outcome.report);
    CHECK(outcome.passed);
}
