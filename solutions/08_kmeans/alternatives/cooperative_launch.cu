// With cooperative groups: all iterations are one cooperative launch, and barriers of the grid take the place
// of launches. Two sets of sums take turns, so that one can be cleared while the other is used. Choose it
// where iterations are so short that launches and the host's questions take most of the time.

#include <algorithm>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int warp = 32;
constexpr int threads = 128;
constexpr unsigned all_lanes = 0xffffffff;

/// Points that a thread has in its registers at once.
template <int dims> constexpr int points_a_thread = 64 / dims;

/// Sums over the points of one iteration. All of them are zeros when an iteration begins.
struct Sums {
    float* coordinates; // like centroids
    int* sizes;         // points of each
    int* changed;       // points that went to another centroid than before
};

__device__ Sums sums_in(float* scratch, const KmeansArgs& args) {
    int* sizes = reinterpret_cast<int*>(scratch + args.clusters * args.dimensions);
    return {scratch, sizes, sizes + args.clusters};
}

/// Adds @p value of all lanes of the warp to @p total.
template <typename T> __device__ void add_up(T* total, T value) {
    const auto lanes = cg::tiled_partition<warp>(cg::this_thread_block());
    const T sum = cg::reduce(lanes, value, cg::plus<T>());
    if (lanes.thread_rank() == 0) atomicAdd(total, sum);
}

/// A block's copy of the centroids, in rows of @p dims with zeros at their ends, and half of each squared
/// length.
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

/// Reads the thread's points, @p first and every `threads`-th from there, and adds up their squares. Who has
/// no point reads the last one; a coordinate that does not exist is read from the last row and meets zeros.
template <int dims, int count> __device__ void read_points(float (&x)[count][dims], float (&squares)[count],
                                                           const KmeansArgs& args, int first) {
#pragma unroll
    for (int p = 0; p < count; ++p) {
        const int i = min(first + p * threads, args.count - 1);
        squares[p] = 0;
#pragma unroll
        for (int j = 0; j < dims; ++j) {
            x[p][j] = args.points[std::size_t(min(j, args.dimensions - 1)) * args.stride + i];
            squares[p] += j < args.dimensions ? x[p][j] * x[p][j] : 0.0f;
        }
    }
}

/// For each of the thread's points x the nearest centroid c, and its score, |c|^2 / 2 less the scalar product
/// of x and c.
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

/// Adds a point of each lane to the sums of its centroid. A thread has a column of sums, for one coordinate;
/// the warp's tile turns the points, so that a lane gets one coordinate of `dims` of them. Lanes that are not
/// @p there add zeros.
template <int dims> __device__ void add_to_columns(float* own, float (&tile)[dims][warp + 1],
                                                   const float (&x)[dims], int nearest, bool there) {
    const int lane = threadIdx.x % warp;
#pragma unroll
    for (int j = 0; j < dims; ++j) tile[j][lane] = there ? x[j] : 0.0f;
    __syncwarp();
    float value[dims];
    int c[dims];
#pragma unroll
    for (int q = 0; q < dims; ++q) {
        value[q] = tile[lane % dims][lane / dims * dims + q];
        c[q] = __shfl_sync(all_lanes, nearest, q, dims);
    }
#pragma unroll
    for (int q = 0; q < dims; ++q) own[c[q] * threads + threadIdx.x] += value[q];
    __syncwarp();
}

/// Adds a block's columns and sizes to the sums of all.
template <int dims> __device__ void add_columns(const KmeansArgs& args, const Sums& sums, const float* own,
                                                const int* own_sizes) {
    for (int e = threadIdx.x; e < args.clusters * args.dimensions; e += threads) {
        const int c = e / args.dimensions, j = e % args.dimensions;
        float sum = 0;
        for (int t = j; t < threads; t += dims) sum += own[c * threads + t];
        atomicAdd(&sums.coordinates[e], sum);
    }
    for (int c = threadIdx.x; c < args.clusters; c += threads) atomicAdd(&sums.sizes[c], own_sizes[c]);
}

