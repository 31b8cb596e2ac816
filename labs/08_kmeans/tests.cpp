#include <cstdint>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lab_test/lab_test.h"

namespace {

/// The distribution of the points; inputs.h describes the values.
enum Kind : std::int64_t { blobs, duplicates, equal, empties };

struct Input {
    std::int64_t count;
    std::int64_t dimensions;
    std::int64_t clusters;
    std::int64_t limit = 5;
    std::int64_t threshold = 0; // in thousandths
    Kind kind = blobs;
};

void check(const Input& input) {
    CAPTURE(input.count, input.dimensions, input.clusters, input.limit, input.threshold, input.kind);
    const lab_test::Outcome outcome = lab_test::run_case({{"count", input.count},
                                                          {"dimensions", input.dimensions},
                                                          {"clusters", input.clusters},
                                                          {"limit", input.limit},
                                                          {"threshold", input.threshold},
                                                          {"kind", input.kind}});
    INFO(outcome.report);
    CHECK(outcome.passed);
}

} // namespace

TEST_CASE("each point is added once whether or not the block size divides their number",
          "[08_kmeans][task_1][task_3]") {
    const std::int64_t count =
        GENERATE(1, 2, 31, 32, 33, 127, 128, 129, 255, 257, 511, 513, 1023, 1025, 1999, 2049);
    check({count, 5, 4, 2});
}

TEST_CASE("the sums include every coordinate of every cluster for 1 to 32 dimensions",
          "[08_kmeans][task_1][task_3]") {
    const std::int64_t dimensions = GENERATE(1, 3, 4, 6, 8, 12, 16, 20, 32);
    check({1000, dimensions, 20, 2});
    if (dimensions > 1) check({1000, dimensions, 256, 2}); // on a line, 256 would be too close together
}

TEST_CASE("each duplicate of a point is added to the sum of its cluster", "[08_kmeans][task_1][task_3]") {
    check({2000, 4, 7, 6, 0, duplicates});
}

TEST_CASE("the centroid of an empty cluster does not move", "[08_kmeans][task_1]") {
    check({64, 1, 3, 6, 0, empties});
    check({1000, 5, 4, 6, 0, empties});
    check({20, 4, 50, 4});
    check({1, 3, 5, 4});
}

TEST_CASE("an input without points leaves the centroids unchanged and the loop ends", "[08_kmeans][task_2]") {
    check({0, 4, 3, 5});
    check({0, 1, 1, 2, 1000});
}

TEST_CASE("the loop ends after 3 or more iterations once the changes are within the threshold",
          "[08_kmeans][task_2]") {
    check({800, 2, 4, 60});               // when no point changes
    check({800, 3, 4, 60, 20});           // when few points change
    check({800, 3, 4, 60, 1000});         // at once, but not before three iterations
    check({800, 1, 3, 60, 300, empties}); // few change in the second, but the third is the last
    check({800, 1, 3, 60, 0, empties});   // nothing changes in the third
}

TEST_CASE("the number of iterations does not exceed the limit", "[08_kmeans][task_2]") {
    const std::int64_t limit = GENERATE(1, 2, 3, 4, 7);
    check({1500, 6, 12, limit});
    check({1500, 6, 12, limit, 1000});
}

TEST_CASE("each point is assigned to its nearest centroid in 1 to 32 dimensions", "[08_kmeans][task_4]") {
    const std::int64_t dimensions = GENERATE(1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 24, 31, 32);
    check({300, dimensions, 9, 1});
}

TEST_CASE("each point is assigned to the nearest of 1 to 256 centroids", "[08_kmeans][task_4]") {
    const std::int64_t clusters = GENERATE(1, 2, 3, 4, 5, 31, 33, 64, 100, 255, 256);
    check({700, 3, clusters, 1});
}

TEST_CASE("a tie between equally near centroids goes to the one with the lowest index",
          "[08_kmeans][task_4]") {
    check({500, 4, 6, 4, 0, equal});
    check({500, 13, 6, 4, 0, equal});
}
