// With inline PTX: points are read by loads that do not allocate in L1, since they are not read again soon; a
// warp's changes are added by redux, sums by red without a result; and centroids are loaded by ld.shared.v4.
// Choose it where a cache hint or an instruction has no intrinsic.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int warp = 32;
constexpr int threads = 128;
constexpr int most_blocks = 3 * 132; // three per SM of an H200: as many as fit at once at the timed sizes
constexpr unsigned all_lanes = 0xffffffff;

/// Points per thread in registers at once.
template <int dims> constexpr int points_per_thread = 64 / dims;

/// Sums over the points of one iteration. All of them are zero when an iteration begins.
struct Sums {
    float* coordinates; // indexed like centroids
    int* sizes;         // points per centroid
    int* changed;       // points with another centroid than before
};

static Sums sums_in(float* scratch, const KmeansArgs& args) {
    int* sizes = reinterpret_cast<int*>(scratch + args.clusters * args.dimensions);
    return {scratch, sizes, sizes + args.clusters};
}

static std::size_t bytes_of_sums(const KmeansArgs& args) {
    return sizeof(float) * (args.clusters * (args.dimensions + 1) + 1);
}

/// Loads a float that is read only once, without allocating a line in L1.
__device__ float load_once(const float* from) {
    float value;
    asm("ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(value) : "l"(from));
    return value;
}

/// Loads four floats from shared memory. "memory" keeps the load after the barrier that follows their stores.
__device__ float4 load_four(unsigned int address) {
    float4 four;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(four.x), "=f"(four.y), "=f"(four.z), "=f"(four.w)
                 : "r"(address)
                 : "memory");
    return four;
}

__device__ void add_to(float* sum, float value) {
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(sum), "f"(value) : "memory");
}
__device__ void add_to(int* sum, int value) {
    asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(sum), "r"(value) : "memory");
}

