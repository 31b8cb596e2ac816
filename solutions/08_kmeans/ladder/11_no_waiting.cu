// Lab 08, the ladder. NOTES.md has the calculations and the measurements.
//   01_more_threads        128 threads per block instead of 32
//   02_unrolled_distances  the number of dimensions known at compile time
//   03_update_on_the_gpu   sums by atomics on global memory, one per coordinate
//   04_changes_on_the_gpu  one number copied to the host, no memberships
//   05_point_by_point      the coordinates of a point adjacent in memory
//   06_shared_centroids    centroids in shared memory, the point in registers
//   07_private_sums        sums per block in shared memory
//   08_own_columns         a column of sums per thread, no atomics
//   09_several_points      scalar products, and several points per thread
//   10_fused               assignment and sums in one kernel
// > 11_no_waiting          the loop ends on the device   <- you are here
//
// Change:  from rung 10: a kernel of one thread decides whether that was the last iteration. The host launches
//          as many iterations as the limit allows, and waits for none. Kernels launched after the last
//          iteration find the flag and return.
// Why:     to copy a number the host waits for all kernels, and the GPU then waits for the host's next
//          launch.
// Counter: none of them. Copied bytes fall from 4 per decision to 0; the gain is a gap of some microseconds
//          that is gone.
// Costs:   useless launches: a run that needs 5 of 1000 iterations pays for 995. It pays off if iterations are
//          short and limits are tight; here they are not short.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 128;
constexpr int warp = 32;
constexpr unsigned all_lanes = 0xffffffff;

// Four blocks per SM of an H200: as many as are resident at once at the timed sizes, so that no block waits for another to end.
constexpr int most_blocks = 4 * 132;

/// Points per thread in registers at once.
template <int dims> constexpr int points_per_thread = dims <= 8 ? 8 : 64 / dims;

/// Adds @p value of all lanes of the warp to @p total. All lanes must call it.
template <typename T> __device__ void add_up(T* total, T value) {
    for (int distance = warp / 2; distance > 0; distance /= 2)
        value += __shfl_down_sync(all_lanes, value, distance);
    if (threadIdx.x % warp == 0) atomicAdd(total, value);
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
    int* done;          // whether the last iteration is over
};

/// Assigns each point to its nearest centroid and adds it to the sums, for which every thread has its own column.
/// Adds up the inertia and counts the changes.
template <int dims> __global__ void __launch_bounds__(threads, 4)
    assign_and_add(KmeansArgs args, Sums sums, int iteration) {
    if (*sums.done) return;
    extern __shared__ float4 memory[];
    __shared__ float tiles[threads / warp][dims]
                          [warp + 1]; // one more float, so that a column is in different banks
    float* centroids = reinterpret_cast<float*>(memory);
    float* half_squares = centroids + args.clusters * dims;
    float* own = half_squares + args.clusters; // [clusters][threads], and then the sizes
    int* own_sizes = reinterpret_cast<int*>(own + args.clusters * threads);
    for (int e = threadIdx.x; e < args.clusters * (threads + 1); e += threads) own[e] = 0;
    copy_centroids<dims>(centroids, half_squares, args);

    constexpr int count = points_per_thread<dims>;
    const int lane = threadIdx.x % warp;
    float(&tile)[dims][warp + 1] = tiles[threadIdx.x / warp];
    double inertia = 0;
    int changed = 0;
    for (int first = blockIdx.x * threads * count; first < args.count; first += gridDim.x * threads * count) {
        float x[count][dims];
        float squares[count] = {};
        int before[count];
#pragma unroll
        for (int p = 0; p < count; ++p) {
            const int mine = first + p * threads + threadIdx.x, i = min(mine, args.count - 1);
            before[p] = iteration > 0 && mine < args.count ? args.membership[i] : -1;
#pragma unroll
            for (int j = 0; j < dims; ++j) {
                x[p][j] = args.points[std::size_t(min(j, args.dimensions - 1)) * args.stride + i];
                squares[p] += j < args.dimensions ? x[p][j] * x[p][j] : 0.0f;
            }
        }
        int nearest[count];
        float least[count];
        find_nearest(nearest, least, x, centroids, half_squares, args.clusters);
#pragma unroll
        for (int p = 0; p < count; ++p) {
            const int i = first + p * threads + threadIdx.x;
#pragma unroll
            for (int j = 0; j < dims; ++j) tile[j][lane] = i < args.count ? x[p][j] : 0.0f;
            if (i < args.count) {
                inertia += squares[p] + 2 * least[p];
                changed += before[p] != nearest[p];
                args.membership[i] = nearest[p];
                atomicAdd(&own_sizes[nearest[p]], 1);
            }
            __syncwarp();
            float y[dims];
            int c[dims];
#pragma unroll
            for (int q = 0; q < dims; ++q) {
                y[q] = tile[lane % dims][lane / dims * dims + q];
                c[q] = __shfl_sync(all_lanes, nearest[p], q, dims);
            }
#pragma unroll
            for (int q = 0; q < dims; ++q) own[c[q] * threads + threadIdx.x] += y[q];
            __syncwarp();
        }
    }
    add_up(&args.inertia[iteration], inertia);
    add_up(sums.changed, changed);
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
    if (*sums.done || e >= args.clusters * args.dimensions) return;
    const int size = sums.sizes[e / args.dimensions];
    if (size > 0) args.centroids[e] = sums.coordinates[e] / size;
}

/// Decides whether that was the last iteration. A separate launch, so that all threads of other kernels agree on it.
__global__ void finish(KmeansArgs args, Sums sums, int iteration) {
    if (*sums.done) return;
    *args.iterations = iteration + 1;
    *sums.done = iteration + 1 >= least_iterations && *sums.changed <= args.threshold * args.count;
}

template <int dims> void run(const KmeansArgs& args) {
    const int values = args.clusters * args.dimensions;
    const Sums sums{args.scratch, reinterpret_cast<int*>(args.scratch + values),
                    reinterpret_cast<int*>(args.scratch + values + args.clusters),
                    reinterpret_cast<int*>(args.scratch + values + args.clusters + 1)};
    const int bytes =
        static_cast<int>(sizeof(float)) * (dims + 1 + threads + 1) * args.clusters; // 162 KB at most
    const int blocks = min(groups_of(8 * threads, args.count), most_blocks);
    CUDA_CHECK(
        cudaFuncSetAttribute(assign_and_add<dims>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CUDA_CHECK(cudaMemcpyAsync(args.centroids, args.start, sizeof(float) * values, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(args.inertia, 0, sizeof(double) * args.limit));
    CUDA_CHECK(cudaMemsetAsync(sums.done, 0, sizeof(int)));

    for (int iteration = 0; iteration < args.limit; ++iteration) {
        CUDA_CHECK(cudaMemsetAsync(sums.coordinates, 0, sizeof(float) * (values + args.clusters + 1)));
        if (args.count > 0) {
            assign_and_add<dims><<<blocks, threads, bytes>>>(args, sums, iteration);
            CUDA_CHECK_LAUNCH();
        }
        move_centroids<<<groups_of(threads, values), threads>>>(args, sums);
        CUDA_CHECK_LAUNCH();
        finish<<<1, 1>>>(args, sums, iteration);
        CUDA_CHECK_LAUNCH();
    }
}

extern "C" void kmeans(const KmeansArgs& args) {
    if (args.dimensions <= 4) return run<4>(args);
    if (args.dimensions <= 8) return run<8>(args);
    if (args.dimensions <= 16) return run<16>(args);
    run<32>(args);
}
