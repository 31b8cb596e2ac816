#pragma once

/// @file
/// Lab 08: k-means, the whole program. README.md has the tasks.

#include <cstddef>

constexpr int most_dimensions = 32; ///< upper bound of KmeansArgs::dimensions
constexpr int most_clusters = 256;  ///< upper bound of KmeansArgs::clusters

/// The arguments of kmeans(). All pointers are to device memory, aligned to 256 bytes.
///
/// Points are stored coordinate by coordinate: all first coordinates, then all second ones, in rows of `stride`
/// floats, of which the first `count` are coordinates and the rest is padding. Rows start at multiples of 128
/// bytes. Coordinates are between -8 and 8.
struct KmeansArgs {
    const float* points; ///< coordinate j of point i at `points[j * stride + i]`; read-only
    const float* start;  ///< coordinate j of start centroid c at `start[c * dimensions + j]`; read-only
    float* centroids;    ///< result: coordinate j of centroid c at `centroids[c * dimensions + j]`
    int* membership;     ///< `count` entries: the centroid of each point in the last iteration
    double* inertia;     ///< `limit` entries: the inertia of each iteration; 0 for each that was not run
    int* iterations;     ///< one entry: the number of iterations that were run
    float* scratch;      ///< memory for any use, scratch_floats() floats; the initial content is arbitrary
    int count;           ///< points; may be 0
    int dimensions;      ///< coordinates per point: 1 to most_dimensions
    int clusters;        ///< centroids: 1 to most_clusters; may be more than there are points
    int stride;      ///< floats from one coordinate of a point to the next; at least count, a multiple of 32
    int limit;       ///< largest number of iterations; at least 1
    float threshold; ///< stop when at most this share of the points changed its centroid; 0 to 1
};

/// Runs Lloyd's algorithm from the start centroids. In iteration t, which counts from 0:
///
/// 1. Each point is assigned to its nearest centroid; if several are equally near, to the first of them.
/// 2. inertia[t] is the sum of the squared distances of all points to their centroids.
/// 3. Each centroid moves to the mean of its points. A centroid without points stays where it is.
/// 4. A point has changed if its centroid differs from the one in iteration t - 1; in iteration 0, each point
///    has. The iteration is the last one if t + 1 == limit, or if t + 1 >= least_iterations and the number of
///    points that changed is at or below threshold * count.
///
/// Called on the host, on the default stream. May wait for the device and allocate memory on the host, but
/// none on the device.
extern "C" void kmeans(const KmeansArgs& args);

/// The smallest number of iterations, unless KmeansArgs::limit is smaller.
constexpr int least_iterations = 3;

/// Returns the number of groups of @p size that hold @p count things, rounded up: `groups_of(128, 300)` is 3.
constexpr int groups_of(int size, int count) { return (count + size - 1) / size; }

/// The scratch memory has space for the partial results of this many blocks.
constexpr int most_partials = 660;

/// Length of KmeansArgs::scratch: a copy of the points in another layout, padded to multiples of 32 points and 4
/// coordinates; then sums and a number of points per cluster, most_partials times; then 4096 more
/// floats.
constexpr std::size_t scratch_floats(int count, int dimensions, int clusters) {
    const std::size_t copy = std::size_t(groups_of(32, count)) * 32 * groups_of(4, dimensions) * 4;
    return copy + std::size_t(most_partials) * (dimensions + 1) * clusters + 4096;
}
