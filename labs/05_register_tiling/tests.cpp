#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

/// A is n x p, B is p x m, C is n x m.
struct Shape {
    std::int64_t n;
    std::int64_t m;
    std::int64_t p;
};

lab_test::Outcome run(const Shape& shape) {
    return lab_test::run_case({{"n", shape.n}, {"m", shape.m}, {"p", shape.p}});
}

} // namespace

TEST_CASE("each sum has p terms whether or not the slab depth divides p", "[05_register_tiling][task_1]") {
    const std::int64_t p = GENERATE(0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 100, 1999);
    CAPTURE(p);
    const lab_test::Outcome outcome = run({5, 7, p});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("partial tiles at the edges are right with and without rows aligned to 16 bytes",
          "[05_register_tiling][task_1]") {
    // Widths of both kinds: rows that all start at multiples of 16 bytes, and rows that do not.
    const Shape shape = GENERATE(Shape{3, 129, 40}, Shape{129, 3, 40}, Shape{130, 132, 9}, Shape{9, 66, 67},
                                 Shape{70, 65, 34}, Shape{131, 200, 12});
    CAPTURE(shape.n, shape.m, shape.p);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("each element of a full tile uses its own row of A and column of B",
          "[05_register_tiling][task_1]") {
    const Shape shape =
        GENERATE(Shape{64, 64, 8}, Shape{128, 128, 8}, Shape{128, 128, 32}, Shape{256, 256, 16});
    CAPTURE(shape.n, shape.m, shape.p);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("products have fp32 precision in sums of 1 and 2 and 512 terms", "[05_register_tiling][task_1]") {
    const std::int64_t p = GENERATE(1, 2, 512);
    CAPTURE(p);
    const lab_test::Outcome outcome = run({33, 34, p});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("every element of C is written and no byte outside C", "[05_register_tiling][task_1]") {
    const Shape shape = GENERATE(Shape{0, 0, 0}, Shape{0, 5, 3}, Shape{5, 0, 3}, Shape{1, 1, 1},
                                 Shape{1, 300, 4}, Shape{300, 1, 4}, Shape{127, 129, 8}, Shape{129, 127, 8},
                                 Shape{255, 257, 5}, Shape{63, 65, 6}, Shape{1000, 3, 2}, Shape{3, 1000, 2});
    CAPTURE(shape.n, shape.m, shape.p);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("each element of a tile of C belongs to one thread that reads its row and column",
          "[05_register_tiling][task_2]") {
    // Widths with and without rows at multiples of 16 bytes; whole tiles, and half a tile.
    const Shape shape = GENERATE(Shape{128, 128, 16}, Shape{64, 64, 16}, Shape{256, 128, 5},
                                 Shape{130, 130, 17}, Shape{64, 192, 20});
    CAPTURE(shape.n, shape.m, shape.p);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("no slab is skipped or used twice", "[05_register_tiling][task_3]") {
    const std::int64_t p = GENERATE(1, 8, 9, 16, 24, 40, 333);
    CAPTURE(p);
    const lab_test::Outcome outcome = run({130, 129, p});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("reads and writes of the slabs in shared memory have no data race",
          "[05_register_tiling][task_3]") {
    const lab_test::Outcome outcome = lab_test::check_case({{"n", 70}, {"m", 70}, {"p", 50}});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("a block has at least 64 threads and a multiple of 32", "[05_register_tiling][task_4]") {
    const Shape shape = GENERATE(Shape{256, 256, 16}, Shape{300, 260, 12});
    CAPTURE(shape.n, shape.m, shape.p);
    const lab_test::Outcome outcome = run(shape);
    INFO(outcome.report);
    REQUIRE(outcome.passed);
    REQUIRE_FALSE(outcome.launches.empty());
    for (const lab_test::Launch& launch : outcome.launches) {
        const unsigned threads = launch.block[0] * launch.block[1] * launch.block[2];
        INFO(launch.kernel << " has " << threads << " threads per block");
        CHECK(threads % 32 == 0);
        CHECK(threads >= 64);
    }
}
