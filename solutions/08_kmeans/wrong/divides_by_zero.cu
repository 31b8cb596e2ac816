// Mistake: a centroid without points becomes the mean of none, which is not a number, and is near to
// nothing ever after.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int warp = 32;
constexpr int threads = 128;
constexpr unsigned all_lanes = 0xffffffff;

/// Points that a thread of assign() has in its registers at once, with @p dims coordinates each.
template <int dims> constexpr int points_a_thread = std::min(8, 64 / dims);

/// What add_points() finds out for move_centroids() and the host, all of it zeros before an iteration.
struct Sums {
    float*
        coordinates; // sum of coordinate j of the points of centroid c at `coordinates[c * dimensions + j]`
    int* sizes;      // how many points each centroid has
    int* changed;    // how many points went to another centroid than before
};

/// Adds @p value of all threads of the block to @p total. All of them have to come here.
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

/// A block's copy of the centroids, and half of the squared length of each. Rows have @p dims floats, which
/// is args.dimensions or more; what is more are zeros, here and in the points, and adds nothing.
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

/// For each of the thread's points x the nearest centroid c, and its score, |c|^2 / 2 less the scalar product
/// of x and c. That is half of the squared distance, less |x|^2 / 2.
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

/// Each point to its nearest centroid. Adds up the inertia of the iteration, and counts the changes.
template <int dims> __global__ void __launch_bounds__(threads, 4)
    assign(KmeansArgs args, Sums sums, int iteration) {
    extern __shared__ float4 memory[]; // float4, so that it starts at a multiple of 16 bytes
    float* centroids = reinterpret_cast<float*>(memory);
    float* half_squares = centroids + args.clusters * dims;
    copy_centroids<dims>(centroids, half_squares, args);

    // No load has a condition here, so that many can be under way at once. A thread without a point reads the
    // last one, and what it finds is left out below. A coordinate that does not exist is read from the last
    // row, and adds nothing: the centroids have a zero there.
    constexpr int count = points_a_thread<dims>;
    const int first = blockIdx.x * threads * count + threadIdx.x; // and every `threads`-th from there
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

/// Adds each point to the sums of its centroid, for which every thread has a column of its own in shared
/// memory, `own[c * threads + threadIdx.x]`. A warp lays 32 points side by side into its tile; then a lane
/// takes one coordinate, of `dims` of them. At the end a block adds its columns to the sums of all.
template <int dims> __global__ void add_points(KmeansArgs args, Sums sums) {
    extern __shared__ float own[]; // [clusters][threads], and then the sizes
    // A row has one more, so that the lanes that read a column of the tile meet different banks.
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

/// Each centroid to the mean of its points, one thread a coordinate.
__global__ void move_centroids(KmeansArgs args, Sums sums) {
    const int e = blockIdx.x * threads + threadIdx.x;
    if (e >= args.clusters * args.dimensions) return;
    const int size = sums.sizes[e / args.dimensions];
    args.centroids[e] = sums.coordinates[e] / size;
}

/// The three kernels of an iteration. @p dims is 4, 8, 16 or 32, and at least args.dimensions.
template <int dims> void run_iteration(const KmeansArgs& args, const Sums& sums, int iteration) {
    const int values = args.clusters * args.dimensions;
    const int assign_bytes = static_cast<int>(sizeof(float)) * args.clusters * (dims + 1);
    const int add_bytes = static_cast<int>(sizeof(float)) * args.clusters * (threads + 1); // 129 KB at most
    CUDA_CHECK(
        cudaFuncSetAttribute(add_points<dims>, cudaFuncAttributeMaxDynamicSharedMemorySize, add_bytes));

    CUDA_CHECK(
        cudaMemsetAsync(sums.coordinates, 0, sizeof(float) * (values + args.clusters + 1))); // all of sums
    if (args.count > 0) {
        assign<dims>
            <<<groups_of(threads * points_a_thread<dims>, args.count), threads, assign_bytes>>>(args, sums,
                                                                                                iteration);
        CUDA_CHECK_LAUNCH();
        // A block has to have many points, or adding up its columns takes longer than filling them.
        const int blocks = std::min(groups_of(32 * threads, args.count), most_partials);
        add_points<dims><<<blocks, threads, add_bytes>>>(args, sums);
        CUDA_CHECK_LAUNCH();
    }
    move_centroids<<<groups_of(threads, values), threads>>>(args, sums);
    CUDA_CHECK_LAUNCH();
}

extern "C" void kmeans(const KmeansArgs& args) {
    const int values = args.clusters * args.dimensions;
    int* sizes = reinterpret_cast<int*>(args.scratch + values);
    const Sums sums{args.scratch, sizes, sizes + args.clusters};
    CUDA_CHECK(cudaMemcpyAsync(args.centroids, args.start, sizeof(float) * values, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(args.inertia, 0, sizeof(double) * args.limit));

    const auto run = args.dimensions <= 4    ? run_iteration<4>
                     : args.dimensions <= 8  ? run_iteration<8>
                     : args.dimensions <= 16 ? run_iteration<16>
                                             : run_iteration<32>;
    int iterations = 0;
    for (bool done = false; !done;) {
        run(args, sums, iterations);
        ++iterations;
        done = iterations == args.limit;
        if (done || iterations < least_iterations) continue;
        int changed = 0;
        CUDA_CHECK(cudaMemcpy(&changed, sums.changed, sizeof(int), cudaMemcpyDeviceToHost));
        done = changed <= args.threshold * args.count;
    }
    CUDA_CHECK(cudaMemcpy(args.iterations, &iterations, sizeof(int), cudaMemcpyHostToDevice));
}
