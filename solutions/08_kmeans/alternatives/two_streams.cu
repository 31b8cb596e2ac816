// In two streams: the default stream processes half of the points and a second stream the other half, into the
// same sums; the centroids move when both are done. Events fork the second stream in each iteration and join it
// again. Choose it where points arrive in parts, and one part can be processed while the next is transferred.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int warp = 32;
constexpr int threads = 128;
constexpr int most_blocks = 3 * 132 / 2; // per pass: two passes have as many as an H200 holds at once
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

/// Adds @p value of all lanes of the warp to @p total.
template <typename T> __device__ void add_up(T* total, T value) {
    for (int distance = warp / 2; distance > 0; distance /= 2)
        value += __shfl_down_sync(all_lanes, value, distance);
    if (threadIdx.x % warp == 0) atomicAdd(total, value);
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
            x[p][j] = args.points[std::size_t(min(j, args.dimensions - 1)) * args.stride + i];
            squares[p] += j < args.dimensions ? x[p][j] * x[p][j] : 0.0f;
        }
    }
}

/// Finds for each of the thread's points x the nearest centroid c and its score, |c|^2 / 2 minus the scalar
/// product of x and c.
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
        atomicAdd(&sums.coordinates[e], sum);
    }
    for (int c = threadIdx.x; c < args.clusters; c += threads) atomicAdd(&sums.sizes[c], own_sizes[c]);
}

/// Assigns each of the points [@p begin, @p end) to its nearest centroid and adds it to the sums. Adds up the
/// inertia and counts the changes.
template <int dims> __global__ void __launch_bounds__(threads, 3)
    assign_and_add(KmeansArgs args, Sums sums, int iteration, int begin, int end) {
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
    for (int first = begin + blockIdx.x * threads * count; first < end;
         first += gridDim.x * threads * count) {
        float x[count][dims], squares[count], least[count];
        int nearest[count];
        read_points(x, squares, args, first + static_cast<int>(threadIdx.x));
        find_nearest(nearest, least, x, centroids, half_squares, args.clusters);
#pragma unroll
        for (int p = 0; p < count; ++p) {
            const int i = first + p * threads + threadIdx.x;
            if (i < end) {
                inertia += squares[p] + 2 * least[p];
                changed += iteration == 0 || args.membership[i] != nearest[p];
                args.membership[i] = nearest[p];
                atomicAdd(&own_sizes[nearest[p]], 1);
            }
            add_to_columns(own, tiles[threadIdx.x / warp], x[p], nearest[p], i < end);
        }
    }
    add_up(&args.inertia[iteration], inertia);
    add_up(sums.changed, changed);
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

/// The second stream and the two events, for one call.
class Beside {
public:
    Beside() {
        CUDA_CHECK(cudaStreamCreateWithFlags(&stream_,
                                             cudaStreamNonBlocking)); // else it waits for the default stream
        CUDA_CHECK(cudaEventCreateWithFlags(&fork_, cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&join_, cudaEventDisableTiming));
    }
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;
    ~Beside() {
        CUDA_CHECK_NOTHROW(cudaEventDestroy(fork_));
        CUDA_CHECK_NOTHROW(cudaEventDestroy(join_));
        CUDA_CHECK_NOTHROW(cudaStreamDestroy(stream_));
    }

    cudaStream_t stream() const { return stream_; }
    void fork() const {
        CUDA_CHECK(cudaEventRecord(fork_, nullptr));
        CUDA_CHECK(cudaStreamWaitEvent(stream_, fork_));
    }
    void join() const {
        CUDA_CHECK(cudaEventRecord(join_, stream_));
        CUDA_CHECK(cudaStreamWaitEvent(nullptr, join_));
    }

private:
    cudaStream_t stream_ = nullptr;
    cudaEvent_t fork_ = nullptr, join_ = nullptr;
};

template <int dims> static void run(const KmeansArgs& args) {
    const int values = args.clusters * args.dimensions;
    CUDA_CHECK(cudaMemcpyAsync(args.centroids, args.start, sizeof(float) * values, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(args.inertia, 0, sizeof(double) * args.limit));

    const Sums sums = sums_in(args.scratch, args);
    const int bytes = shared_bytes<dims>(args.clusters);
    CUDA_CHECK(
        cudaFuncSetAttribute(assign_and_add<dims>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    const Beside beside;
    const int middle = args.count / 2;
    int iterations = 0;
    const auto pass = [&](int begin, int end, cudaStream_t stream) {
        if (begin == end) return;
        const int blocks = std::min(groups_of(8 * threads, end - begin), most_blocks);
        assign_and_add<dims><<<blocks, threads, bytes, stream>>>(args, sums, iterations, begin, end);
        CUDA_CHECK_LAUNCH();
    };
    do {
        CUDA_CHECK(cudaMemsetAsync(sums.coordinates, 0, bytes_of_sums(args)));
        beside.fork(); // after the memset, and after the last move of the centroids
        pass(0, middle, nullptr);
        pass(middle, args.count, beside.stream());
        beside.join();
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
