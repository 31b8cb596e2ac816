// Lab 08, the ladder. NOTES.md has the calculations and the measurements.
//   01_more_threads        128 threads per block instead of 32
//   02_unrolled_distances  the number of dimensions known at compile time
//   03_update_on_the_gpu   sums by atomics on global memory, one per coordinate
//   04_changes_on_the_gpu  one number copied to the host, no memberships
//   05_point_by_point      the coordinates of a point adjacent in memory
//   06_shared_centroids    centroids in shared memory, the point in registers
//   07_private_sums        sums per block in shared memory
// > 08_own_columns         a column of sums per thread, no atomics   <- you are here
//   09_several_points      scalar products, and several points per thread
//   10_fused               assignment and sums in one kernel
//   11_no_waiting          the loop ends on the device
//
// Change:  no atomics on the sums. Each thread has a column of sums, for one coordinate of all clusters, and
//          no other thread writes there. A warp transposes its 32 points in shared memory, so that a lane
//          gets one coordinate of many points.
// Why:     a plain load, addition and store replace a CAS loop that is repeated at address conflicts.
// Counter: shared atomics per point, from 17 to 1, for the sizes. Bank conflicts: none, each lane has its bank.
// Costs:   memory: 128 floats per cluster instead of 17, 32 KB for 64 clusters, 128 KB for 256. More than
//          48 KB must be requested.

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

/// Adds each point to the sums of its centroid. A warp transposes 32 points in shared memory; then a lane reads
/// one coordinate, of `dims` of the points, and adds it to its own column of sums:
/// `own[c][thread]`.
template <int dims> __global__ void add_points(KmeansArgs args, Sums sums) {
    extern __shared__ float own[];                      // [clusters][threads], and then the sizes
    __shared__ float tiles[threads / 32][dims][32 + 1]; // padded, so that a column is in different banks
    int* own_sizes = reinterpret_cast<int*>(own + args.clusters * threads);
    for (int e = threadIdx.x; e < args.clusters * (threads + 1); e += threads) own[e] = 0;
    __syncthreads();

    const int lane = threadIdx.x % 32;
    float(&tile)[dims][32 + 1] = tiles[threadIdx.x / 32];
    const int step = gridDim.x * threads;
    for (int i = blockIdx.x * threads + threadIdx.x; i - lane < args.count; i += step) {
        const int nearest = i < args.count ? args.membership[i] : 0;
        if (i < args.count) atomicAdd(&own_sizes[nearest], 1);
#pragma unroll
        for (int j = 0; j < dims; ++j) {
            const bool there = i < args.count && j < args.dimensions;
            tile[j][lane] = there ? args.points[std::size_t(j) * args.stride + i] : 0.0f;
        }
        __syncwarp();
        float x[dims];
        int c[dims];
#pragma unroll
        for (int q = 0; q < dims; ++q) {
            x[q] = tile[lane % dims][lane / dims * dims + q];
            c[q] = __shfl_sync(0xffffffff, nearest, q, dims);
        }
#pragma unroll
        for (int q = 0; q < dims; ++q) own[c[q] * threads + threadIdx.x] += x[q];
        __syncwarp();
    }
    __syncthreads();
    for (int e = threadIdx.x; e < args.clusters * args.dimensions; e += threads) {
        float sum = 0;
        for (int t = e % args.dimensions; t < threads; t += dims)
            sum += own[e / args.dimensions * threads + t];
        atomicAdd(&sums.coordinates[e], sum);
    }
    for (int c = threadIdx.x; c < args.clusters; c += threads) atomicAdd(&sums.sizes[c], own_sizes[c]);
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
    const std::size_t bytes = sizeof(float) * dims * args.clusters;                        // 32 KB at most
    const int sum_bytes = static_cast<int>(sizeof(float)) * (threads + 1) * args.clusters; // 129 KB at most
    const int blocks = min(groups_of(8 * threads, args.count), most_partials);
    CUDA_CHECK(
        cudaFuncSetAttribute(add_points<dims>, cudaFuncAttributeMaxDynamicSharedMemorySize, sum_bytes));
    CUDA_CHECK(cudaMemcpyAsync(args.centroids, args.start, sizeof(float) * values, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(args.inertia, 0, sizeof(double) * args.limit));

    int iteration = 0;
    for (bool done = false; !done; ++iteration) {
        CUDA_CHECK(cudaMemsetAsync(sums.coordinates, 0, sizeof(float) * (values + args.clusters + 1)));
        if (args.count > 0) {
            assign<dims><<<groups_of(threads, args.count), threads, bytes>>>(args, iteration, sums.changed);
            CUDA_CHECK_LAUNCH();
            add_points<dims><<<blocks, threads, sum_bytes>>>(args, sums);
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
