// Lab 12, a variant: uneven work without a matrix. Each pixel of an escape-time picture takes some number of
// steps that nobody knows before, and no search can cut the picture into equal parts. So work is shared out while
// it goes on: by the hardware's queue of blocks, by a queue of one's own for blocks, warps or single lanes. Or it is
// dealt out before, to threads that stay. Two pictures: the whole set, with wide stretches of one kind, and a part of
// its edge, where neighbours differ.
//
//   uneven [width] [limit of steps]
//
// Full size: 8192 4096
//
// "lanes" says how many lanes of a warp were at work on average in a step, of 32. "SM" is the number of steps of the
// busiest SM over that of an average one. Both are from a run of their own, which is not timed.

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

constexpr int stay_threads = 256; // of a block of those that stay
constexpr int samples = 4096;     // pixels that the host counts, too

/// What a way is launched with.
struct Work {
    Plane plane;
    Tally to;
    int* next;
    int multiprocessors;
};

struct Way {
    std::string name;
    std::function<void(const Work&)> draw;
    std::function<void(const Work&)> draw_counted;
};

/// What one way came to in one picture.
struct Result {
    double ms = 0;
    double lanes = 0;
    double busiest = 0;
    bool right = true;
};

template <typename Kernel> int resident_blocks(Kernel kernel, int multiprocessors) {
    int blocks = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, stay_threads, 0));
    return blocks * multiprocessors;
}

/// Blocks that stay, and a queue that begins anew.
template <typename Kernel, typename... More> void stay(Kernel kernel, const Work& work, More... more) {
    CUDA_CHECK(cudaMemsetAsync(work.next, 0, sizeof(int)));
    kernel<<<resident_blocks(kernel, work.multiprocessors), stay_threads>>>(work.plane, work.to, more...);
    CUDA_CHECK_LAUNCH();
}

template <typename Order, bool counted> void by_threads(const Work& work, int threads) {
    const int blocks = (work.plane.pixels() + threads - 1) / threads;
    thread_a_pixel<Order, counted><<<blocks, threads>>>(work.plane, work.to);
    CUDA_CHECK_LAUNCH();
}

template <typename Order> Way threads_way(const std::string& name, int threads) {
    return {name, [=](const Work& work) { by_threads<Order, false>(work, threads); },
            [=](const Work& work) { by_threads<Order, true>(work, threads); }};
}

Way warps_way(const std::string& name, int tiles) {
    return {name, [=](const Work& work) { stay(queue_of_warps<false>, work, work.next, tiles); },
            [=](const Work& work) { stay(queue_of_warps<true>, work, work.next, tiles); }};
}

template <typename Order> Way lanes_way(const std::string& name, int idle) {
    return {name, [=](const Work& work) { stay(queue_of_lanes<Order, false>, work, work.next, idle); },
            [=](const Work& work) { stay(queue_of_lanes<Order, true>, work, work.next, idle); }};
}