/// Each point to its nearest centroid and into its sums. Adds up the inertia, and counts the changes.
template <int dims> __device__ void assign_and_add(const KmeansArgs& args, const Sums& sums, int iteration) {
    extern __shared__ float4 memory[]; // float4, so that it starts at a multiple of 16 bytes
    __shared__ float tiles[threads / warp][dims]
                          [warp + 1]; // one more: a column of a tile meets different banks
    float* centroids = reinterpret_cast<float*>(memory);
    float* half_squares = centroids + args.clusters * dims;
    float* own = half_squares + args.clusters; // [clusters][threads], and then the sizes
    int* own_sizes = reinterpret_cast<int*>(own + args.clusters * threads);
    for (int e = threadIdx.x; e < args.clusters * (threads + 1); e += threads) own[e] = 0; // also 0 as an int
    copy_centroids<dims>(centroids, half_squares, args);

    constexpr int count = points_a_thread<dims>;
    double inertia = 0;
    int changed = 0;
    for (int first = blockIdx.x * threads * count; first < args.count; first += gridDim.x * threads * count) {
        float x[count][dims], squares[count], least[count];
        int nearest[count];
        read_points(x, squares, args, first + static_cast<int>(threadIdx.x));
        find_nearest(nearest, least, x, centroids, half_squares, args.clusters);
#pragma unroll
        for (int p = 0; p < count; ++p) {
            const int i = first + p * threads + threadIdx.x;
            if (i < args.count) {
                inertia += squares[p] + 2 * least[p];
                changed += iteration == 0 || args.membership[i] != nearest[p];
                args.membership[i] = nearest[p];
                atomicAdd(&own_sizes[nearest[p]], 1);
            }
            add_to_columns(own, tiles[threadIdx.x / warp], x[p], nearest[p], i < args.count);
        }
    }
    add_up(&args.inertia[iteration], inertia);
    add_up(sums.changed, changed);
    __syncthreads();
    add_columns<dims>(args, sums, own, own_sizes);
}

template <int dims> __global__ void __launch_bounds__(threads, 3) iterate(KmeansArgs args) {
    const auto grid = cg::this_grid();
    const int values = args.clusters * args.dimensions;
    const int rank = static_cast<int>(grid.thread_rank()), size = static_cast<int>(grid.size());
    const auto sums_of = [&](int iteration) { // two sets take turns
        return sums_in(args.scratch + iteration % 2 * (values + args.clusters + 1), args);
    };
    const auto clear = [&](const Sums& sums) {
        for (int e = rank; e < values; e += size) sums.coordinates[e] = 0;
        for (int c = rank; c < args.clusters; c += size) sums.sizes[c] = 0;
        if (rank == 0) *sums.changed = 0;
    };
    for (int e = rank; e < values; e += size) args.centroids[e] = args.start[e];
    for (int t = rank; t < args.limit; t += size) args.inertia[t] = 0;
    clear(sums_of(0));
    grid.sync();

    int iteration = 0;
    for (bool done = false; !done; ++iteration) {
        const Sums sums = sums_of(iteration);
        assign_and_add<dims>(args, sums, iteration);
        grid.sync();
        // Every thread reads the same number, and decides alike.
        done = iteration + 1 == args.limit ||
               (iteration + 1 >= least_iterations && *sums.changed <= args.threshold * args.count);
        for (int e = rank; e < values; e += size) {
            const int points = sums.sizes[e / args.dimensions];
            if (points > 0) args.centroids[e] = sums.coordinates[e] / points;
        }
        clear(sums_of(iteration + 1));
        grid.sync();
    }
    if (rank == 0) *args.iterations = iteration;
}

/// Shared memory of a block: centroids, half squares, columns and sizes.
template <int dims> static int shared_bytes(int clusters) {
    return static_cast<int>(sizeof(float)) * (dims + 1 + threads + 1) * clusters; // 162 KB at most
}

template <int dims> static void run(const KmeansArgs& args) {
    KmeansArgs for_kernel = args;
    void* arguments[] = {&for_kernel};
    const int bytes = shared_bytes<dims>(args.clusters);
    int device = 0, multiprocessors = 0, fit = 0;
    CUDA_CHECK(cudaFuncSetAttribute(iterate<dims>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, iterate<dims>, threads, bytes));
    const int blocks = std::clamp(groups_of(8 * threads, args.count), 1, fit * multiprocessors);
    CUDA_CHECK(cudaLaunchCooperativeKernel(iterate<dims>, dim3(blocks), dim3(threads), arguments, bytes));
}

extern "C" void kmeans(const KmeansArgs& args) {
    if (args.dimensions <= 16)
        run<16>(args);
    else
        run<32>(args);
}
