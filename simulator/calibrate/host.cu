/// @file
/// The speed of the host, for calls whose host computes on what it received.

#include <cstddef>
#include <vector>

#include "gpu.h"
#include "output.h"
#include "timing.h"

namespace calibrate {

void measure_host() {
    begin_table("time.model");
    // A step of k-means that sums the points of each cluster: rows of coordinates, read in order, and sums that the
    // cluster of each point selects. The size is beyond the host's caches.
    constexpr std::size_t points = 1 << 20;
    constexpr std::size_t dimensions = 16;
    constexpr std::size_t clusters = 64;
    std::vector<float> coordinates(points * dimensions, 1.0F);
    std::vector<int> cluster(points);
    std::vector<float> centroids(clusters * dimensions);
    for (std::size_t i = 0; i < points; ++i) cluster[i] = static_cast<int>(i * 40503 % 65536 % clusters);
    std::vector<double> sums(clusters * dimensions);
    double inertia = 0;
    const double us = host_microseconds([&] {
        for (std::size_t j = 0; j < dimensions; ++j)
            for (std::size_t i = 0; i < points; ++i) {
                const std::size_t place = static_cast<std::size_t>(cluster[i]) * dimensions + j;
                const double difference = coordinates[j * points + i] - centroids[place];
                inertia += difference * difference;
                sums[place] += coordinates[j * points + i];
            }
    });
    const auto bytes = static_cast<double>(coordinates.size() * sizeof(float) + cluster.size() * sizeof(int));
    if (inertia < 0 || sums.front() < 0) return; // both are used, so no compiler leaves out the loop
    print_value("host_work_ns_per_byte", 1e3 * us / bytes, "a step of k-means on the host");
}

} // namespace calibrate
