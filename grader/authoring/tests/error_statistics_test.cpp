// Error statistics: relative errors, ranks with ties, rank correlation.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "authoring/records/model/error_statistics.h"

namespace {

using Catch::Matchers::WithinAbs;
using grader::accuracy::rank_correlation;
using grader::accuracy::ranks_of;

} // namespace

TEST_CASE("the relative errors of half and of twice a value are equal", "[accuracy]") {
    CHECK_THAT(grader::accuracy::relative_error(2, 1), WithinAbs(1, 1e-12));
    CHECK_THAT(grader::accuracy::relative_error(1, 2), WithinAbs(1, 1e-12));
    CHECK(grader::accuracy::relative_error(3, 3) == 0);
}

TEST_CASE("error quantiles are the median and the 90th percentile", "[accuracy]") {
    const grader::accuracy::ErrorQuantiles spread =
        grader::accuracy::error_quantiles_of({10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11});
    CHECK(spread.numbers == 11);
    CHECK(spread.median == 6);
    CHECK(spread.p90 == 10);
    CHECK(grader::accuracy::error_quantiles_of({}).numbers == 0);
}

TEST_CASE("values within 5 % of the smallest share a rank", "[accuracy]") {
    CHECK(ranks_of({3, 1, 2}) == std::vector<double>{3, 1, 2});
    CHECK(ranks_of({1.0, 1.04, 2}) == std::vector<double>{1.5, 1.5, 3});
    // 1.08 is close to 1.04, which is tied with 1.00, but 1.08 is not close to 1.00.
    CHECK(ranks_of({1.08, 1.04, 1.00}) == std::vector<double>{3, 1.5, 1.5});
}

TEST_CASE("the rank correlation is 1 for the same order and -1 for the reversed one", "[accuracy]") {
    CHECK_THAT(rank_correlation({1, 2, 3, 4}, {10, 20, 80, 90}).value(), WithinAbs(1, 1e-12));
    CHECK_THAT(rank_correlation({1, 2, 3, 4}, {9, 8, 7, 1}).value(), WithinAbs(-1, 1e-12));
}

TEST_CASE("swapping nearly equal values does not change the rank correlation", "[accuracy]") {
    // Without ties this would be 0.8: ranks 1 2 3 4 and 2 1 3 4.
    CHECK_THAT(rank_correlation({1.00, 1.02, 3, 4}, {1.02, 1.00, 3, 4}).value(), WithinAbs(1, 1e-12));
    // Ranks 1 2 3 4 and 1.5 1.5 3 4: 4.5 / sqrt(5 * 4.5).
    CHECK_THAT(rank_correlation({1, 2, 3, 4}, {1.00, 1.02, 3, 4}).value(), WithinAbs(0.948683, 1e-6));
}

TEST_CASE("equal or nearly equal values have no rank correlation", "[accuracy]") {
    CHECK_FALSE(rank_correlation({1.00, 1.01, 1.02}, {1, 2, 3}).has_value());
    CHECK_FALSE(rank_correlation({1, 2, 3}, {5, 5, 5}).has_value());
    CHECK_FALSE(rank_correlation({}, {}).has_value());
}
