// Lab 08, the ladder. NOTES.md has the calculations and the measurements.
//   01_more_threads        128 threads per block instead of 32
//   02_unrolled_distances  the number of dimensions known at compile time
// > 03_update_on_the_gpu   sums by atomics on global memory, one per coordinate   <- you are here
//   04_changes_on_the_gpu  one number copied to the host, no memberships
//   05_point_by_point      the coordinates of a point adjacent in memory
//   06_shared_centroids    centroids in shared memory, the point in registers
//   07_private_sums        sums per block in shared memory
//   08_own_columns         a column of sums per thread, no atomics
//   09_several_points      scalar products, and several points per thread
//   10_fused               assignment and sums in one kernel
//   11_no_waiting          the loop ends on the device
//
// Change:  the GPU adds up the points of each centroid and moves it, with one atomic on global memory per
//          coordinate of each point. The host counts the points that changed, and for that still copies all
//          memberships.
// Why:     Amdahl's law: the host's update took nearly all of the time.
// Counter: global atomics, from none to one per coordinate of a point, and one per point. Copied bytes, to
//          4 per point and iteration.
// Costs:   the order of the sums varies: results differ in their last bits from run to run. And all points
//          add to only 64 centroids, so the atomics are serialized: 8.7 ms for 4 million points, measured
//          once on an H200, fifteen times as long as the assignment. It is the contention of lab 06.

#include <vector>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 128;

/// Adds @p value of all lanes of the warp to @p total.
template <typename T> __device__ void add_up(T* total, T value) {
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    if (threadIdx.x % 32 == 0) atomicAdd(total, value);
}

/// Assigns each point to its nearest centroid, and adds its squared distance to the inertia.
template <int known> __global__ void assign(KmeansArgs args, int iteration) {
    const int dimensions = known > 0 ? known : args.dimensions;
    const int i = blockIdx.x * threads + threadIdx.x;
    int nearest = 0;
    float least = i < args.count ? INFINITY : 0.0f; // so a thread without a point finds none nearer
    for (int c = 0; c < args.clusters && i < args.count; ++c) {
        float distance = 0;
#pragma unroll
        for (int j = 0; j < dimensions; ++j) {
            const float difference =
                args.points[std::size_t(j) * args.stride + i] - args.centroids[c * dimensions + j];
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            nearest = c;
        }
    }
    add_up(&args.inertia[iteration], double{least});
    if (i < args.count) args.membership[i] = nearest;
}

/// Sums over the points of each centroid.
struct Sums {
    float* coordinates; // indexed like centroids
    int* sizes;         // points per centroid
};

/// Adds each point to the sums of its centroid.
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

template <int known> void run(const KmeansArgs& args) {
    const int values = args.clusters * args.dimensions;
    const Sums sums{args.scratch, reinterpret_cast<int*>(args.scratch + values)};
    CUDA_CHECK(cudaMemcpyAsync(args.centroids, args.start, sizeof(float) * values, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(args.inertia, 0, sizeof(double) * args.limit));

    std::vector<int> membership(args.count), before(args.count, -1);
    int iteration = 0;
    for (bool done = false; !done; ++iteration) {
        CUDA_CHECK(cudaMemsetAsync(sums.coordinates, 0, sizeof(float) * (values + args.clusters)));
        if (args.count > 0) {
            assign<known><<<groups_of(threads, args.count), threads>>>(args, iteration);
            CUDA_CHECK_LAUNCH();
            add_points<<<groups_of(threads, args.count), threads>>>(args, sums);
            CUDA_CHECK_LAUNCH();
        }
        move_centroids<<<groups_of(threads, values), threads>>>(args, sums);
        CUDA_CHECK_LAUNCH();
        CUDA_CHECK(
            cudaMemcpy(membership.data(), args.membership, sizeof(int) * args.count, cudaMemcpyDeviceToHost));
        int changed = 0;
        for (int i = 0; i < args.count; ++i) changed += membership[i] != before[i];
        before.swap(membership);
        done = iteration + 1 == args.limit ||
               (iteration + 1 >= least_iterations && changed <= args.threshold * args.count);
    }
    CUDA_CHECK(cudaMemcpy(args.iterations, &iteration, sizeof(int), cudaMemcpyHostToDevice));
}

extern "C" void kmeans(const KmeansArgs& args) {
    switch (args.dimensions) {
        case 2: return run<2>(args);
        case 3: return run<3>(args);
        case 4: return run<4>(args);
        case 8: return run<8>(args);
        case 16: return run<16>(args);
        case 32: return run<32>(args);
        default: return run<0>(args);
    }
}
