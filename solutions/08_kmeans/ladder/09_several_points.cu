// Lab 08, the ladder. NOTES.md has the calculations and the measurements.
//   01_more_threads        128 threads per block instead of 32
//   02_unrolled_distances  the number of dimensions known at compile time
//   03_update_on_the_gpu   sums by atomics on global memory, one per coordinate
//   04_changes_on_the_gpu  one number copied to the host, no memberships
//   05_point_by_point      the coordinates of a point adjacent in memory
//   06_shared_centroids    centroids in shared memory, the point in registers
//   07_private_sums        sums per block in shared memory
//   08_own_columns         a column of sums per thread, no atomics
// > 09_several_points      scalar products, and several points per thread   <- you are here
//   10_fused               assignment and sums in one kernel
//   11_no_waiting          the loop ends on the device
//
// Change:  |x - c|² = |x|² + 2 (|c|²/2 - x·c), and only the bracket depends on the centroid: one multiply-add
//          per coordinate instead of a difference and a multiply-add. And a thread has 4 points in its
//          registers.
// Why:     lab 05. One load of four coordinates of a centroid serves 16 multiply-adds instead of
//          4.
// Counter: loads per point and iteration, from 332 to 138; instructions.
// Costs:   128 registers per thread, and a quarter of the occupancy. The squared distance is now a difference of
//          larger numbers: near 0 it is less exact. For the nearest centroid that is good enough
//          (NOTES.md).

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 128;
constexpr int warp = 32;
constexpr unsigned all_lanes = 0xffffffff;

/// Points per thread in registers at once.
template <int dims> constexpr int points_per_thread = dims <= 8 ? 8 : 64 / dims;

/// Adds @p value of all threads of the block to @p total. All threads must call it.
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

/// Copies the centroids and half of their squared lengths to shared memory. Rows have @p dims floats, which is
/// args.dimensions or more; the excess floats are zeros and add nothing to a scalar product.
template <int dims>
__device__ void copy_centroids(float* centroids, float* half_squares, const KmeansArgs& args) {
    for (int e = threadIdx.x; e < args.clusters * dims; e += threads) {
        const int c = e / dims, j = e % dims;
        centroids[e] = j < args.dimensions ? args.centroids[c * args.dimensions + j] : 0.0f;
    }
    __syncthreads();
    for (int c = threadIdx.x; c < args.clusters; c += threads) {
        float squares = 0;
        for (int j = 0; j < dims; ++j) squares += centroids[c * dims + j] * centroids[c * dims + j];
        half_squares[c] = squares / 2;
    }
    __syncthreads();
}

/// Finds for each of the thread's points x the nearest centroid c, and half of the squared distance to it, minus
/// |x|^2 / 2.
template <int dims, int count>
__device__ void find_nearest(int (&nearest)[count], float (&least)[count], const float (&x)[count][dims],
                             const float* centroids, const float* half_squares, int clusters) {
#pragma unroll
    for (int p = 0; p < count; ++p) nearest[p] = 0, least[p] = INFINITY;
#pragma unroll 4
    for (int c = 0; c < clusters; ++c) {
        float score[count];
#pragma unroll
        for (int p = 0; p < count; ++p) score[p] = half_squares[c];
#pragma unroll
        for (int j = 0; j < dims; j += 4) {
            const float4 four = *reinterpret_cast<const float4*>(&centroids[c * dims + j]);
#pragma unroll
            for (int p = 0; p < count; ++p) score[p] -= x[p][j] * four.x;
#pragma unroll
            for (int p = 0; p < count; ++p) score[p] -= x[p][j + 1] * four.y;
#pragma unroll
            for (int p = 0; p < count; ++p) score[p] -= x[p][j + 2] * four.z;
#pragma unroll
            for (int p = 0; p < count; ++p) score[p] -= x[p][j + 3] * four.w;
        }
#pragma unroll
        for (int p = 0; p < count; ++p)
            if (score[p] < least[p]) least[p] = score[p], nearest[p] = c;
    }
}

/// Sums over the points of each centroid.
struct Sums {
    float* coordinates; // indexed like centroids
    int* sizes;         // points per centroid
    int* changed;       // points with another centroid than before
};

