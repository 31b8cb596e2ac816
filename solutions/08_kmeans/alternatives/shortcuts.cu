// Lab 08: programs that lack a task. Without macros this is the solution's program, with all four tasks.
//
// TASK_1 0  The host updates the centroids (gate: at most 6 bytes copied per point and iteration). It copies the
//           points once per call. HOST_THREADS add them up; DELTA 1 adds up only points that changed.
// TASK_2 0  The host counts the changes (gate: at most half a byte copied). ANSWER 0: it gets the memberships; 1:
//           these as bytes; 2: a byte per point that says whether it changed. LAZY 1 copies only what an iteration
//           needs that may be the last one.
// TASK_3 0  Sums by atomics on global memory (gate: at most 12 per point and iteration). COPIES of the sums and
//           BY_COORDINATE 1, where the sums of a coordinate are neighbours, spread them; DELTA 1 keeps the sums of
//           the previous iteration, and only points that changed leave one and join another.
// TASK_4 0  Fewer than 4 points per thread, 1 by default (gate: loads per point and iteration).
//
// Further knobs: PINNED host memory (allocated once, so that `clean` reports a leak), THREADS per block, BLOCKS that
// must fit on an SM, UNROLL of the loop over the centroids, POINTS per thread, STRIDE points that a block of
// add_points() has per thread.

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TASK_1
#define TASK_1 1
#endif
#ifndef TASK_2
#define TASK_2 1
#endif
#ifndef TASK_3
#define TASK_3 1
#endif
#ifndef TASK_4
#define TASK_4 1
#endif
#ifndef HOST_THREADS
#define HOST_THREADS 1
#endif
#ifndef DELTA
#define DELTA 0
#endif
#ifndef ANSWER
#define ANSWER 0
#endif
#ifndef LAZY
#define LAZY 0
#endif
#ifndef COPIES
#define COPIES 1 // of the sums in global memory; up to 660
#endif
#ifndef BY_COORDINATE
#define BY_COORDINATE 0
#endif
#ifndef PINNED
#define PINNED 0
#endif
#ifndef THREADS
#define THREADS 128
#endif
#ifndef BLOCKS
#define BLOCKS 4
#endif
#ifndef UNROLL
#define UNROLL 4
#endif
#ifndef POINTS
#define POINTS (TASK_4 ? 4 : 1) // with up to 16 coordinates; half as many with more
#endif
#ifndef STRIDE
#define STRIDE 8
#endif

constexpr int warp = 32, threads = THREADS, unroll = UNROLL;
constexpr unsigned all_lanes = 0xffffffff;
constexpr bool host_updates = !TASK_1, host_compares = !TASK_2 && ANSWER < 2;
constexpr bool global_atomics = TASK_1 && !TASK_3, keeps_sums = global_atomics && DELTA;
constexpr bool narrow = host_updates || (!TASK_2 && ANSWER == 1), flags = !TASK_2 && ANSWER == 2;
constexpr int copies = global_atomics ? COPIES : 1;
static_assert(copies <= most_partials && most_clusters <= 256,
              "sums fit into scratch memory, a centroid into a byte");

template <int dims> constexpr int points_per_thread = std::max(1, POINTS * 16 / dims);

/// What an iteration computes on the device, in scratch memory.
struct Sums {
    int* changed;       ///< number of points with another centroid than before
    float* coordinates; ///< `copies` times: the sums at of(), and then the number of points of each centroid
    unsigned char* bytes; ///< per point: its centroid, or whether it changed
    int clusters, dimensions;

    explicit Sums(const KmeansArgs& args)
        : changed(reinterpret_cast<int*>(args.scratch)), coordinates(args.scratch + 32),
          bytes(reinterpret_cast<unsigned char*>(coordinates + std::size_t(most_partials) * args.clusters *
                                                                   (args.dimensions + 1))),
          clusters(args.clusters), dimensions(args.dimensions) {}
    __host__ __device__ int values() const { return clusters * dimensions; }
    __host__ __device__ int size() const { return clusters * (dimensions + 1); } // of a copy
    __device__ float* of(int copy, int c, int j) const {
        return coordinates + copy * size() + (BY_COORDINATE ? j * clusters + c : c * dimensions + j);
    }
    __device__ int* members(int copy, int c) const {
        return reinterpret_cast<int*>(coordinates + copy * size() + values() + c);
    }
};

