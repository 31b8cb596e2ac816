#include <cmath>
#include <limits>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "course/score.h"

using Catch::Approx;
using grader::ramp_start;
using grader::score_table;
using grader::speed_points;
using grader::Threshold;

namespace {

/// Makes a threshold with full marks from @p full on, and no known program.
Threshold up_to(double full) { return {ramp_start, full, full}; }

} // namespace

TEST_CASE("speed points begin at the ramp's start and end at the full-marks speedup", "[score]") {
    const double full = GENERATE(1.1, 2.0, 9.0, 150.0);
    CHECK(speed_points(0.0, up_to(full), 30) == 0);
    CHECK(speed_points(1.0, up_to(full), 30) == 0);
    CHECK(speed_points(ramp_start, up_to(full), 30) == 0);
    CHECK(speed_points(full, up_to(full), 30) == 30);
    CHECK(speed_points(10 * full, up_to(full), 30) == 30);
}

TEST_CASE("speed points never jump and never fall", "[score]") {
    const double full = GENERATE(1.1, 2.0, 9.0, 150.0);
    // The curve is steepest at its start: points per unit of speedup there, and so the largest step allowed.
    const double steepest = 30 / std::log(full / ramp_start) / ramp_start;
    constexpr double step = 1e-4;
    double before = 0;
    for (double speedup = 0.9; speedup < full * 1.1; speedup += step) {
        const double points = speed_points(speedup, up_to(full), 30);
        if (points < before || points - before > 1.001 * steepest * step) {
            INFO("at " << speedup << " the points go from " << before << " to " << points);
            FAIL();
        }
        before = points;
    }
    CHECK(before == 30);
}

TEST_CASE("each doubling of the speed earns the same", "[score]") {
    const auto gain = [](double from) {
        return speed_points(2 * from, up_to(64), 30) - speed_points(from, up_to(64), 30);
    };
    CHECK(gain(2) == Approx(30 * std::log(2.0) / std::log(64 / ramp_start)));
    CHECK(gain(4) == Approx(gain(2)));
    CHECK(gain(16) == Approx(gain(2)));
}

TEST_CASE("a speedup that is not a number earns nothing", "[score]") {
    CHECK(speed_points(std::numeric_limits<double>::quiet_NaN(), up_to(9), 30) == 0);
    CHECK(speed_points(std::numeric_limits<double>::infinity(), up_to(9), 30) == 30);
}

TEST_CASE("the score table steps the speedup by half doublings and includes the thresholds", "[score]") {
    const auto speedups = [](double pass, double full) {
        std::vector<double> column;
        for (const auto& row : score_table({ramp_start, pass, full}, 30)) column.push_back(row.speedup);
        return column;
    };
    CHECK(speedups(6, 9) == std::vector<double>{ramp_start, 1.5, 2, 3, 4, 6, 8, 9});
    CHECK(speedups(2.5, 9) == std::vector<double>{ramp_start, 1.5, 2, 2.5, 3, 4, 6, 8, 9});
    CHECK(speedups(8, 8) == std::vector<double>{ramp_start, 1.5, 2, 3, 4, 6, 8});
    CHECK(speedups(1.2, 1.3) == std::vector<double>{ramp_start, 1.2, 1.3});

    const auto table = score_table({ramp_start, 6, 9}, 30);
    CHECK(table.front().points == 0);
    CHECK(table.back().points == 30);
    CHECK(table[4].points == Approx(speed_points(4, up_to(9), 30)));
}

TEST_CASE("speed points begin at the speedup of the program known from earlier labs", "[score]") {
    const Threshold threshold{14, 18, 20};
    CHECK(speed_points(13.9, threshold, 30) == 0);
    CHECK(speed_points(14, threshold, 30) == 0);
    CHECK(speed_points(14 * 1.02, threshold, 30) < 3);
    CHECK(speed_points(std::sqrt(14.0 * 20), threshold, 30) == Approx(15));
    CHECK(speed_points(20, threshold, 30) == 30);

    const auto table = score_table(threshold, 30);
    REQUIRE(table.size() == 4);
    CHECK(table[0].speedup == 14);
    CHECK(table[0].points == 0);
    CHECK(table[1].speedup == 16);
    CHECK(table[2].speedup == 18);
    CHECK(table[3].points == 30);
}
