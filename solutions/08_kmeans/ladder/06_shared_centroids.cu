// Lab 08, the ladder. NOTES.md has the calculations and the measurements.
//   01_more_threads        128 threads per block instead of 32
//   02_unrolled_distances  the number of dimensions known at compile time
//   03_update_on_the_gpu   sums by atomics on global memory, one per coordinate
//   04_changes_on_the_gpu  one number copied to the host, no memberships
//   05_point_by_point      the coordinates of a point adjacent in memory
// > 06_shared_centroids    centroids in shared memory, the point in registers   <- you are here
//   07_private_sums        sums per block in shared memory
//   08_own_columns         a column of sums per thread, no atomics
//   09_several_points      scalar products, and several points per thread
//   10_fused               assignment and sums in one kernel
//   11_no_waiting          the loop ends on the device
//
// Change:  from rung 4: a block copies the centroids to shared memory, and a thread has its point in
//          registers, also if the number of dimensions is not one of the usual ones.
// Why:     each thread reads all centroids. From shared memory, one load returns four coordinates, and
//          broadcasts them to all lanes.
// Counter: loads per point and iteration; bytes per load.
// Costs:   a copy of the centroids per block: 4 KB for 128 points of 16 coordinates, which are 8 KB.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 128;

/// Adds @p value of all lanes of the warp to @p total.
template <typename T> __device__ void add_up(T* total, T value) {
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    if (threadIdx.x % 32 == 0) atomicAdd(total, value);
}

/// Copies the centroids to shared memory, in rows padded with zeros to @p dims coordinates.
template <int dims> __device__ void copy_centroids(float (*copy)[dims], const KmeansArgs& args) {
    for (int e = threadIdx.x; e < args.clusters * dims; e += threads) {
        const int c = e / dims, j = e % dims;
        copy[c][j] = j < args.dimensions ? args.centroids[c * args.dimensions + j] : 0.0f;
    }
    __syncthreads();
}

/// Assigns each point to its nearest centroid. Adds the squared distances to the inertia, and the number of
/// changed points to @p changed. @p dims is the number of dimensions or a little more.
template <int dims> __global__ void assign(KmeansArgs args, int iteration, int* changed) {
    extern __shared__ float4 memory[]; // float4, for vector loads of the rows
    float(*centroids)[dims] = reinterpret_cast<float(*)[dims]>(memory);
    copy_centroids(centroids, args);

    const int i = blockIdx.x * threads + threadIdx.x;
    float x[dims] = {};
#pragma unroll
    for (int j = 0; j < dims; ++j)
        if (i < args.count && j < args.dimensions) x[j] = args.points[std::size_t(j) * args.stride + i];
    int nearest = 0;
    float least = INFINITY;
    for (int c = 0; c < args.clusters; ++c) {
        float distance = 0;
#pragma unroll
        for (int j = 0; j < dims; ++j) distance += (x[j] - centroids[c][j]) * (x[j] - centroids[c][j]);
        if (distance < least) {
            least = distance;
            nearest = c;
        }
    }
    add_up(&args.inertia[iteration], i < args.count ? double{least} : 0.0);
    const bool changes = i < args.count && (iteration == 0 || args.membership[i] != nearest);
    add_up(changed, int{changes});
    if (changes) args.membership[i] = nearest;
}

/// Sums over the points of each centroid.
struct Sums {
    float* coordinates; // indexed like centroids
    int* sizes;         // points per centroid
    int* changed;       // points with another centroid than before
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

template <int dims> void run(const KmeansArgs& args) {
    const int values = args.clusters * args.dimensions;
    const Sums sums{args.scratch, reinterpret_cast<int*>(args.scratch + values),
                    reinterpret_cast<int*>(args.scratch + values + args.clusters)};
    const std::size_t bytes = sizeof(float) * dims * args.clusters; // 32 KB at most
    CUDA_CHECK(cudaMemcpyAsync(args.centroids, args.start, sizeof(float) * values, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(args.inertia, 0, sizeof(double) * args.limit));

    int iteration = 0;
    for (bool done = false; !done; ++iteration) {
        CUDA_CHECK(cudaMemsetAsync(sums.coordinates, 0, sizeof(float) * (values + args.clusters + 1)));
        if (args.count > 0) {
            assign<dims><<<groups_of(threads, args.count), threads, bytes>>>(args, iteration, sums.changed);
            CUDA_CHECK_LAUNCH();
            add_points<<<groups_of(threads, args.count), threads>>>(args, sums);
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
    if (args.dimensions <= 4) return run<4>(args);
    if (args.dimensions <= 8) return run<8>(args);
    if (args.dimensions <= 16) return run<16>(args);
    run<32>(args);
}