/// Adds @p value of all threads of the block to @p total.
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

/// Assigns each point to its nearest centroid, by its score |c|²/2 - x·c; see the solution. Adds up the inertia and
/// the changes, and without task 3 also the points of each centroid.
template <int dims> __global__ void __launch_bounds__(threads, BLOCKS)
    assign(KmeansArgs args, Sums sums, int iteration) {
    extern __shared__ float4 memory[];
    float* centroids = reinterpret_cast<float*>(memory);
    float* half_squares = centroids + args.clusters * dims;
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

    constexpr int count = points_per_thread<dims>;
    const int first = blockIdx.x * threads * count + threadIdx.x; // then every `threads`-th point
    float x[count][dims], squares[count] = {}, least[count];
    int before[count], nearest[count];
#pragma unroll
    for (int p = 0; p < count; ++p) {
        const int i = min(first + p * threads, args.count - 1);
        const bool reads =
            iteration > 0 && first + p * threads < args.count && (!host_compares || keeps_sums);
        before[p] = reads ? args.membership[i] : -1;
        nearest[p] = 0, least[p] = INFINITY;
#pragma unroll
        for (int j = 0; j < dims; ++j) {
            x[p][j] = args.points[std::size_t(min(j, args.dimensions - 1)) * args.stride + i];
            squares[p] += j < args.dimensions ? x[p][j] * x[p][j] : 0.0f;
        }
    }
#pragma unroll unroll
    for (int c = 0; c < args.clusters; ++c) {
        float score[count];
#pragma unroll
        for (int p = 0; p < count; ++p) score[p] = half_squares[c];
#pragma unroll
        for (int j = 0; j < dims; j += 4) {
            const float4 four = *reinterpret_cast<const float4*>(&centroids[c * dims + j]);
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                const float value = k == 0 ? four.x : k == 1 ? four.y : k == 2 ? four.z : four.w;
#pragma unroll
                for (int p = 0; p < count; ++p) score[p] -= x[p][j + k] * value;
            }
        }
#pragma unroll
        for (int p = 0; p < count; ++p)
            if (score[p] < least[p]) least[p] = score[p], nearest[p] = c;
    }

    double inertia = 0;
    int changed = 0;
#pragma unroll
    for (int p = 0; p < count; ++p) {
        const int i = first + p * threads;
        if (i >= args.count) continue;
        const bool changes = before[p] != nearest[p];
        inertia += squares[p] + 2 * least[p];
        changed += changes;
        args.membership[i] = nearest[p];
        if (narrow) sums.bytes[i] = nearest[p];
        if (flags) sums.bytes[i] = changes;
        if (!global_atomics || (keeps_sums && !changes)) continue;
        const int copy = blockIdx.x % copies;
        const auto add = [&](int c, float sign) {
#pragma unroll
            for (int j = 0; j < dims; ++j)
                if (j < args.dimensions) atomicAdd(sums.of(copy, c, j), sign * x[p][j]);
            atomicAdd(sums.members(copy, c), static_cast<int>(sign));
        };
        add(nearest[p], 1);
        if (keeps_sums && before[p] >= 0) add(before[p], -1);
    }
    add_up(&args.inertia[iteration], inertia);
    if (TASK_2) add_up(sums.changed, changed);
}

/// Adds each point to the sums of its centroid, in columns of shared memory that belong to a thread; see the solution.
template <int dims> __global__ void add_points(KmeansArgs args, Sums sums) {
    extern __shared__ float own[]; // [clusters][threads], and then the sizes
    __shared__ float tiles[threads / warp][dims][warp + 1];
    int* own_sizes = reinterpret_cast<int*>(own + args.clusters * threads);
    for (int e = threadIdx.x; e < args.clusters * (threads + 1); e += threads) own[e] = 0;
    __syncthreads();
    const int lane = threadIdx.x % warp, row = lane % dims, from = lane / dims * dims;
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
        for (int q = 0; q < dims; ++q)
            x[q] = tile[row][from + q], c[q] = __shfl_sync(all_lanes, nearest, q, dims);
#pragma unroll
        for (int q = 0; q < dims; ++q) own[c[q] * threads + threadIdx.x] += x[q];
        __syncwarp();
    }
    __syncthreads();
    for (int e = threadIdx.x; e < sums.values(); e += threads) {
        const int c = e / args.dimensions, j = e % args.dimensions;
        float sum = 0;
        for (int t = j; t < threads; t += dims) sum += own[c * threads + t];
        atomicAdd(sums.of(0, c, j), sum);
    }
    for (int c = threadIdx.x; c < args.clusters; c += threads) atomicAdd(sums.members(0, c), own_sizes[c]);
}

