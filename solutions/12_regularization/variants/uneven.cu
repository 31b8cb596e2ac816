// Lab 12, a variant: load balancing for uneven work without a matrix. The steps of a pixel of an escape-time picture are
// not known in advance, so no search can cut the picture into equal parts. Work is distributed dynamically: by the
// hardware's block scheduler, or by a work queue in memory for blocks, warps or single lanes. Or it is assigned
// statically to persistent threads. Two pictures: the whole set, with wide uniform regions, and a part of its
// boundary, where neighbours differ.
//
//   uneven [width] [limit of steps]
//
// Full size: 8192 4096
//
// "lanes" is the average number of active lanes of a warp per step, of 32. "SM" is the number of steps of the busiest
// SM over that of an average one. Both are from a separate run, which is not timed.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "escape_kernels.h"
#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/first_difference.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"

namespace {

using kernelsmith::DeviceBuffer;

constexpr int persistent_threads = 256; // threads per persistent block
constexpr int samples = 4096;           // pixels that the host computes as well

/// Arguments of a method's launch.
struct Work {
    Plane plane;
    Tally tally;
    int* next;
    int multiprocessors;
};

struct Method {
    std::string name;
    std::function<void(const Work&)> draw;
    std::function<void(const Work&)> draw_counted;
};

/// Measurements of one method on one picture.
struct Result {
    double ms = 0;
    double lanes = 0;
    double busiest = 0;
    bool right = true;
};

template <typename Kernel> int resident_blocks(Kernel kernel, int multiprocessors) {
    int blocks = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, persistent_threads, 0));
    return blocks * multiprocessors;
}

/// Launches persistent blocks, with an empty queue.
template <typename Kernel, typename... More>
void launch_persistent(Kernel kernel, const Work& work, More... arguments) {
    CUDA_CHECK(cudaMemsetAsync(work.next, 0, sizeof(int)));
    kernel<<<resident_blocks(kernel, work.multiprocessors), persistent_threads>>>(work.plane, work.tally,
                                                                                  arguments...);
    CUDA_CHECK_LAUNCH();
}

template <typename Order, bool counted> void launch_thread_per_pixel(const Work& work, int threads) {
    const int blocks = (work.plane.pixels() + threads - 1) / threads;
    thread_per_pixel<Order, counted><<<blocks, threads>>>(work.plane, work.tally);
    CUDA_CHECK_LAUNCH();
}

template <typename Order> Method thread_method(const std::string& name, int threads) {
    return {name, [=](const Work& work) { launch_thread_per_pixel<Order, false>(work, threads); },
            [=](const Work& work) { launch_thread_per_pixel<Order, true>(work, threads); }};
}

Method warp_queue_method(const std::string& name, int tiles) {
    return {name, [=](const Work& work) { launch_persistent(warp_queue<false>, work, work.next, tiles); },
            [=](const Work& work) { launch_persistent(warp_queue<true>, work, work.next, tiles); }};
}

template <typename Order> Method lane_queue_method(const std::string& name, int min_idle) {
    return {name,
            [=](const Work& work) { launch_persistent(lane_queue<Order, false>, work, work.next, min_idle); },
            [=](const Work& work) { launch_persistent(lane_queue<Order, true>, work, work.next, min_idle); }};
}

std::vector<Method> methods() {
    return {
        thread_method<RowOrder>("one thread per pixel: warps in rows", 256),
        thread_method<TileOrder>("one thread per pixel: warps in tiles", 256),
        thread_method<TileOrder>("the same in blocks of 64", 64),
        thread_method<TileOrder>("the same in blocks of 1024", 1024),
        {"persistent blocks: one range per warp",
         [](const Work& work) { launch_persistent(chunk_per_warp<false>, work); },
         [](const Work& work) { launch_persistent(chunk_per_warp<true>, work); }},
        {"persistent blocks: tiles round-robin",
         [](const Work& work) { launch_persistent(round_robin<false>, work); },
         [](const Work& work) { launch_persistent(round_robin<true>, work); }},
        {"queue: a block takes 8 tiles",
         [](const Work& work) { launch_persistent(block_queue<false>, work, work.next); },
         [](const Work& work) { launch_persistent(block_queue<true>, work, work.next); }},
        warp_queue_method("queue: a warp takes a tile", 1),
        warp_queue_method("queue: a warp takes 8 tiles", 8),
        warp_queue_method("queue: a warp takes 64 tiles", 64),
        warp_queue_method("queue: a warp takes 512 tiles", 512),
        lane_queue_method<TileOrder>("queue: an idle lane takes a pixel", 1),
        lane_queue_method<TileOrder>("queue: when 8 lanes are idle", 8),
        lane_queue_method<TileOrder>("queue: when 16 lanes are idle", 16),
        thread_method<ScatteredOrder>("scattered pixels: one thread per pixel", 256),
        lane_queue_method<ScatteredOrder>("scattered pixels: queue of lanes", 8),
    };
}