/// Assigns each point to its nearest centroid. Adds up the inertia of the iteration and counts the changes.
template <int dims> __global__ void __launch_bounds__(threads, 4)
    assign(KmeansArgs args, Sums sums, int iteration) {
    extern __shared__ float4 memory[]; // float4, for an alignment of 16 bytes
    float* centroids = reinterpret_cast<float*>(memory);
    float* half_squares = centroids + args.clusters * dims;
    copy_centroids<dims>(centroids, half_squares, args);

    // Threads without a point read the last point, and rows past the last one repeat it: unconditional loads can
    // be in flight at the same time. The excess values are multiplied by zeros in the centroids, or ignored
    // below.
    constexpr int count = points_per_thread<dims>;
    const int first = blockIdx.x * threads * count + threadIdx.x; // then every `threads`-th point
    float x[count][dims];
    float squares[count] = {};
    int before[count];
#pragma unroll
    for (int p = 0; p < count; ++p) {
        const int i = min(first + p * threads, args.count - 1);
        before[p] = iteration > 0 && first + p * threads < args.count ? args.membership[i] : -1;
#pragma unroll
        for (int j = 0; j < dims; ++j) {
            x[p][j] = args.points[std::size_t(min(j, args.dimensions - 1)) * args.stride + i];
            squares[p] += j < args.dimensions ? x[p][j] * x[p][j] : 0.0f;
        }
    }
    int nearest[count];
    float least[count];
    find_nearest(nearest, least, x, centroids, half_squares, args.clusters);

    double inertia = 0;
    int changed = 0;
#pragma unroll
    for (int p = 0; p < count; ++p) {
        const int i = first + p * threads;
        if (i >= args.count) continue;
        inertia += squares[p] + 2 * least[p];
        changed += before[p] != nearest[p];
        args.membership[i] = nearest[p];
    }
    add_up(&args.inertia[iteration], inertia);
    add_up(sums.changed, changed);
}

/// Adds each point to the sums of its centroid. Every thread has its own column of sums in shared memory,
/// `own[c * threads + threadIdx.x]`. A warp transposes 32 points in its tile; then each lane adds up one
/// coordinate, of `dims` of these points. At the end a block adds its columns to the global sums.
template <int dims> __global__ void add_points(KmeansArgs args, Sums sums) {
    extern __shared__ float own[]; // [clusters][threads], and then the sizes
    // Rows are padded by one float, so that lanes that read a column of the tile access different banks.
    __shared__ float tiles[threads / warp][dims][warp + 1];
    int* own_sizes = reinterpret_cast<int*>(own + args.clusters * threads);
    for (int e = threadIdx.x; e < args.clusters * (threads + 1); e += threads) own[e] = 0; // also 0 as an int
    __syncthreads();

    const int lane = threadIdx.x % warp;
    float(&tile)[dims][warp + 1] = tiles[threadIdx.x / warp];
    for (int i = blockIdx.x * threads + threadIdx.x; i - lane < args.count; i += gridDim.x * threads) {
        const int nearest = i < args.count ? args.membership[i] : 0;
        if (i < args.count) atomicAdd(&own_sizes[nearest], 1);
        const int row = lane % dims, from = lane / dims * dims;
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
            x[q] = tile[row][from + q];
            c[q] = __shfl_sync(all_lanes, nearest, q, dims); // of lane q among `dims` neighbours
        }
#pragma unroll
        for (int q = 0; q < dims; ++q) own[c[q] * threads + threadIdx.x] += x[q];
        __syncwarp();
    }
    __syncthreads();

    for (int e = threadIdx.x; e < args.clusters * args.dimensions; e += threads) {
        const int c = e / args.dimensions, j = e % args.dimensions;
        float sum = 0;
        for (int t = j; t < threads; t += dims) sum += own[c * threads + t];
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
    const std::size_t bytes = sizeof(float) * (dims + 1) * args.clusters;                  // 33 KB at most
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
            assign<dims>
                <<<groups_of(threads * points_per_thread<dims>, args.count), threads, bytes>>>(args, sums,
                                                                                               iteration);
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