/// Moves each centroid to the mean of its points, with one warp per coordinate, whose lanes add up the copies.
__global__ void move_centroids(KmeansArgs args, Sums sums) {
    const int e = (blockIdx.x * threads + threadIdx.x) / warp;
    if (e >= sums.values()) return;
    const int c = e / args.dimensions, j = e % args.dimensions;
    float sum = 0;
    int members = 0;
    for (int copy = threadIdx.x % warp; copy < copies; copy += warp)
        sum += *sums.of(copy, c, j), members += *sums.members(copy, c);
    for (int distance = warp / 2; distance > 0 && copies > 1; distance /= 2) {
        sum += __shfl_down_sync(all_lanes, sum, distance);
        members += __shfl_down_sync(all_lanes, members, distance);
    }
    if (threadIdx.x % warp == 0 && members > 0) args.centroids[e] = sum / members;
}

/// An array on the host, page-locked with PINNED.
template <typename T> struct HostArray {
    std::vector<T> pageable;
    T* data = nullptr;
    std::size_t space = 0;

    T* of(std::size_t count) {
        if (count <= space) return data;
        space = count;
        if (PINNED) {
            if (data) CUDA_CHECK(cudaFreeHost(data));
            CUDA_CHECK(cudaMallocHost(&data, sizeof(T) * count));
        } else {
            pageable.resize(count);
            data = pageable.data();
        }
        return data;
    }
};

