#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

struct Shape {
    std::int64_t width;
    std::int64_t height;
};

lab_test::Outcome run(const Shape& shape) {
    return lab_test::run_case({{"width", shape.width}, {"height", shape.height}});
}

} // namespace

TEST_CASE("each column uses its own formula", "[01_occupancy][task_1]") {
    const Shape shape = GENERATE(Shape{0, 0}, Shape{0, 3}, Shape{4, 0}, Shape{4, 1}, Shape{32, 1},
                                 Shape{1020, 3}, Shape{1024, 2}, Shape{1028, 3});
    CAPTURE(shape.width, shape.height);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("a block has at least 64 threads and a multiple of 32", "[01_occupancy][task_2]") {
    // A multiprocessor holds 32 blocks and 64 warps on the GPUs that have thresholds in this lab.
    constexpr unsigned smallest_block = 64;
    const Shape shape = GENERATE(Shape{4, 513}, Shape{1028, 64});
    CAPTURE(shape.width, shape.height);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    REQUIRE(outcome.passed);
    REQUIRE_FALSE(outcome.launches.empty());
    for (const lab_test::Launch& launch : outcome.launches) {
        const unsigned threads = launch.block[0] * launch.block[1] * launch.block[2];
        INFO(launch.kernel << " has " << threads << " threads per block");
        CHECK(threads % 32 == 0);
        CHECK(threads >= smallest_block);
    }
}

TEST_CASE("a matrix may have more rows than a grid has blocks in y", "[01_occupancy][task_2]") {
    const std::int64_t height = GENERATE(65'535, 65'536, 70'000);
    CAPTURE(height);
    const lab_test::Outcome outcome = run({4, height});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("each row is transformed exactly once whether or not ROWS divides the height",
          "[01_occupancy][task_3]") {
    const std::int64_t height = GENERATE(1, 2, 3, 4, 5, 7, 31, 511, 512, 513);
    CAPTURE(height);
    const lab_test::Outcome outcome = run({36, height});
    INFO(outcome.report);
    CHECK(outcome.passed);
}
