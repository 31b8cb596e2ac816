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
/// Points per thread in registers at once, with @p dims coordinates each.
template <int dims> constexpr int points_per_thread = 64 / dims;

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

/// Finds for each of the thread's points x the nearest centroid c and its score, |c|^2 / 2 minus the scalar
/// product of x and c. The score is half of the squared distance, minus |x|^2 / 2.
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
        for (int j = 0; j < dims; j += 4) { // one load of four coordinates, each used for all points
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

/// Assigns each point to its nearest centroid. Adds up the inertia of the iteration and the changes.
template <int dims> __global__ void __launch_bounds__(threads, 4)
    assign(KmeansArgs args, Sums sums, int iteration) {
    extern __shared__ float4 memory[]; // float4, for an alignment of 16 bytes
    float* centroids = reinterpret_cast<float*>(memory);
    float* half_squares = centroids + args.clusters * dims;
    copy_centroids<dims>(centroids, half_squares, args);

    // The loads are unconditional, so that many can be in flight at once. A thread without a point reads the last
    // point, and its results are ignored below. A coordinate that does not exist is read from the last row, and
    // adds nothing, since the centroids have a zero there.
    constexpr int count = points_per_thread<dims>;
    const int first = blockIdx.x * threads * count + threadIdx.x; // then every `threads`-th point
    float x[count][dims];
    float squares[count] = {};
    int before[count];
#pragma unroll
    for (int p = 0; p < count; ++p) {
        const int i = min(first + p * threads, args.count - 1);
        before[p] = first + p * threads < args.count ? centroid_before(args, iteration, i) : -1;
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

template <int dims> void assign_points(const KmeansArgs& args, const Sums& sums, int iteration) {
    const int bytes = static_cast<int>(sizeof(float)) * args.clusters * (dims + 1); // 33 KB at most
    const int blocks = groups_of(threads * points_per_thread<dims>, args.count);
    assign<dims><<<blocks, threads, bytes>>>(args, sums, iteration);
    CUDA_CHECK_LAUNCH();
}
// END TODO(4)

// TODO(3): as long as the host adds up the points, leave this region empty. When your own kernel adds them up and
// its sums take the time: add up without atomics on global memory. (about 58 lines)
/// Adds each point to the sums of its centroid. Every thread has its own column of sums in shared memory,
/// `own[c * threads + threadIdx.x]`. A warp transposes 32 points in its tile; then each lane adds up one
/// coordinate, of `dims` of these points. At the end a block adds its columns to the global sums.
template <int dims, int threads> __global__ void add_points(KmeansArgs args, Sums sums) {
    extern __shared__ float own[]; // [clusters][threads], and then the sizes
    // Rows are padded by one float, so that lanes that read a column of the tile access different banks.
    __shared__ float tiles[threads / warp][dims][warp + 1];
    int* own_sizes = reinterpret_cast<int*>(own + args.clusters * threads);
    for (int e = threadIdx.x; e < args.clusters * (threads + 1); e += threads) own[e] = 0; // also 0 as an int
    __syncthreads();

    const int lane = threadIdx.x % warp;
    const int row = lane % dims, from = lane / dims * dims;
    float(&tile)[dims][warp + 1] = tiles[threadIdx.x / warp];
    for (int i = blockIdx.x * threads + threadIdx.x; i - lane < args.count; i += gridDim.x * threads) {
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

template <int dims, int threads> void launch_add_points(const KmeansArgs& args, const Sums& sums, int bytes) {
    CUDA_CHECK(
        cudaFuncSetAttribute(add_points<dims, threads>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    // With few points per block, adding up the columns dominates. With many, some SMs have no block.
    const int blocks = std::min(groups_of(8 * threads, args.count), most_partials);
    add_points<dims, threads><<<blocks, threads, bytes>>>(args, sums);
    CUDA_CHECK_LAUNCH();
}

template <int dims> void add_all_points(const KmeansArgs& args, const Sums& sums) {
    const int bytes_per_column = static_cast<int>(sizeof(float)) * args.clusters;
    const int bytes = bytes_per_column * (threads + 1); // 129 KB at most, and 17 KB of tiles
    int device = 0, most = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if (bytes + (17 << 10) <= most)
        launch_add_points<dims, threads>(args, sums, bytes);
    else
        launch_add_points<dims, warp>(args, sums, bytes_per_column * (warp + 1));
}
// END TODO(3)

// TODO(1): the update, which moves each centroid to the mean of its points. Let the device add up the points
// and move the centroids. What if a centroid has no points? (about 13 lines)
/// Moves each centroid to the mean of its points, one thread per coordinate.
__global__ void move_centroids(KmeansArgs args, Sums sums) {
    const int e = blockIdx.x * threads + threadIdx.x;
    if (e >= args.clusters * args.dimensions) return;
    const int size = sums.sizes[e / args.dimensions];
    if (size > 0) args.centroids[e] = sums.coordinates[e] / size;
}

template <int dims> void update(const KmeansArgs& args, const Sums& sums) {
    add_all_points<dims>(args, sums);
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