/// The update on the host.
void update_on_host(const KmeansArgs& args, const Sums& sums, int iteration) {
    static HostArray<float> all_points, all_centroids;
    static HostArray<unsigned char> arrays[2];
    static std::vector<double> totals;
    static std::vector<int> sizes;
    float* points = all_points.of(std::size_t(args.dimensions) * args.count);
    float* centroids = all_centroids.of(sums.values());
    unsigned char *now = arrays[iteration % 2].of(args.count),
                  *before = arrays[1 - iteration % 2].of(args.count);
    const std::size_t row = sizeof(float) * args.count, bytes = sizeof(float) * sums.values();
    if (iteration == 0)
        CUDA_CHECK(cudaMemcpy2D(points, row, args.points, sizeof(float) * args.stride, row, args.dimensions,
                                cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(now, sums.bytes, args.count, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(centroids, args.centroids, bytes, cudaMemcpyDeviceToHost));

    const bool all = iteration == 0 || !DELTA;
    if (all) totals.assign(sums.values(), 0), sizes.assign(args.clusters, 0);
    std::vector<std::vector<double>> parts(HOST_THREADS, std::vector<double>(sums.size()));
    const auto add = [&](int t) {
        double *part = parts[t].data(), *members = part + sums.values();
        const int begin = std::size_t(args.count) * t / HOST_THREADS,
                  end = std::size_t(args.count) * (t + 1) / HOST_THREADS;
        std::vector<int> which; // with DELTA, the points that changed
        for (int i = begin; i < end; ++i)
            if (all || now[i] != before[i]) {
                which.push_back(i);
                ++members[now[i]];
                if (!all) --members[before[i]];
            }
        for (int j = 0; j < args.dimensions; ++j)
            for (int i : which) {
                const float x = points[std::size_t(j) * args.count + i];
                part[now[i] * args.dimensions + j] += x;
                if (!all) part[before[i] * args.dimensions + j] -= x;
            }
    };
    std::vector<std::thread> others;
    for (int t = 1; t < HOST_THREADS; ++t) others.emplace_back(add, t);
    add(0);
    for (std::thread& other : others) other.join();
    for (const std::vector<double>& part : parts) {
        for (int e = 0; e < sums.values(); ++e) totals[e] += part[e];
        for (int c = 0; c < args.clusters; ++c) sizes[c] += static_cast<int>(part[sums.values() + c]);
    }
    for (int e = 0; e < sums.values(); ++e)
        if (const int size = sizes[e / args.dimensions]; size > 0)
            centroids[e] = static_cast<float>(totals[e] / size);
    CUDA_CHECK(cudaMemcpy(args.centroids, centroids, bytes, cudaMemcpyHostToDevice));
}

/// Number of points that changed, counted on the host by what it gets per point, of type @p T.
template <typename T>
int changes_on_host(const KmeansArgs& args, const T* device, int iteration, bool counts) {
    static HostArray<T> arrays[2];
    T *now = arrays[iteration % 2].of(args.count), *before = arrays[1 - iteration % 2].of(args.count);
    CUDA_CHECK(cudaMemcpy(now, device, sizeof(T) * args.count, cudaMemcpyDeviceToHost));
    int changed = 0;
    if (iteration == 0 && !flags) return args.count;
    for (int i = 0; i < args.count && counts; ++i) changed += flags ? now[i] : now[i] != before[i];
    return changed;
}

bool is_last(const KmeansArgs& args, const Sums& sums, int iteration) {
    const auto matters = [&](int i) { return i + 1 >= least_iterations && i + 1 < args.limit; };
    int changed = 0;
    if (!TASK_2) {
        if (!LAZY || matters(iteration) || (!flags && matters(iteration + 1)))
            changed = narrow || flags
                          ? changes_on_host(args, sums.bytes, iteration, !LAZY || matters(iteration))
                          : changes_on_host(args, args.membership, iteration, !LAZY || matters(iteration));
    } else if (matters(iteration)) {
        CUDA_CHECK(cudaMemcpy(&changed, sums.changed, sizeof(int), cudaMemcpyDeviceToHost));
    }
    return iteration + 1 == args.limit || (matters(iteration) && changed <= args.threshold * args.count);
}

template <int dims> int run(const KmeansArgs& args, const Sums& sums) {
    const std::size_t all_sums = sizeof(float) * sums.size() * copies;
    const int shared = static_cast<int>(sizeof(float)) * args.clusters * (dims + 1);
    const int own = static_cast<int>(sizeof(float)) * args.clusters * (threads + 1);
    if (!host_updates && !global_atomics)
        CUDA_CHECK(cudaFuncSetAttribute(add_points<dims>, cudaFuncAttributeMaxDynamicSharedMemorySize, own));
    int iteration = 0;
    for (bool done = false; !done; ++iteration) {
        CUDA_CHECK(
            cudaMemsetAsync(sums.changed, 0, keeps_sums && iteration > 0 ? sizeof(int) : 128 + all_sums));
        if (args.count > 0) {
            assign<dims>
                <<<groups_of(threads * points_per_thread<dims>, args.count), threads, shared>>>(args, sums,
                                                                                                iteration);
            CUDA_CHECK_LAUNCH();
            if (host_updates) {
                update_on_host(args, sums, iteration);
            } else {
                if (!global_atomics) {
                    add_points<dims>
                        <<<std::min(groups_of(STRIDE * threads, args.count), most_partials), threads, own>>>(
                            args, sums);
                    CUDA_CHECK_LAUNCH();
                }
                move_centroids<<<groups_of(threads / warp, sums.values()), threads>>>(args, sums);
                CUDA_CHECK_LAUNCH();
            }
        }
        done = is_last(args, sums, iteration);
    }
    return iteration;
}

extern "C" void kmeans(const KmeansArgs& args) {
    const Sums sums(args);
    CUDA_CHECK(
        cudaMemcpyAsync(args.centroids, args.start, sizeof(float) * sums.values(), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(args.inertia, 0, sizeof(double) * args.limit));
    const int iterations = args.dimensions <= 16 ? run<16>(args, sums) : run<32>(args, sums);
    CUDA_CHECK(cudaMemcpy(args.iterations, &iterations, sizeof(int), cudaMemcpyHostToDevice));
}
