#pragma once

/// @file
/// Lab 08: k-means, the whole program. README.md has the tasks.

#include <cstddef>

constexpr int most_dimensions = 32; ///< KmeansArgs::dimensions is 1 to this
constexpr int most_clusters = 256;  ///< KmeansArgs::clusters is 1 to this

/// What kmeans() works on. All pointers are to device memory, aligned to 256 bytes.
///
/// Points lie coordinate by coordinate: all first coordinates, then all second ones, in rows of `stride`
/// floats of which the first `count` mean something. Rows start at multiples of 128 bytes. Coordinates are
/// between -8 and 8.
struct KmeansArgs {
    const float* points; ///< coordinate j of point i at `points[j * stride + i]`; only to be read
    const float* start;  ///< coordinate j of start centroid c at `start[c * dimensions + j]`; only to be read
    float* centroids;    ///< coordinate j of centroid c at `centroids[c * dimensions + j]`, when all is done
    int* membership;     ///< `count` entries: the centroid that each point had in the last iteration
    double* inertia;     ///< `limit` entries: the inertia of each iteration; 0 for those that were not run
    int* iterations;     ///< one entry: how many iterations were run
    float* scratch;  ///< room for anything, scratch_floats() of them; what stands there before has no meaning
    int count;       ///< points; may be 0
    int dimensions;  ///< coordinates of a point: 1 to most_dimensions
    int clusters;    ///< centroids: 1 to most_clusters; may be more than there are points
    int stride;      ///< floats from one coordinate of a point to the next; at least count, a multiple of 32
    int limit;       ///< most iterations that may be run; at least 1
    float threshold; ///< stop when no more than this share of the points changed its centroid; 0 to 1
};

/// Runs Lloyd's algorithm from the start centroids. In iteration t, which counts from 0:
///
/// 1. Each point goes to the centroid nearest to it; of equally near ones, to the first.
/// 2. inertia[t] is the sum of the squared distances of all points to their centroids.
/// 3. Each centroid moves to the mean of its points. One without points stays where it is.
/// 4. A point has changed if it went to another centroid than in iteration t - 1; in iteration 0, each has.
///    The iteration is the last one if t + 1 == limit, or if t + 1 >= least_iterations and the number of
///    points that changed is at or below threshold * count.
///
/// Called on the host, on the default stream. May wait for the device and allocate memory on the host, but
/// none on the device.
extern "C" void kmeans(const KmeansArgs& args);

/// An iteration before this one is the last only where limit says so.
constexpr int least_iterations = 3;

/// How many groups of @p size it takes to hold @p count things: `groups_of(128, 300)` is 3.
constexpr int groups_of(int size, int count) { return (count + size - 1) / size; }

/// Partial results of so many blocks find room in the scratch memory.
constexpr int most_partials = 660;

/// Length of KmeansArgs::scratch: a copy of the points in another layout, with whole groups of 32 points and
/// of 4 coordinates; then sums and a number of points for each cluster, most_partials times; then 4096 floats
/// more.
constexpr std::size_t scratch_floats(int count, int dimensions, int clusters) {
    const std::size_t copy = std::size_t(groups_of(32, count)) * 32 * groups_of(4, dimensions) * 4;
    return copy + std::size_t(most_partials) * (dimensions + 1) * clusters + 4096;
}
