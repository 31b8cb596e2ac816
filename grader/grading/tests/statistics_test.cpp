#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "grading/measure/statistics.h"
#include "kernelsmith/random.h"

using Catch::Approx;
using grader::compare_to_threshold;
using grader::Interval;
using grader::median;
using grader::median_interval;
using grader::Pair;
using grader::ThresholdSide;

namespace {

/// Milliseconds of 31 pairs on a quiet device: a speedup of about 9.5, with half a percent of noise.
const std::vector<Pair> quiet = {
    {3.9056, 0.41122}, {3.9123, 0.41412}, {3.8978, 0.40978}, {3.9105, 0.40977}, {3.9195, 0.41069},
    {3.9114, 0.4129},  {3.9294, 0.40994}, {3.8912, 0.41346}, {3.9061, 0.40895}, {3.894, 0.4094},
    {3.8928, 0.41101}, {3.9021, 0.40968}, {3.9085, 0.41008}, {3.9115, 0.41184}, {3.9129, 0.41229},
    {3.9399, 0.41129}, {3.9185, 0.41065}, {3.8801, 0.41331}, {3.9082, 0.41176}, {3.8953, 0.41071},
    {3.8969, 0.4131},  {3.9254, 0.40962}, {3.9015, 0.41137}, {3.8745, 0.41218}, {3.9099, 0.41108},
    {3.9004, 0.41016}, {3.8867, 0.41168}, {3.8906, 0.41021}, {3.8952, 0.41012}, {3.9046, 0.40942},
    {3.8983, 0.41325},
};

/// Ratios on a device that changed its clock rate now and then: two clusters with nothing between them.
const std::vector<double> two_clocks = {
    9.482, 9.505, 9.524, 8.739, 9.514, 9.53,  9.507, 8.675, 8.713, 9.519, 8.713,
    8.692, 8.716, 9.506, 9.532, 8.723, 9.526, 9.52,  8.701, 9.532, 8.699, 9.526,
    9.534, 9.545, 9.506, 8.711, 9.488, 9.514, 8.697, 9.522, 9.507,
};

std::vector<double> ratios(const std::vector<Pair>& pairs) {
    std::vector<double> values;
    for (const Pair& pair : pairs) values.push_back(pair.ratio());
    return values;
}

/// Returns 1 to n, so that a value is its own rank.
std::vector<double> ranks(std::size_t count) {
    std::vector<double> values(count);
    std::iota(values.begin(), values.end(), 1.0);
    return values;
}

} // namespace

TEST_CASE("the median is the middle one, or the mean of the two in the middle", "[statistics]") {
    CHECK(median({3}) == 3);
    CHECK(median({5, 1, 3}) == 3);
    CHECK(median({4, 1, 3, 2}) == 2.5);
    CHECK(median({-1, 1}) == 0);
}

TEST_CASE("no values and values that are not numbers have no median", "[statistics]") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_AS(median({}), std::invalid_argument);
    CHECK_THROWS_AS(median_interval({}), std::invalid_argument);
    CHECK_THROWS_AS(median({1, nan, 2}), std::invalid_argument);
    CHECK_THROWS_AS(median_interval({1, nan, 2}), std::invalid_argument);
}

TEST_CASE("the interval takes the order statistics that tables of the binomial distribution give",
          "[statistics]") {
    struct Row {
        std::size_t count;
        double confidence;
        double low;
        double high;
    };
    const Row row =
        GENERATE(Row{8, 0.99, 1, 8}, Row{11, 0.99, 1, 11}, Row{21, 0.99, 5, 17}, Row{31, 0.99, 8, 24},
                 Row{101, 0.99, 38, 64}, Row{1001, 0.99, 460, 542}, Row{11, 0.95, 2, 10},
                 Row{21, 0.95, 6, 16}, Row{31, 0.95, 10, 22}, Row{101, 0.95, 41, 61});
    INFO(row.count << " values at " << row.confidence);
    const Interval interval = median_interval(ranks(row.count), row.confidence);
    CHECK(interval.low == row.low);
    CHECK(interval.high == row.high);
    CHECK(interval.median == static_cast<double>(row.count + 1) / 2);
}

