#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

struct Grid {
    std::int64_t width;
    std::int64_t height;
};

constexpr std::int64_t around = 0, on_points = 1, far_from_all = 2;

lab_test::Outcome run(const Grid& grid, std::int64_t count, std::int64_t places = around,
                      std::int64_t per_unit = 2) {
    return lab_test::run_case({{"width", grid.width},
                               {"height", grid.height},
                               {"count", count},
                               {"per_unit", per_unit},
                               {"places", places}});
}

} // namespace

TEST_CASE("every point of the grid is written and no byte outside it", "[07_scatter_to_gather][task_1]") {
    const Grid grid =
        GENERATE(Grid{0, 0}, Grid{0, 5}, Grid{5, 0}, Grid{1, 1}, Grid{31, 3}, Grid{33, 5}, Grid{127, 4},
                 Grid{128, 8}, Grid{129, 7}, Grid{300, 1}, Grid{1, 300}, Grid{255, 17}, Grid{1025, 9});
    CAPTURE(grid.width, grid.height);
    const lab_test::Outcome outcome = run(grid, 2);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the potential without atoms is 0 whatever the initial contents of the output",
          "[07_scatter_to_gather][task_1]") {
    const Grid grid = GENERATE(Grid{1, 1}, Grid{130, 5});
    CAPTURE(grid.width, grid.height);
    const lab_test::Outcome outcome = run(grid, 0);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("each atom is added once whether or not the tile size divides the number of atoms",
          "[07_scatter_to_gather][task_3]") {
    const std::int64_t count =
        GENERATE(1, 2, 31, 32, 33, 63, 64, 65, 127, 129, 255, 256, 257, 511, 513, 1000, 2049);
    CAPTURE(count);
    const lab_test::Outcome outcome = run({37, 6}, count);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("threads outside the grid also load atoms into the tile", "[07_scatter_to_gather][task_3]") {
    const Grid grid = GENERATE(Grid{1, 1}, Grid{3, 2}, Grid{33, 1}, Grid{2, 9});
    CAPTURE(grid.width, grid.height);
    const lab_test::Outcome outcome = run(grid, 700);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("the distance includes dx and dy and dz for spacings of 1 and 1/2 and 1/8",
          "[07_scatter_to_gather][task_1][task_3][task_4]") {
    const Grid grid = GENERATE(Grid{40, 3}, Grid{3, 40}, Grid{140, 9});
    const std::int64_t per_unit = GENERATE(1, 2, 8);
    CAPTURE(grid.width, grid.height, per_unit);
    const lab_test::Outcome outcome = run(grid, 20, around, per_unit);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("an atom on a grid point adds charge / SOFTENING to the potential there",
          "[07_scatter_to_gather][task_3]") {
    const Grid grid = GENERATE(Grid{1, 1}, Grid{5, 1}, Grid{1, 5}, Grid{33, 8});
    CAPTURE(grid.width, grid.height);
    const lab_test::Outcome outcome = run(grid, 1, on_points, 1);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("reciprocal square roots have fp32 accuracy in sums of 1 to 3 atoms",
          "[07_scatter_to_gather][task_2]") {
    // With one to three terms, errors of the roots cannot cancel.
    const std::int64_t count = GENERATE(1, 2, 3);
    const std::int64_t places = GENERATE(around, on_points, far_from_all);
    CAPTURE(count, places);
    const lab_test::Outcome outcome = run({150, 20}, count, places);
    INFO(outcome.report);
    CHECK(outcome.passed);
}

TEST_CASE("a block has at least 64 threads and a multiple of 32", "[07_scatter_to_gather][task_4]") {
    const Grid grid = GENERATE(Grid{256, 64}, Grid{300, 33});
    CAPTURE(grid.width, grid.height);
    const lab_test::Outcome outcome = run(grid, 300);
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
