#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

struct Shape {
    std::int64_t n;
    std::int64_t m;
    std::int64_t p;
};

lab_test::Outcome run(const Shape& shape) {
    return lab_test::run_case({{"n", shape.n}, {"m", shape.m}, {"p", shape.p}});
}

} // namespace

TEST_CASE("every element of C is written and an empty sum is 0", "[04_shared_tiling][task_1]") {
    const Shape shape = GENERATE(Shape{0, 0, 0}, Shape{0, 40, 0}, Shape{40, 0, 0}, Shape{1, 1, 0},
                                 Shape{32, 64, 0}, Shape{31, 33, 0}, Shape{100, 7, 0}, Shape{7, 100, 0});
    CAPTURE(shape.n, shape.m, shape.p);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("each element of C is stored at its row and column in a product of full tiles",
          "[04_shared_tiling][task_1]") {
    const Shape shape = GENERATE(Shape{0, 40, 3}, Shape{40, 0, 3}, Shape{32, 32, 32}, Shape{64, 64, 64},
                                 Shape{64, 128, 32}, Shape{128, 32, 64});
    CAPTURE(shape.n, shape.m, shape.p);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("elements of C are right in partial tiles at the edges of the matrices",
          "[04_shared_tiling][task_2]") {
    const Shape shape = GENERATE(Shape{1, 1, 1}, Shape{31, 33, 32}, Shape{33, 31, 64}, Shape{1, 70, 32},
                                 Shape{70, 1, 32}, Shape{37, 41, 43}, Shape{65, 97, 7});
    CAPTURE(shape.n, shape.m, shape.p);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("each sum has exactly p products for p from 0 to 1000", "[04_shared_tiling][task_2]") {
    const std::int64_t p = GENERATE(0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1000);
    CAPTURE(p);
    const lab_test::Outcome outcome = run({32, 64, p});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("threads outside C load elements of the tiles that other threads use",
          "[04_shared_tiling][task_2]") {
    const Shape shape = GENERATE(Shape{33, 64, 64}, Shape{64, 33, 64}, Shape{50, 50, 50});
    CAPTURE(shape.n, shape.m, shape.p);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("a block has 256 to 1024 threads", "[04_shared_tiling][task_3]") {
    constexpr unsigned largest_block = 1024;
    constexpr unsigned smallest_block = 256; // tiles of 16; smaller ones fetch too much
    const Shape shape = GENERATE(Shape{33, 65, 97}, Shape{100, 300, 40});
    CAPTURE(shape.n, shape.m, shape.p);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    REQUIRE(outcome.passed);
    REQUIRE_FALSE(outcome.launches.empty());
    for (const lab_test::Launch& launch : outcome.launches) {
        const unsigned threads = launch.block[0] * launch.block[1] * launch.block[2];
        INFO(launch.kernel << " has " << threads << " threads per block");
        CHECK(threads <= largest_block);
        CHECK(threads >= smallest_block);
    }
}

TEST_CASE("steps of four along k use each product once whether or not 4 divides p",
          "[04_shared_tiling][task_4]") {
    const Shape shape = GENERATE(Shape{32, 32, 1}, Shape{33, 40, 2}, Shape{40, 33, 3}, Shape{64, 64, 4},
                                 Shape{5, 9, 6}, Shape{36, 68, 35}, Shape{100, 104, 37});
    CAPTURE(shape.n, shape.m, shape.p);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    CHECK(outcome.passed);
}