TEST_CASE("with too few values for the confidence the interval is all of them", "[statistics]") {
    const std::size_t count = GENERATE(1u, 2u, 3u, 7u);
    const Interval interval = median_interval(ranks(count));
    CHECK(interval.low == 1);
    CHECK(interval.high == static_cast<double>(count));
}

TEST_CASE("the median interval is correct for sample sizes where 2^-n underflows", "[statistics]") {
    const Interval interval = median_interval(ranks(5001));
    // Normal approximation: 2500.5 values below on average, standard deviation 35.4, 2.576 of these at 99 %.
    CHECK(interval.low == Approx(2501 - 2.576 * 35.36).margin(2));
    CHECK(interval.high == Approx(2501 + 2.576 * 35.36).margin(2));
}

TEST_CASE("the interval contains the true median as often as its level states", "[statistics]") {
    // Skewed on purpose: the method does not assume a normal distribution. The median of -log(u) is log 2.
    constexpr int trials = 4000;
    int held = 0;
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<double> values;
        for (std::uint64_t i = 0; i < 31; ++i)
            values.push_back(
                -std::log1p(-kernelsmith::random_unit(2024, static_cast<std::uint64_t>(trial) * 31 + i)));
        const Interval interval = median_interval(values);
        held += interval.low <= std::log(2.0) && std::log(2.0) <= interval.high ? 1 : 0;
    }
    // The 8th to 24th of 31 values contain it in 99.3 % of all cases.
    CHECK(held > 0.988 * trials);
    CHECK(held < 0.998 * trials);
}

TEST_CASE("half a percent of noise leaves an interval of one percent", "[statistics]") {
    const Interval interval = median_interval(ratios(quiet));
    CHECK(interval.median == Approx(9.4976).margin(1e-3));
    CHECK(interval.low == Approx(9.4713).margin(1e-3));
    CHECK(interval.high == Approx(9.5369).margin(1e-3));
    CHECK(compare_to_threshold(interval, 9) == ThresholdSide::above);
    CHECK(compare_to_threshold(interval, 9.5) == ThresholdSide::straddles);
    CHECK(compare_to_threshold(interval, 10) == ThresholdSide::below);
}

TEST_CASE("the median interval of a bimodal sample spans both modes", "[statistics]") {
    const Interval interval = median_interval(two_clocks);
    CHECK(interval.low == Approx(8.713));
    CHECK(interval.high == Approx(9.524));
    // A mean would lie between the clusters, at a speed that was never measured.
    CHECK(interval.median == Approx(9.506));
    CHECK(compare_to_threshold(interval, 9) == ThresholdSide::straddles);
}

TEST_CASE("a single disturbed run barely changes the median and its interval", "[statistics]") {
    std::vector<Pair> disturbed = quiet;
    disturbed[4].student_ms *= 40;
    const Interval before = median_interval(ratios(quiet));
    const Interval after = median_interval(ratios(disturbed));
    CHECK(after.median == Approx(before.median).epsilon(2e-3));
    CHECK(after.low == Approx(before.low).epsilon(5e-3));
}

TEST_CASE("an interval is classified by its threshold", "[statistics]") {
    CHECK(compare_to_threshold({2, 1.9, 2.1}, 1.9) == ThresholdSide::above);
    CHECK(compare_to_threshold({2, 1.9, 2.1}, 1.95) == ThresholdSide::straddles);
    CHECK(compare_to_threshold({2, 1.9, 2.1}, 2.1) == ThresholdSide::straddles);
    CHECK(compare_to_threshold({2, 1.9, 2.1}, 2.2) == ThresholdSide::below);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(compare_to_threshold({nan, nan, nan}, 1) == ThresholdSide::below);
}