class Bench {
public:
    Bench(int width, int limit)
        : width_(width), limit_(limit), steps_(width * width), expected_(width * width),
          tally_(Tally::multiprocessors), next_(1) {
        int device = 0;
        CUDA_CHECK(cudaGetDevice(&device));
        CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device));
    }

    /// Selects the square of the plane around a point. Returns whether the device agrees with the host on the samples.
    bool take_picture(double x, double y, double half) {
        plane_ = {static_cast<float>(x - half),
                  static_cast<float>(y - half),
                  static_cast<float>(2 * half / width_),
                  width_,
                  limit_,
                  expected_.data()};
        launch_thread_per_pixel<RowOrder, false>(work(), 256);
        std::vector<int> all(expected_.size());
        expected_.copy_to(all);
        total_ = std::accumulate(all.begin(), all.end(), 0ll);
        plane_.steps = steps_.data();
        bool right = true;
        for (int i = 0; i < samples; ++i) {
            const int pixel = static_cast<int>(kernelsmith::random_bits(1, i) % all.size());
            Point point(plane_, pixel);
            while (!point.is_done(limit_)) point.iterate_round();
            right = right && point.steps == all[pixel];
        }
        return right;
    }

    [[nodiscard]] double steps_per_pixel() const { return static_cast<double>(total_) / plane_.pixels(); }

    Result measure(const Method& method) {
        Result result;
        result.right = is_right(method.draw);
        result.ms = watch_.median_ms([&] { method.draw(work()); });
        CUDA_CHECK(cudaMemset(tally_.data(), 0, tally_.size() * sizeof(unsigned long long)));
        result.right = is_right(method.draw_counted) && result.right;
        std::vector<unsigned long long> steps_per_sm(tally_.size());
        tally_.copy_to(steps_per_sm);
        const double steps = std::accumulate(steps_per_sm.begin(), steps_per_sm.end(), 0.0);
        result.lanes = total_ / steps;
        result.busiest =
            *std::max_element(steps_per_sm.begin(), steps_per_sm.end()) * multiprocessors_ / steps;
        return result;
    }

    /// Returns the milliseconds for equally many steps, the same number for each pixel: z stays at 0.
    double uniform_ms() {
        Work uniform = work();
        const int rounds = (static_cast<int>(steps_per_pixel()) + steps_per_round - 1) / steps_per_round;
        uniform.plane.limit = std::max(1, rounds) * steps_per_round;
        uniform.plane.left = uniform.plane.top = uniform.plane.step = 0;
        const double ms = watch_.median_ms([&] { launch_thread_per_pixel<TileOrder, false>(uniform, 256); });
        return ms * steps_per_pixel() / uniform.plane.limit;
    }

private:
    [[nodiscard]] Work work() { return {plane_, {tally_.data()}, next_.data(), multiprocessors_}; }

    bool is_right(const std::function<void(const Work&)>& draw) {
        CUDA_CHECK(cudaMemset(steps_.data(), 0xff, steps_.size() * sizeof(int)));
        draw(work());
        return kernelsmith::first_difference(steps_.data(), expected_.data(), plane_.pixels()) < 0;
    }

    int width_;
    int limit_;
    DeviceBuffer<int> steps_;
    DeviceBuffer<int> expected_;
    DeviceBuffer<unsigned long long> tally_;
    DeviceBuffer<int> next_;
    kernelsmith::Stopwatch watch_{5, 0}; // no input is read, so the L2 cache need not be flushed
    Plane plane_{};
    long long total_ = 0;
    int multiprocessors_ = 0;
};

bool measure(int width, int limit) {
    Bench bench(width, limit);
    const std::vector<Method> all = methods();
    std::vector<std::vector<Result>> results;
    std::vector<double> uniform;
    std::vector<double> mean;
    bool right = true;
    const struct { double x, y, half; } pictures[] = {{-0.75, 0, 1.25}, {-0.745, 0.11, 0.01}};
    for (const auto& [x, y, half] : pictures) {
        if (!bench.take_picture(x, y, half)) {
            std::printf("WRONG: the host counts different steps\n");
            right = false;
        }
        results.emplace_back();
        for (const Method& method : all) results.back().push_back(bench.measure(method));
        uniform.push_back(bench.uniform_ms());
        mean.push_back(bench.steps_per_pixel());
    }

    std::printf("%d x %d pixels, %d steps at most\n", width, width, limit);
    std::printf("%-38s", "method");
    for (const char* picture : {"set", "edge"})
        for (const char* column : {"ms", "lanes", "SM"})
            std::printf("  %10s", (std::string(picture) + " " + column).c_str());
    std::printf("\n");
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::printf("%-38s", all[i].name.c_str());
        for (const auto& picture : results) {
            const auto& [ms, lanes, busiest, method_right] = picture[i];
            std::printf("  %10.3f  %10.1f  %10.2f", ms, lanes, busiest);
            if (!method_right) std::printf("  WRONG");
            right = right && method_right;
        }
        std::printf("\n");
    }
    std::printf("%-38s", "equally many steps for each pixel");
    for (const double ms : uniform) std::printf("  %10.3f  %10.1f  %10.2f", ms, 32.0, 1.0);
    std::printf("\n\nsteps per pixel on average: %.1f and %.1f\n", mean[0], mean[1]);
    return right;
}

} // namespace

int main(int argc, char** argv) try {
    const auto rounded_up = [](int value, int multiple) {
        return std::max(1, (value + multiple - 1) / multiple) * multiple;
    };
    const int width = rounded_up(argc > 1 ? std::atoi(argv[1]) : 64, 32);
    const int limit = rounded_up(argc > 2 ? std::atoi(argv[2]) : 128, steps_per_round);
    return measure(width, limit) ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "uneven: %s\n", error.what());
    return 1;
}
