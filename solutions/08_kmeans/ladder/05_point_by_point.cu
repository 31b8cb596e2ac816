// Lab 08, the ladder. NOTES.md has the calculations and the measurements.
//   01_more_threads        128 threads per block instead of 32
//   02_unrolled_distances  the number of dimensions known at compile time
//   03_update_on_the_gpu   sums by atomics on global memory, one per coordinate
//   04_changes_on_the_gpu  one number copied to the host, no memberships
// > 05_point_by_point      the coordinates of a point adjacent in memory   <- you are here
//   06_shared_centroids    centroids in shared memory, the point in registers
//   07_private_sums        sums per block in shared memory
//   08_own_columns         a column of sums per thread, no atomics
//   09_several_points      scalar products, and several points per thread
//   10_fused               assignment and sums in one kernel
//   11_no_waiting          the loop ends on the device
//
// Change:  the coordinates of a point are adjacent in memory (an array of structures), after a kernel has
//          transposed the points.
// Why:     most programs store points this way. A thread reads its point from one contiguous range.
// Counter: sectors per 128 bytes, up: the addresses of neighbouring threads are a whole point apart, so a
//          request of a warp touches 32 sectors instead of 4. The next coordinates hit in L1, if their
//          sectors are still there.
// Costs:   time. It did not help: a warp reads best coordinate by coordinate. The transpose alone takes as
//          long as many reads. variants/layouts.cu compares the layouts. The next rung continues from rung
//          4.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 128;

/// Adds @p value of all lanes of the warp to @p total.
template <typename T> __device__ void add_up(T* total, T value) {
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    if (threadIdx.x % 32 == 0) atomicAdd(total, value);
}

/// Assigns each point to its nearest centroid. Adds the squared distances to the inertia, and the number of
/// changed points to @p changed.
template <int known>
__global__ void assign(KmeansArgs args, int iteration, int* changed, const float* points) {
    const int dimensions = known > 0 ? known : args.dimensions;
    const int i = blockIdx.x * threads + threadIdx.x;
    int nearest = 0;
    float least = i < args.count ? INFINITY : 0.0f; // so a thread without a point finds none nearer
    for (int c = 0; c < args.clusters && i < args.count; ++c) {
        float distance = 0;
#pragma unroll
        for (int j = 0; j < dimensions; ++j) {
            const float difference =
                points[std::size_t(i) * dimensions + j] - args.centroids[c * dimensions + j];
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            nearest = c;
        }
    }
    add_up(&args.inertia[iteration], double{least});
    const bool changes = i < args.count && (iteration == 0 || args.membership[i] != nearest);
    add_up(changed, int{changes});
    if (changes) args.membership[i] = nearest;
}

/// Transposes the points to an array of structures: coordinate j of point i at `points[i * dimensions + j]`.
__global__ void turn(KmeansArgs args, float* points) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i >= args.count) return;
    for (int j = 0; j < args.dimensions; ++j)
        points[std::size_t(i) * args.dimensions + j] = args.points[std::size_t(j) * args.stride + i];
}

/// Sums over the points of each centroid.
struct Sums {
    float* coordinates; // indexed like centroids
    int* sizes;         // points per centroid
    int* changed;       // points with another centroid than before
};

/// Adds each point to the sums of its centroid.
__global__ void add_points(KmeansArgs args, Sums sums, const float* points) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i >= args.count) return;
    const int c = args.membership[i];
    for (int j = 0; j < args.dimensions; ++j)
        atomicAdd(&sums.coordinates[c * args.dimensions + j], points[std::size_t(i) * args.dimensions + j]);
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
    const Sums sums{args.scratch, reinterpret_cast<int*>(args.scratch + values),
                    reinterpret_cast<int*>(args.scratch + values + args.clusters)};
    float* points = args.scratch + groups_of(32, values + args.clusters + 1) * 32;
    CUDA_CHECK(cudaMemcpyAsync(args.centroids, args.start, sizeof(float) * values, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(args.inertia, 0, sizeof(double) * args.limit));

    if (args.count > 0) {
        turn<<<groups_of(threads, args.count), threads>>>(args, points);
        CUDA_CHECK_LAUNCH();
    }
    int iteration = 0;
    for (bool done = false; !done; ++iteration) {
        CUDA_CHECK(cudaMemsetAsync(sums.coordinates, 0, sizeof(float) * (values + args.clusters + 1)));
        if (args.count > 0) {
            assign<known><<<groups_of(threads, args.count), threads>>>(args, iteration, sums.changed, points);
            CUDA_CHECK_LAUNCH();
            add_points<<<groups_of(threads, args.count), threads>>>(args, sums, points);
            CUDA_CHECK_LAUNCH();
        }
        move_centroids<<<groups_of(threads, values), threads>>>(args, sums);
        CUDA_CHECK_LAUNCH();
        int changed = 0;
        CUDA_CHECK(cudaMemcpy(&changed, sums.changed, sizeof(int), cudaMemcpyDeviceToHost));
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
