// With policies: the distance measure and the summation of a block's points are types that concepts check, and
// the pass over the points is one template for all of them. Choose it where the same loop should serve other
// measures, or to compare summations.

#include <algorithm>
#include <concepts>

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

/// A measure of the distance of centroids from points: the nearest centroid has the smallest score.
template <typename T>
concept Measure = requires(const T measure, float score, float x, float c) {
    { measure.start(c) } -> std::same_as<float>;          // begins at half of the centroid's squared length
    { measure.step(score, x, c) } -> std::same_as<float>; // with one more coordinate
    { measure.squared_distance(score, x) } -> std::same_as<float>; // from the squared length of the point
};

/// |c|^2 / 2 less the scalar product of x and c.
struct ScalarProduct {
    __device__ float start(float half_square) const { return half_square; }
    __device__ float step(float score, float x, float c) const { return score - x * c; }
    __device__ float squared_distance(float score, float square) const { return square + 2 * score; }
};

/// Adds up the points of a block.
template <typename T, int dims>
concept Adder = requires(T adder, const float (&x)[dims], Sums sums) {
    { T::floats(1) } -> std::convertible_to<int>; // floats of shared memory for a number of clusters
    adder.add(x, 0, true);
    adder.flush(sums);
};

/// Adds @p value of all lanes of the warp to @p total.
template <typename T> __device__ void add_up(T* total, T value) {
    for (int distance = warp / 2; distance > 0; distance /= 2)
        value += __shfl_down_sync(all_lanes, value, distance);
    if (threadIdx.x % warp == 0) atomicAdd(total, value);
}

/// A column of sums per thread. No other thread adds there, so no atomics are needed.
template <int dims> class OwnColumns {
public:
    __host__ __device__ static constexpr int floats(int clusters) {
        return clusters * (threads + 1) + threads / warp * dims * (warp + 1);
    }

    __device__ OwnColumns(float* memory, const KmeansArgs& args)
        : args_(args), own_(memory), sizes_(reinterpret_cast<int*>(memory + args.clusters * threads)) {
        for (int e = threadIdx.x; e < args.clusters * (threads + 1); e += threads)
            own_[e] = 0; // also 0 as an int
    }

    /// All lanes of the warp must call it; a lane that is not @p there adds zeros.
    __device__ void add(const float (&x)[dims], int nearest, bool there) {
        float* tile = own_ + args_.clusters * (threads + 1) + threadIdx.x / warp * dims * (warp + 1);
        const int lane = threadIdx.x % warp;
        if (there) atomicAdd(&sizes_[nearest], 1);
#pragma unroll
        for (int j = 0; j < dims; ++j) tile[j * (warp + 1) + lane] = there ? x[j] : 0.0f;
        __syncwarp();
        float value[dims];
        int c[dims];
#pragma unroll
        for (int q = 0; q < dims; ++q) {
            value[q] = tile[lane % dims * (warp + 1) + lane / dims * dims + q];
            c[q] = __shfl_sync(all_lanes, nearest, q, dims);
        }
#pragma unroll
        for (int q = 0; q < dims; ++q) own_[c[q] * threads + threadIdx.x] += value[q];
        __syncwarp();
    }

    __device__ void flush(const Sums& sums) {
        __syncthreads();
        for (int e = threadIdx.x; e < args_.clusters * args_.dimensions; e += threads) {
            const int c = e / args_.dimensions, j = e % args_.dimensions;
            float sum = 0;
            for (int t = j; t < threads; t += dims) sum += own_[c * threads + t];
            atomicAdd(&sums.coordinates[e], sum);
        }
        for (int c = threadIdx.x; c < args_.clusters; c += threads) atomicAdd(&sums.sizes[c], sizes_[c]);
    }

private:
    const KmeansArgs& args_;
    float* own_;
    int* sizes_;
};

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

template <int dims, Measure Near, Adder<dims> Add> __global__ void __launch_bounds__(threads, 3)
    assign_and_add(KmeansArgs args, Sums sums, int iteration, Near measure) {
    extern __shared__ float4 memory[]; // float4, for an alignment of 16 bytes
    float* centroids = reinterpret_cast<float*>(memory);
    float* half_squares = centroids + args.clusters * dims;
    Add add(half_squares + args.clusters, args);
    copy_centroids<dims>(centroids, half_squares, args);

    constexpr int count = points_per_thread<dims>;
    double inertia = 0;
    int changed = 0;
    for (int first = blockIdx.x * threads * count; first < args.count; first += gridDim.x * threads * count) {
        float x[count][dims], squares[count], least[count];
        int nearest[count];
        read_points(x, squares, args, first + static_cast<int>(threadIdx.x));
        const auto for_each_point = [](auto visit) {
#pragma unroll
            for (int p = 0; p < count; ++p) visit(p);
        };
        for_each_point([&](int p) { nearest[p] = 0, least[p] = INFINITY; });
#pragma unroll 4
        for (int c = 0; c < args.clusters; ++c) {
            float score[count];
            for_each_point([&](int p) { score[p] = measure.start(half_squares[c]); });
#pragma unroll
            for (int j = 0; j < dims; j += 4) {
                const float4 four = *reinterpret_cast<const float4*>(&centroids[c * dims + j]);
                for_each_point([&](int p) { score[p] = measure.step(score[p], x[p][j], four.x); });
                for_each_point([&](int p) { score[p] = measure.step(score[p], x[p][j + 1], four.y); });
                for_each_point([&](int p) { score[p] = measure.step(score[p], x[p][j + 2], four.z); });
                for_each_point([&](int p) { score[p] = measure.step(score[p], x[p][j + 3], four.w); });
            }
            for_each_point([&](int p) {
                if (score[p] < least[p]) least[p] = score[p], nearest[p] = c;
            });
        }
        for_each_point([&](int p) {
            const int i = first + p * threads + threadIdx.x;
            if (i < args.count) {
                inertia += measure.squared_distance(least[p], squares[p]);
                changed += iteration == 0 || args.membership[i] != nearest[p];
                args.membership[i] = nearest[p];
            }
            add.add(x[p], nearest[p], i < args.count);
        });
    }
    add_up(&args.inertia[iteration], inertia);
    add_up(sums.changed, changed);
    add.flush(sums);
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

template <int dims> static void run(const KmeansArgs& args) {
    using Add = OwnColumns<dims>;
    constexpr auto kernel = assign_and_add<dims, ScalarProduct, Add>;
    const int bytes =
        static_cast<int>(sizeof(float)) * ((dims + 1) * args.clusters + Add::floats(args.clusters));
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    const int values = args.clusters * args.dimensions;
    CUDA_CHECK(cudaMemcpyAsync(args.centroids, args.start, sizeof(float) * values, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(args.inertia, 0, sizeof(double) * args.limit));

    const Sums sums = sums_in(args.scratch, args);
    int iterations = 0;
    do {
        CUDA_CHECK(cudaMemsetAsync(sums.coordinates, 0, bytes_of_sums(args)));
        if (args.count > 0) {
            kernel<<<std::min(groups_of(8 * threads, args.count), most_blocks), threads, bytes>>>(
                args, sums, iterations, ScalarProduct{});
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
