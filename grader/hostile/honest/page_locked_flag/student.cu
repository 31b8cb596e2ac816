// Lab 08: k-means, the whole program.
//
// It works as it was handed out, and it is slow. Yours are the four regions from TODO to END TODO. Each is a
// part of the program, and in which order you rewrite them is your decision: measure first. README.md says
// how, lab.h has the interface.

#include <algorithm>
#include <vector>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int warp = 32;
constexpr int threads = 128;
constexpr unsigned all_lanes = 0xffffffff;

/// What the points of one iteration come to, on the device. All of it is zeros when an iteration begins.
struct Sums {
    float*
        coordinates; // sum of coordinate j of the points of centroid c at `coordinates[c * dimensions + j]`
    int* sizes;      // how many points each centroid has
    int* changed;    // how many points went to another centroid than before
};

/// A reduction: adds @p value of all threads of the block to @p total. All of them have to come here. Lanes
/// hand their values to each other by shuffles, warps by shared memory.
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

// TODO(2): all that the host has to know at the end of an iteration is how many points changed. assign()
// compares, and adds the changes up in sums.changed. What does it compare with? And in which iterations does
// the host have to ask? (about 10 lines)
/// The centroid that point @p i had in the iteration before; none has this number in the first.
__device__ int centroid_before(const KmeansArgs& args, int iteration, int i) {
    return iteration > 0 ? args.membership[i] : -1;
}

/// Whether @p iteration, which counts from 0, is the last one. The host asks only where the answer matters:
/// each copy waits for all kernels before it.
bool is_last(const KmeansArgs& args, const Sums& sums, int iteration) {
    if (iteration + 1 == args.limit) return true;
    if (iteration + 1 < least_iterations) return false;
    static int* landing = nullptr; // page-locked, so that the copy needs no detour
    if (landing == nullptr) CUDA_CHECK(cudaMallocHost(&landing, sizeof(int)));
    CUDA_CHECK(cudaMemcpy(landing, sums.changed, sizeof(int), cudaMemcpyDeviceToHost));
    return *landing <= args.threshold * args.count;
}
// END TODO(2)

// TODO(4): the nearest centroids. Each load of a centroid should serve several points. (about 75 lines)
/// Points that a thread has in its registers at once, with @p dims coordinates each.
template <int dims> constexpr int points_per_thread = 64 / dims;

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
        for (int j = 0; j < dims; j += 4) { // one load, four coordinates, and each for all points
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

/// Each point to its nearest centroid. Adds up the inertia of the iteration, and the changes.
template <int dims> __global__ void __launch_bounds__(threads, 4)
    assign(KmeansArgs args, Sums sums, int iteration) {
    extern __shared__ float4 memory[]; // float4, so that it starts at a multiple of 16 bytes
    float* centroids = reinterpret_cast<float*>(memory);
    float* half_squares = centroids + args.clusters * dims;
    copy_centroids<dims>(centroids, half_squares, args);

    // No load has a condition here, so that many can be under way at once. A thread without a point reads the
    // last one, and what it finds is left out below. A coordinate that does not exist is read from the last
    // row, and adds nothing: the centroids have a zero there.
    constexpr int count = points_per_thread<dims>;
    const int first = blockIdx.x * threads * count + threadIdx.x; // and every `threads`-th from there
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

// TODO(3): as long as the host adds up the points, nothing has to stand here. When a kernel of yours does,
// and the sums are what takes the time: add up without atomics on global memory. (about 47 lines)
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

template <int dims> void add_all_points(const KmeansArgs& args, const Sums& sums) {
    const int bytes = static_cast<int>(sizeof(float)) * args.clusters * (threads + 1); // 129 KB at most
    CUDA_CHECK(cudaFuncSetAttribute(add_points<dims>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    // With few points a block, adding up its columns takes longest. With many, some SMs have no block.
    const int blocks = std::min(groups_of(8 * threads, args.count), most_partials);
    add_points<dims><<<blocks, threads, bytes>>>(args, sums);
    CUDA_CHECK_LAUNCH();
}
// END TODO(3)

// TODO(1): the update, which moves each centroid to the mean of its points. Let the device add up the points
// and move the centroids. What if a centroid has no points? (about 13 lines)
/// Each centroid to the mean of its points, one thread a coordinate.
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

/// Iterations until it is enough; returns how many. Points have @p dims coordinates or less.
template <int dims> int run(const KmeansArgs& args, const Sums& sums) {
    const std::size_t bytes = sizeof(float) * (args.clusters * (args.dimensions + 1) + 1); // all of sums
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