/// Adds the warp's changes by one instruction, and its inertia by shuffles, since redux is for integers only.
__device__ void add_up(double* total, double inertia, int* total_changed, int changed) {
    int sum;
    asm volatile("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(changed));
    for (int distance = warp / 2; distance > 0; distance /= 2)
        inertia += __shfl_down_sync(all_lanes, inertia, distance);
    if (threadIdx.x % warp != 0) return;
    add_to(total_changed, sum);
    asm volatile("red.relaxed.gpu.global.add.f64 [%0], %1;" ::"l"(total), "d"(inertia) : "memory");
}

/// Copies the centroids to shared memory, in rows of @p dims floats padded with zeros, and half of each squared
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

/// Reads the thread's points, @p first and every `threads`-th after it, and adds up their squares. A thread without
/// a point reads the last one. A coordinate that does not exist is read from the last row and multiplied by zero.
template <int dims, int count> __device__ void read_points(float (&x)[count][dims], float (&squares)[count],
                                                           const KmeansArgs& args, int first) {
#pragma unroll
    for (int p = 0; p < count; ++p) {
        const int i = min(first + p * threads, args.count - 1);
        squares[p] = 0;
#pragma unroll
        for (int j = 0; j < dims; ++j) {
            x[p][j] = load_once(args.points + std::size_t(min(j, args.dimensions - 1)) * args.stride + i);
            squares[p] += j < args.dimensions ? x[p][j] * x[p][j] : 0.0f;
        }
    }
}

/// Finds for each of the thread's points x the nearest centroid c and its score, |c|^2 / 2 minus the scalar
/// product of x and c.
template <int dims, int count>
__device__ void find_nearest(int (&nearest)[count], float (&least)[count], const float (&x)[count][dims],
                             const float* centroids, const float* half_squares, int clusters) {
    const auto rows = static_cast<unsigned int>(__cvta_generic_to_shared(centroids));
#pragma unroll
    for (int p = 0; p < count; ++p) nearest[p] = 0, least[p] = INFINITY;
#pragma unroll 4
    for (int c = 0; c < clusters; ++c) {
        float score[count];
#pragma unroll
        for (int p = 0; p < count; ++p) score[p] = half_squares[c];
#pragma unroll
        for (int j = 0; j < dims; j += 4) {
            const float4 four = load_four(rows + 4 * (c * dims + j));
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
/// the warp's tile transposes the points, so that a lane gets one coordinate of `dims` of them. Lanes that are
/// not @p there add zeros.
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

/// Adds the sums in all columns of the block, and its cluster sizes, to the global sums.
template <int dims> __device__ void add_columns(const KmeansArgs& args, const Sums& sums, const float* own,
                                                const int* own_sizes) {
    for (int e = threadIdx.x; e < args.clusters * args.dimensions; e += threads) {
        const int c = e / args.dimensions, j = e % args.dimensions;
        float sum = 0;
        for (int t = j; t < threads; t += dims) sum += own[c * threads + t];
        add_to(&sums.coordinates[e], sum);
    }
    for (int c = threadIdx.x; c < args.clusters; c += threads) add_to(&sums.sizes[c], own_sizes[c]);
}

/// Assigns each point to its nearest centroid and adds it to the sums. Adds up the inertia and counts the changes.
template <int dims> __global__ void __launch_bounds__(threads, 3)
    assign_and_add(KmeansArgs args, Sums sums, int iteration) {
    extern __shared__ float4 memory[]; // float4, for an alignment of 16 bytes
    __shared__ float tiles[threads / warp][dims]
                          [warp + 1]; // padded: a column of a tile is in different banks
    float* centroids = reinterpret_cast<float*>(memory);
    float* half_squares = centroids + args.clusters * dims;
    float* own = half_squares + args.clusters; // [clusters][threads], and then the sizes
    int* own_sizes = reinterpret_cast<int*>(own + args.clusters * threads);
    for (int e = threadIdx.x; e < args.clusters * (threads + 1); e += threads) own[e] = 0; // also 0 as an int
    copy_centroids<dims>(centroids, half_squares, args);

    constexpr int count = points_per_thread<dims>;
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
    add_up(&args.inertia[iteration], inertia, sums.changed, changed);
    __syncthreads();
    add_columns<dims>(args, sums, own, own_sizes);
}

/// Moves each centroid to the mean of its points, one thread per coordinate.
__global__ void move_centroids(KmeansArgs args, Sums sums) {
    const int e = blockIdx.x * threads + threadIdx.x;
    if (e >= args.clusters * args.dimensions) return;
    const int size = sums.sizes[e / args.dimensions];
    if (size > 0) args.centroids[e] = sums.coordinates[e] / size;
}

/// Returns whether @p iteration, counted from 0, is the last one. Copies the number of changes only if the limits do not decide.
static bool is_last(const KmeansArgs& args, const int* changed_on_device, int iteration) {
    if (iteration + 1 == args.limit) return true;
    if (iteration + 1 < least_iterations) return false;
    int changed = 0;
    CUDA_CHECK(cudaMemcpy(&changed, changed_on_device, sizeof(int), cudaMemcpyDeviceToHost));
    return changed <= args.threshold * args.count;
}

/// Returns the bytes of shared memory per block: centroids, half squares, columns and sizes.
template <int dims> static int shared_bytes(int clusters) {
    return static_cast<int>(sizeof(float)) * (dims + 1 + threads + 1) * clusters; // 162 KB at most
}

template <int dims> static void run(const KmeansArgs& args) {
    const int values = args.clusters * args.dimensions;
    CUDA_CHECK(cudaMemcpyAsync(args.centroids, args.start, sizeof(float) * values, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(args.inertia, 0, sizeof(double) * args.limit));

    const Sums sums = sums_in(args.scratch, args);
    const int bytes = shared_bytes<dims>(args.clusters);
    CUDA_CHECK(
        cudaFuncSetAttribute(assign_and_add<dims>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    int iterations = 0;
    do {
        CUDA_CHECK(cudaMemsetAsync(sums.coordinates, 0, bytes_of_sums(args)));
        if (args.count > 0) {
            assign_and_add<dims>
                <<<std::min(groups_of(8 * threads, args.count), most_blocks), threads, bytes>>>(args, sums,
                                                                                                iterations);
            CUDA_CHECK_LAUNCH();
        }
        move_centroids<<<groups_of(threads, values), threads>>>(args, sums);
        CUDA_CHECK_LAUNCH();
    } while (!is_last(args, sums.changed, iterations++));
    CUDA_CHECK(cudaMemcpy(args.iterations, &iterations, sizeof(int), cudaMemcpyHostToDevice));
}

extern "C" void kmeans(const KmeansArgs& args) {
    if (args.dimensions <= 16)
        run<16>(args);
    else
        run<32>(args);
}
