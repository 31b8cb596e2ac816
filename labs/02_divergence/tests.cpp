#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

struct Shape {
    std::int64_t width;
    std::int64_t height;
};

lab_test::Outcome run(const Shape& shape, std::int64_t iterations) {
    return lab_test::run_case({{"width", shape.width}, {"height", shape.height}, {"iterations", iterations}});
}

} // namespace

TEST_CASE("every element is written, and nothing else", "[02_divergence][task_1]") {
    const Shape shape = GENERATE(Shape{0, 0}, Shape{0, 3}, Shape{4, 0}, Shape{4, 1}, Shape{32, 1},
                                 Shape{1020, 3}, Shape{1024, 2}, Shape{1028, 3}, Shape{4, 1021});
    CAPTURE(shape.width, shape.height);
    const lab_test::Outcome outcome = run(shape, 5);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("every column takes its own formula, and all steps of it", "[02_divergence][task_2]") {
    const std::int64_t iterations = GENERATE(0, 1, 2, 5, 8);
    const Shape shape = GENERATE(Shape{4, 1}, Shape{100, 7}, Shape{1028, 3});
    CAPTURE(iterations, shape.width, shape.height);
    const lab_test::Outcome outcome = run(shape, iterations);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the input stays as it was", "[02_divergence][task_3]") {
    const Shape shape = GENERATE(Shape{4, 1}, Shape{512, 3}, Shape{516, 3});
    CAPTURE(shape.width, shape.height);
    const lab_test::Outcome outcome = run(shape, 1);
    INFO(outcome.report);
    CHECK(outcome.passed);
}
