#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

struct Shape {
    std::int64_t width;
    std::int64_t striped;
    std::int64_t mixed;
};

lab_test::Outcome run(const Shape& shape, std::int64_t iterations) {
    return lab_test::run_case({{"width", shape.width},
                               {"striped", shape.striped},
                               {"mixed", shape.mixed},
                               {"iterations", iterations}});
}

} // namespace

TEST_CASE("every element of the output is written and no byte outside it", "[02_divergence][task_1]") {
    const Shape shape =
        GENERATE(Shape{0, 0, 0}, Shape{0, 3, 2}, Shape{4, 0, 0}, Shape{4, 1, 0}, Shape{32, 1, 0},
                 Shape{1020, 3, 0}, Shape{1024, 2, 1}, Shape{1028, 3, 2}, Shape{4, 1021, 5});
    CAPTURE(shape.width, shape.striped, shape.mixed);
    const lab_test::Outcome outcome = run(shape, 5);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("each column of a striped row takes 0 to 8 steps of formula column % 4",
          "[02_divergence][task_2]") {
    const std::int64_t iterations = GENERATE(0, 1, 2, 5, 8);
    const Shape shape = GENERATE(Shape{4, 1, 0}, Shape{100, 7, 1}, Shape{1028, 3, 0});
    CAPTURE(iterations, shape.width, shape.striped, shape.mixed);
    const lab_test::Outcome outcome = run(shape, iterations);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the input matrix is not modified", "[02_divergence][task_3]") {
    const Shape shape = GENERATE(Shape{4, 1, 0}, Shape{512, 3, 1}, Shape{516, 3, 2});
    CAPTURE(shape.width, shape.striped, shape.mixed);
    const lab_test::Outcome outcome = run(shape, 1);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

// 2048 values fill a block of the mixed rows: less than one block, two whole blocks, and one group more than a block.
TEST_CASE("each value of a mixed row uses its formula and is stored at its original index",
          "[02_divergence][task_4]") {
    const std::int64_t iterations = GENERATE(0, 1, 5);
    const Shape shape = GENERATE(Shape{4, 0, 1}, Shape{100, 3, 7}, Shape{1024, 1, 4}, Shape{4, 1, 513});
    CAPTURE(iterations, shape.width, shape.striped, shape.mixed);
    const lab_test::Outcome outcome = run(shape, iterations);
    INFO(outcome.report);
    CHECK(outcome.passed);
}
