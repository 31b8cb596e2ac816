/// @file
/// Bandwidth of a memory as a function of the bytes in flight per SM: from a few warps with one load each to
/// the most that an SM can hold. With few bytes in flight, bandwidth is bytes in flight / latency (Little's
/// law); with many, the maximum of the memory. The curve between them is fitted.

#include <cmath>
#include <string>

#include "gpu.h"
#include "output.h"
#include "tiles.h"
#include "timing.h"

namespace calibrate {
namespace {

/// One point of a curve.
struct Point {
    double bytes; ///< in flight per SM
    int threads;  ///< per SM
    int loads;    ///< 16-byte loads in flight per thread
    double gb_s;  ///< bandwidth of all SMs
};

struct Curve {
    std::string unit;
    std::vector<Point> points;
};

std::vector<Curve>& curves() {
    static std::vector<Curve> all;
    return all;
}

template <int loads>
void add_points(const Gpu& gpu, std::size_t set_bytes, double most_gb_s, std::vector<Point>& points) {
    for (const int threads : {64, 128, 256, 512, 1024, 2048}) {
        if (threads > gpu.properties.maxThreadsPerMultiProcessor || threads * loads > 8192) continue;
        const int block = std::min(threads, 1024);
        int blocks = 0;
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, read_tiles<loads>, block, 0),
              "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
        if (blocks * block < threads) continue;
        const int grid = gpu.sms * (threads / block);
        const std::size_t tile_bytes = sizeof(uint4) * loads * block;
        // About a millisecond; for DRAM at most the size of the set, so that no tile is read twice.
        const double bytes_under_way = 16.0 * loads * threads;
        const double guess_gb_s = std::min(most_gb_s, bytes_under_way * gpu.sms / 600);
        const double wanted = std::max(guess_gb_s * 1e6, static_cast<double>(gpu.properties.l2CacheSize) * 8);
        const auto bytes = set_bytes == gpu.buffer_bytes ? set_bytes : static_cast<std::size_t>(wanted);
        const auto tiles = static_cast<unsigned>(bytes / tile_bytes);
        const double time = gpu_microseconds([&] {
            read_tiles<loads><<<grid, block>>>(reinterpret_cast<const uint4*>(gpu.first),
                                               static_cast<unsigned>(set_bytes / tile_bytes), tiles,
                                               0x5bd1e995, reinterpret_cast<unsigned*>(gpu.second));
        });
        points.push_back({bytes_under_way, threads, loads,
                          gb_s(static_cast<double>(tiles * std::size_t{tile_bytes}), time)});
    }
}

/// The curve at x: (x^-p + most^-p)^(-1/p).
double curve(double x, double most, double power) {
    return std::pow(std::pow(x, -power) + std::pow(most, -power), -1 / power);
}

/// The latency and the power of the curve with the least relative error.
struct Fit {
    double latency_ns;
    double power;
    double error; ///< mean relative error, 0.05 is 5 %
};

Fit fit(const std::vector<Point>& points, int sms, double most_gb_s) {
    Fit best = {0, 0, 1e30};
    for (double latency = 50; latency < 5000; latency *= 1.01) {
        for (double power = 0.5; power <= 20; power += 0.1) {
            double sum = 0;
            for (const Point& point : points) {
                // Bytes per nanosecond equal 10^9 bytes per second.
                const double difference =
                    std::log(point.gb_s / curve(point.bytes * sms / latency, most_gb_s, power));
                sum += difference * difference;
            }
            const double error = std::sqrt(sum / static_cast<double>(points.size()));
            if (error < best.error) best = {latency, power, error};
        }
    }
    return best;
}

} // namespace

void measure_loaded(const Gpu& gpu, const char* unit, std::size_t set_bytes, double most_gb_s) {
    std::vector<Point> points;
    add_points<1>(gpu, set_bytes, most_gb_s, points);
    add_points<2>(gpu, set_bytes, most_gb_s, points);
    add_points<4>(gpu, set_bytes, most_gb_s, points);
    add_points<8>(gpu, set_bytes, most_gb_s, points);
    for (const Point& point : points) most_gb_s = std::max(most_gb_s, point.gb_s);
    const Fit found = fit(points, gpu.sms, most_gb_s);
    char comment[96];
    std::snprintf(comment, sizeof comment, "fitted to the rows of time.%s_loaded, which lie %.1f %% off",
                  unit, 100 * found.error);
    print_value("loaded_latency_ns", found.latency_ns, comment);
    print_value("loaded_power", found.power);
    curves().push_back({unit, points});
}

void print_loaded_rows() {
    for (const Curve& each : curves()) {
        for (const Point& point : each.points) {
            std::printf("\n[[time.%s_loaded]]\nbytes_in_flight_per_sm = %.1f\ngb_s = %.1f\nthreads_per_sm = "
                        "%d\nloads = %d\n",
                        each.unit.c_str(), point.bytes, point.gb_s, point.threads, point.loads);
        }
    }
    std::fflush(stdout);
}

} // namespace calibrate
