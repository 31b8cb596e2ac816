// Lab 08: k-means, the whole program.
//
// The skeleton works, and it is slow. Rewrite the four regions from TODO to END TODO. Each region is a part of the
// program, and you decide in which order you rewrite them: measure first. README.md explains how, lab.h has the
// interface.

#include <algorithm>
#include <vector>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int warp = 32;
constexpr int threads = 128;
constexpr unsigned all_lanes = 0xffffffff;

/// Sums over the points of one iteration, on the device. All of them are zero when an iteration begins.
struct Sums {
    float*
        coordinates; // sum of coordinate j of the points of centroid c at `coordinates[c * dimensions + j]`
    int* sizes;      // number of points of each centroid
    int* changed;    // number of points with another centroid than before
};

/// A reduction: adds @p value of all threads of the block to @p total. All threads must call it. Lanes exchange
/// values by shuffles, warps through shared memory.
template <typename T> __device__ void add_up(T* total, T value) {
    __shared__ T of_warps[threads / warp];
    for (int distance = warp / 2; distance > 0; distance /= 2)
        value += __shfl_down_sync(all_lanes, value, distance);
    if (threadIdx.x % warp == 0) of_warps[threadIdx.x / warp] = value;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int w = 1; w < threads / warp; ++w) value += of_warps[w];
    atomicAdd(total, value);
}

// TODO(2): at the end of an iteration the host needs only the number of points that changed. assign() compares,
// and adds up the changes in sums.changed. With which value does it compare? And in which iterations must the
// host read the number? (about 10 lines)
/// Returns the centroid of point @p i in the previous iteration; in the first one -1, which no centroid has.
__device__ int centroid_before(const KmeansArgs& args, int iteration, int i) {
    return iteration > 0 ? args.membership[i] : -1;
}

/// Whether @p iteration, from 0 on, is the last one. The host copies the number of changes only if it matters:
/// each copy waits for all kernels before it.
bool is_last(const KmeansArgs& args, const Sums& sums, int iteration) {
    if (iteration + 1 == args.limit) return true;
    if (iteration + 1 < least_iterations) return false;
    int changed = 0;
    CUDA_CHECK(cudaMemcpy(&changed, sums.changed, sizeof(int), cudaMemcpyDeviceToHost));
    return changed <= args.threshold * args.count;
}
// END TODO(2)

// TODO(4): the nearest centroids. Each load of a centroid should serve several points. (about 75 lines)
/// Assigns each point to its nearest centroid, one thread per point. Adds up the inertia and the changes.
__global__ void assign(KmeansArgs args, Sums sums, int iteration) {
    const int i = blockIdx.x * threads + threadIdx.x;
    int nearest = 0;
    // A thread without a point finds no centroid nearer than 0, and adds nothing.
    float least = i < args.count ? INFINITY : 0.0f;
    for (int c = 0; c < args.clusters && i < args.count; ++c) {
        float distance = 0;
        for (int j = 0; j < args.dimensions; ++j) {
            const float x = args.points[std::size_t(j) * args.stride + i];
            const float difference = x - args.centroids[c * args.dimensions + j];
            distance += difference * difference;
        }
        if (distance < least) least = distance, nearest = c;
    }
    const bool changed = i < args.count && centroid_before(args, iteration, i) != nearest;
    if (i < args.count) args.membership[i] = nearest;
    add_up(&args.inertia[iteration], double{least});
    add_up(sums.changed, int{changed});
}

template <int dims> void assign_points(const KmeansArgs& args, const Sums& sums, int iteration) {
    assign<<<groups_of(threads, args.count), threads>>>(args, sums, iteration);
    CUDA_CHECK_LAUNCH();
}
// END TODO(4)

// TODO(3): as long as the host adds up the points, leave this region empty. When your own kernel adds them up and
// its sums take the time: add up without atomics on global memory. (about 47 lines)
// END TODO(3)

// TODO(1): the update, which moves each centroid to the mean of its points. Let the device add up the points
// and move the centroids. What if a centroid has no points? (about 13 lines)
/// Adds each point to the sums of its centroid, one thread per point and one atomic per coordinate.
__global__ void add_points(KmeansArgs args, Sums sums) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i >= args.count) return;
    const int c = args.membership[i];
    for (int j = 0; j < args.dimensions; ++j)
        atomicAdd(&sums.coordinates[c * args.dimensions + j], args.points[std::size_t(j) * args.stride + i]);
    atomicAdd(&sums.sizes[c], 1);
}

/// Moves each centroid to the mean of its points, one thread per coordinate.
__global__ void move_centroids(KmeansArgs args, Sums sums) {
    const int e = blockIdx.x * threads + threadIdx.x;
    if (e >= args.clusters * args.dimensions) return;
    const int size = sums.sizes[e / args.dimensions];
    if (size > 0) args.centroids[e] = sums.coordinates[e] / size;
}

template <int dims> void update(const KmeansArgs& args, const Sums& sums) {
    add_points<<<groups_of(threads, args.count), threads>>>(args, sums);
    CUDA_CHECK_LAUNCH();
    move_centroids<<<groups_of(threads, args.clusters * args.dimensions), threads>>>(args, sums);
    CUDA_CHECK_LAUNCH();
}
// END TODO(1)

/// Runs the iterations until the loop ends, and returns their number. Points have @p dims coordinates or fewer.
template <int dims> int run(const KmeansArgs& args, const Sums& sums) {
    const std::size_t bytes = sizeof(float) * (args.clusters * (args.dimensions + 1) + 1); // of all sums
    int iteration = 0;
    for (bool done = false; !done; ++iteration) {
        CUDA_CHECK(cudaMemsetAsync(sums.coordinates, 0, bytes));
        if (args.count > 0) {
            assign_points<dims>(args, sums, iteration);
            update<dims>(args, sums);
        }
        done = is_last(args, sums, iteration);
    }
    return iteration;
}

extern "C" void kmeans(const KmeansArgs& args) {
    const int values = args.clusters * args.dimensions;
    int* sizes = reinterpret_cast<int*>(args.scratch + values);
    const Sums sums{args.scratch, sizes, sizes + args.clusters};
    CUDA_CHECK(cudaMemcpyAsync(args.centroids, args.start, sizeof(float) * values, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(args.inertia, 0, sizeof(double) * args.limit));

    const int iterations = args.dimensions <= 16 ? run<16>(args, sums) : run<32>(args, sums);
    CUDA_CHECK(cudaMemcpy(args.iterations, &iterations, sizeof(int), cudaMemcpyHostToDevice));
}
