// Lab 09, a variant: the gain of k-means from another layout, and the price of the change. Points come as records: a
// point's coordinates are adjacent. Each iteration assigns each point to the nearest centroid (lab 08). After how many
// iterations does it pay to change the layout first?
//
//   records        unchanged, one coordinate per load
//   records, 16 B  unchanged, four coordinates per load, if their number allows it
//   groups of 32   changed in place (groups.h)
//   arrays         changed by the solution of this lab, into other memory
//
// The kernel is simple: a thread reads its point into registers once, and the centroids are in shared memory. The
// arithmetic grows with the clusters, the bytes read do not. A gain of less than 1 % counts as none.
//
//   kmeans_layouts [points]     rounded down to a multiple of 32
//
// Full size: 16777216

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "groups.h"
#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"

#include "../student.cu"

namespace {

using kernelsmith::DeviceBuffer;

constexpr int threads = 128;
constexpr int most_clusters = 64;

/// Returns a coordinate from 0 to 255: sums of squares are exact, and all layouts find the same nearest centroid.
__host__ __device__ float coordinate(std::uint64_t seed, std::int64_t element) {
    return static_cast<float>(kernelsmith::random_bits(seed, static_cast<std::uint64_t>(element)) >> 56);
}

__global__ void make_points(float* points, std::int64_t elements) {
    const std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    if (i < elements) points[i] = coordinate(1, i);
}

/// Returns the index of the nearest centroid, the first of several at the same distance.
template <int dims>
__host__ __device__ int nearest(const float* point, const float (*centroids)[dims], int clusters) {
    int found = 0;
    float least = INFINITY;
    for (int c = 0; c < clusters; ++c) {
        float distance = 0;
#pragma unroll
        for (int j = 0; j < dims; ++j)
            distance += (point[j] - centroids[c][j]) * (point[j] - centroids[c][j]);
        if (distance < least) least = distance, found = c;
    }
    return found;
}

template <Layout layout, int dims, bool wide> __global__ void __launch_bounds__(threads)
    assign(int* membership, const float* points, const float* all_centroids, std::int64_t count,
           int clusters) {
    __shared__ float centroids[most_clusters][dims];
    for (int e = threadIdx.x; e < clusters * dims; e += threads)
        centroids[e / dims][e % dims] = all_centroids[e];
    __syncthreads();
    const std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= count) return;
    float point[dims];
    if constexpr (wide) {
#pragma unroll
        for (int j = 0; j < dims; j += 4) {
            const float4 four =
                *reinterpret_cast<const float4*>(&points[element_at<layout>(i, j, count, dims)]);
            point[j] = four.x, point[j + 1] = four.y, point[j + 2] = four.z, point[j + 3] = four.w;
        }
    } else {
#pragma unroll
        for (int j = 0; j < dims; ++j) point[j] = points[element_at<layout>(i, j, count, dims)];
    }
    membership[i] = nearest<dims>(point, centroids, clusters);
}

/// Points with `dims` coordinates, and their rows of the table.
template <int dims> class Trial {
public:
    explicit Trial(std::int64_t count)
        : count_(count), given_(elements()), points_(elements()), middles_(most_clusters * dims),
          centroids_(middles_.size()), membership_(count) {
        for (std::size_t e = 0; e < middles_.size(); ++e)
            middles_[e] = coordinate(2, static_cast<std::int64_t>(e));
        centroids_.copy_from(middles_);
        make_points<<<groups_of(threads, count_ * dims), threads>>>(given_.data(), count_ * dims);
        CUDA_CHECK_LAUNCH();
    }

    /// Prints the rows. Returns whether all results were right.
    bool run() {
        for (const int clusters : {8, most_clusters}) {
            clusters_ = clusters;
            restore();
            best_records_ms_ = HUGE_VALF;
            measure<Layout::records, false>("records", 0);
            if constexpr (dims % 4 == 0) measure<Layout::records, true>("records, 16 B", 0);

            const float grouping =
                watch_.median_ms([&] { restore(); },
                                 [&] { launch_group_records<32>(points_.data(), count_, dims); });
            measure<Layout::groups, false>("groups of 32", grouping);

            const float changing = watch_.median_ms([&] {
                change_layout({.in = given_.data(),
                               .out = points_.data(),
                               .count = count_,
                               .fields = dims,
                               .to_arrays = 1});
            });
            measure<Layout::arrays, false>("arrays", changing);
        }
        return all_right_;
    }

private:
    [[nodiscard]] std::size_t elements() const { return static_cast<std::size_t>(count_) * dims; }

    void restore() {
        CUDA_CHECK(cudaMemcpyAsync(points_.data(), given_.data(), elements() * sizeof(float),
                                   cudaMemcpyDeviceToDevice));
    }

    /// Prints a row; @p changing is the time of the change to the layout, 0 for records.
    template <Layout layout, bool wide> void measure(const char* name, float changing) {
        CUDA_CHECK(cudaMemset(membership_.data(), 0xff, membership_.size() * sizeof(int)));
        const float iteration = watch_.median_ms([&] {
            assign<layout, dims, wide>
                <<<groups_of(threads, count_), threads>>>(membership_.data(), points_.data(),
                                                          centroids_.data(), count_, clusters_);
        });
        const bool right = is_right();
        all_right_ = all_right_ && right;
        std::printf("%11d%10d  %-14s", dims, clusters_, name);
        if (layout == Layout::records) {
            best_records_ms_ = std::min(best_records_ms_, iteration);
            std::printf("%12s%14.3f%14s", "", iteration, "");
        } else if (iteration < 0.99f * best_records_ms_) { // a smaller gain may be chance
            std::printf("%12.3f%14.3f%14.0f", changing, iteration,
                        std::ceil(changing / (best_records_ms_ - iteration)));
        } else {
            std::printf("%12.3f%14.3f%14s", changing, iteration, "never");
        }
        std::printf("%s\n", right ? "" : "   WRONG");
    }

    /// Checks about a thousand points.
    bool is_right() {
        std::vector<int> got(membership_.size());
        membership_.copy_to(got);
        const auto* centroids = reinterpret_cast<const float(*)[dims]>(middles_.data());
        const std::int64_t stride = (count_ / 1000) | 1; // odd: points of every lane are checked
        for (std::int64_t i = 0; i < count_; i += stride) {
            float point[dims];
            for (int j = 0; j < dims; ++j) point[j] = coordinate(1, i * dims + j);
            if (got[static_cast<std::size_t>(i)] != nearest<dims>(point, centroids, clusters_)) return false;
        }
        return true;
    }

    std::int64_t count_;
    kernelsmith::Stopwatch watch_;
    DeviceBuffer<float> given_, points_;
    std::vector<float> middles_;
    DeviceBuffer<float> centroids_;
    DeviceBuffer<int> membership_;
    int clusters_ = 0;
    float best_records_ms_ = 0;
    bool all_right_ = true;
};

} // namespace

int main(int argc, char** argv) try {
    const bool full = argc > 1;
    const std::int64_t count = (full ? std::atoll(argv[1]) : 1999) / 32 * 32;
    std::printf("%lld points\n%11s%10s  %-14s%12s%14s%14s\n", static_cast<long long>(count), "coordinates",
                "clusters", "layout", "change, ms", "iteration, ms", "pays after");
    bool right = Trial<3>(count).run();
    right = Trial<5>(count).run() && right;
    right = Trial<8>(count).run() && right;
    right = Trial<16>(count).run() && right;
    return right ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "kmeans_layouts: %s\n", error.what());
    return 1;
}