std::vector<Way> ways() {
    return {
        threads_way<Rows>("a thread a pixel: warps in rows", 256),
        threads_way<Tiles>("a thread a pixel: warps in tiles", 256),
        threads_way<Tiles>("the same in blocks of 64", 64),
        threads_way<Tiles>("the same in blocks of 1024", 1024),
        {"blocks that stay: a stretch a warp", [](const Work& work) { stay(stretch_a_warp<false>, work); },
         [](const Work& work) { stay(stretch_a_warp<true>, work); }},
        {"blocks that stay: tiles in turn", [](const Work& work) { stay(in_turn<false>, work); },
         [](const Work& work) { stay(in_turn<true>, work); }},
        {"queue: a block takes 8 tiles",
         [](const Work& work) { stay(queue_of_blocks<false>, work, work.next); },
         [](const Work& work) { stay(queue_of_blocks<true>, work, work.next); }},
        warps_way("queue: a warp takes a tile", 1),
        warps_way("queue: a warp takes 8 tiles", 8),
        warps_way("queue: a warp takes 64 tiles", 64),
        warps_way("queue: a warp takes 512 tiles", 512),
        lanes_way<Tiles>("queue: a lane takes a pixel at once", 1),
        lanes_way<Tiles>("queue: when 8 lanes have none", 8),
        lanes_way<Tiles>("queue: when 16 lanes have none", 16),
        threads_way<Scattered>("pixels in no order: a thread a pixel", 256),
        lanes_way<Scattered>("pixels in no order: queue of lanes", 8),
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

    /// The square of the plane around a point. Whether the pixels that the host draws, too, are right.
    bool take_picture(double x, double y, double half) {
        plane_ = {static_cast<float>(x - half),
                  static_cast<float>(y - half),
                  static_cast<float>(2 * half / width_),
                  width_,
                  limit_,
                  expected_.data()};
        by_threads<Rows, false>(work(), 256);
        std::vector<int> all(expected_.size());
        expected_.copy_to(all);
        total_ = std::accumulate(all.begin(), all.end(), 0ll);
        plane_.steps = steps_.data();
        bool right = true;
        for (int i = 0; i < samples; ++i) {
            const int pixel = static_cast<int>(kernelsmith::random_bits(1, i) % all.size());
            Point point(plane_, pixel);
            while (!point.is_done(limit_)) point.go_a_round();
            right = right && point.steps == all[pixel];
        }
        return right;
    }

    [[nodiscard]] double steps_a_pixel() const { return static_cast<double>(total_) / plane_.pixels(); }

    Result measure(const Way& way) {
        Result result;
        result.right = is_right(way.draw);
        result.ms = watch_.median_ms([&] { way.draw(work()); });
        CUDA_CHECK(cudaMemset(tally_.data(), 0, tally_.size() * sizeof(unsigned long long)));
        result.right = is_right(way.draw_counted) && result.right;
        std::vector<unsigned long long> of_sm(tally_.size());
        tally_.copy_to(of_sm);
        const double steps = std::accumulate(of_sm.begin(), of_sm.end(), 0.0);
        result.lanes = total_ / steps;
        result.busiest = *std::max_element(of_sm.begin(), of_sm.end()) * multiprocessors_ / steps;
        return result;
    }

    /// Milliseconds for as many steps when each pixel takes the same number: z stays at 0.
    double even_ms() {
        Work even = work();
        const int rounds = (static_cast<int>(steps_a_pixel()) + steps_a_round - 1) / steps_a_round;
        even.plane.limit = std::max(1, rounds) * steps_a_round;
        even.plane.left = even.plane.top = even.plane.step = 0;
        const double ms = watch_.median_ms([&] { by_threads<Tiles, false>(even, 256); });
        return ms * steps_a_pixel() / even.plane.limit;
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
    kernelsmith::Stopwatch watch_{5, 0}; // nothing is read that an L2 cache could hold
    Plane plane_{};
    long long total_ = 0;
    int multiprocessors_ = 0;
};

bool measure(int width, int limit) {
    Bench bench(width, limit);
    const std::vector<Way> all = ways();
    std::vector<std::vector<Result>> results;
    std::vector<double> even;
    std::vector<double> mean;
    bool right = true;
    const struct { double x, y, half; } pictures[] = {{-0.75, 0, 1.25}, {-0.745, 0.11, 0.01}};
    for (const auto& [x, y, half] : pictures) {
        if (!bench.take_picture(x, y, half)) {
            std::printf("WRONG: the host counts other steps\n");
            right = false;
        }
        results.emplace_back();
        for (const Way& way : all) results.back().push_back(bench.measure(way));
        even.push_back(bench.even_ms());
        mean.push_back(bench.steps_a_pixel());
    }

    std::printf("%d x %d pixels, %d steps at most\n", width, width, limit);
    std::printf("%-38s", "way");
    for (const char* picture : {"set", "edge"})
        for (const char* column : {"ms", "lanes", "SM"})
            std::printf("  %10s", (std::string(picture) + " " + column).c_str());
    std::printf("\n");
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::printf("%-38s", all[i].name.c_str());
        for (const auto& picture : results) {
            const auto& [ms, lanes, busiest, way_right] = picture[i];
            std::printf("  %10.3f  %10.1f  %10.2f", ms, lanes, busiest);
            if (!way_right) std::printf("  WRONG");
            right = right && way_right;
        }
        std::printf("\n");
    }
    std::printf("%-38s", "as many steps: the same for each pixel");
    for (const double ms : even) std::printf("  %10.3f  %10.1f  %10.2f", ms, 32.0, 1.0);
    std::printf("\n\nsteps a pixel on average: %.1f and %.1f\n", mean[0], mean[1]);
    return right;
}

} // namespace

int main(int argc, char** argv) try {
    const auto rounded_up = [](int value, int to) { return std::max(1, (value + to - 1) / to) * to; };
    const int width = rounded_up(argc > 1 ? std::atoi(argv[1]) : 64, 32);
    const int limit = rounded_up(argc > 2 ? std::atoi(argv[2]) : 128, steps_a_round);
    return measure(width, limit) ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "uneven: %s\n", error.what());
    return 1;
}
