// Lab 11 with cuda::pipeline: persistent blocks, and a pipeline of two stages that loads the next tile while
// the block works on this one. The look-back ends at the block's own previous tile. Choose it if stages should
// have names and their number may grow; the primitives of cuda_pipeline.h do the same in fewer words.

#include <cuda/pipeline>

#include <algorithm>
#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 1024; // threads
constexpr int warps = block / 32;
constexpr int vectors = 7; // per thread: an odd number, so that there are no bank conflicts
constexpr int tile_elements = block * vectors * 4;
constexpr int stages = 2;

constexpr unsigned int all_lanes = 0xffffffff;

/// Inclusive prefix sum of @p x over the lanes of the warp.
__device__ inline unsigned int scan_warp(unsigned int x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const unsigned int addend = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x += addend;
    }
    return x;
}

/// Four elements of the input from index @p i on; infinity past the end, which no bound keeps.
__device__ inline float4 read_vector(const CompactArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const float4*>(args.in + i);
    float4 x = make_float4(INFINITY, INFINITY, INFINITY, INFINITY);
    if (i < args.count) x.x = args.in[i];
    if (i + 1 < args.count) x.y = args.in[i + 1];
    if (i + 2 < args.count) x.z = args.in[i + 2];
    return x;
}

__device__ inline unsigned int count_below(float4 x, float bound) {
    return (x.x < bound) + (x.y < bound) + (x.z < bound) + (x.w < bound);
}

/// Writes the kept elements of @p x to @p stage, from @p position on.
__device__ inline void scatter_below(float* stage, unsigned int position, float4 x, float bound) {
    if (x.x < bound) stage[position++] = x.x;
    if (x.y < bound) stage[position++] = x.y;
    if (x.z < bound) stage[position++] = x.z;
    if (x.w < bound) stage[position] = x.w;
}

/// Writes the @p total elements of the stage to `out`, from index @p tile_prefix on. Each warp starts at a
/// line of 128 bytes.
__device__ inline void store_stage(const CompactArgs& args, const float* stage, unsigned int tile_prefix,
                                   unsigned int total) {
    const int end = static_cast<int>(total);
    for (int i = static_cast<int>(threadIdx.x - tile_prefix % 32); i < end; i += block)
        if (i >= 0) args.out[tile_prefix + i] = stage[i];
}

constexpr unsigned long long tile_ready = 1ULL << 32;

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the index of the next tile to take
    unsigned long long* states; ///< one per tile: 0, or `tile_ready` and the count
};

/// The thread's share of the look-back over tiles @p first to @p end - 1; waits until they are published.
__device__ inline unsigned int thread_look_back(const Scratch& scratch, unsigned int first,
                                                unsigned int end) {
    unsigned int sum = 0;
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += block) {
        unsigned long long state = 0;
        while (state < tile_ready)
            state = __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        sum += static_cast<unsigned int>(state);
    }
    return sum;
}

using Pipeline = cuda::pipeline<cuda::thread_scope_thread>;

/// Starts to load the warp tile, which begins at element @p first.
__device__ inline void begin_load(float4* warp_tile, const CompactArgs& args, long long first,
                                  Pipeline& pipeline) {
    pipeline.producer_acquire();
#pragma unroll
    for (int v = threadIdx.x % 32; v < 32 * vectors; v += 32) {
        const long long i = first + v * 4;
        if (i + 4 <= args.count) {
            cuda::memcpy_async(warp_tile + v, reinterpret_cast<const float4*>(args.in + i),
                               cuda::aligned_size_t<16>(16), pipeline);
        } else {
            warp_tile[v] = read_vector(args, i);
        }
    }
    pipeline.producer_commit();
}

__global__ void __launch_bounds__(block)
    compact_tiles(CompactArgs args, Scratch scratch, unsigned int tiles) {
    extern __shared__ float4 buffers[];
    __shared__ unsigned int taken[2];
    __shared__ unsigned int warp_counts[warps];
    __shared__ unsigned int lookback_counts[warps]; // the warps' shares of the look-back
    const unsigned int lane = threadIdx.x % 32;
    const unsigned int warp = threadIdx.x / 32;
    const auto buffer_of = [&](int iteration) { return buffers + iteration % stages * (block * vectors); };
    const auto warp_tile_of = [&](int iteration) { return buffer_of(iteration) + warp * (32 * vectors); };
    const auto first_element = [&](unsigned int tile) {
        return static_cast<long long>(tile) * tile_elements + warp * (128 * vectors);
    };
    Pipeline pipeline = cuda::make_pipeline();
    if (threadIdx.x == 0) taken[1] = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles) begin_load(warp_tile_of(0), args, first_element(tile), pipeline);
    unsigned int tile_prefix = 0;    // kept elements of all tiles before `lookback_begin`
    unsigned int lookback_begin = 0; // the first tile that this block has not looked at
    for (int iteration = 0; tile < tiles; ++iteration) {
        if (threadIdx.x == 0) taken[iteration % 2] = atomicAdd(scratch.ticket, 1U);
        pipeline.consumer_wait();
        __syncwarp(); // the copies of the other lanes have arrived, too
        float4 items[vectors];
        unsigned int own = 0;
#pragma unroll
        for (int v = 0; v < vectors; ++v) {
            items[v] = warp_tile_of(iteration)[lane * vectors + v];
            own += count_below(items[v], args.bound);
        }
        const unsigned int lane_inclusive = scan_warp(own);
        if (lane == 31) warp_counts[warp] = lane_inclusive;
        __syncthreads(); // all threads have read their items, too
        const unsigned int warp_inclusive =
            scan_warp(warp_counts[lane]); // in every warp, so that none waits for another
        const unsigned int total = __shfl_sync(all_lanes, warp_inclusive, warps - 1);
        unsigned int position =
            __shfl_sync(all_lanes, warp_inclusive, warp) - warp_counts[warp] + lane_inclusive - own;
        if (threadIdx.x == 0)
            __nv_atomic_store_n(&scratch.states[tile], tile_ready | total, __NV_ATOMIC_RELAXED,
                                __NV_THREAD_SCOPE_DEVICE);
        const unsigned int next = taken[iteration % 2];
        if (next < tiles) begin_load(warp_tile_of(iteration + 1), args, first_element(next), pipeline);

        auto* const stage = reinterpret_cast<float*>(buffer_of(iteration));
#pragma unroll
        for (int v = 0; v < vectors; ++v) {
            scatter_below(stage, position, items[v], args.bound);
            position += count_below(items[v], args.bound);
        }
        const unsigned int lookback_count =
            __reduce_add_sync(all_lanes, thread_look_back(scratch, lookback_begin, tile));
        if (lane == 0) lookback_counts[warp] = lookback_count;
        __syncthreads(); // the stage and the look-back's sums are complete
        tile_prefix += __reduce_add_sync(all_lanes, lookback_counts[lane]);
        store_stage(args, stage, tile_prefix, total);
        pipeline.consumer_release();
        tile_prefix += total;
        if (tile == tiles - 1 && threadIdx.x == 0) *args.kept = tile_prefix;
        lookback_begin = tile + 1;
        tile = next;
    }
}

static unsigned int resident_blocks(int bytes) {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(compact_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, compact_tiles, block, bytes));
    return static_cast<unsigned int>(multiprocessors * blocks);
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    constexpr int bytes = stages * tile_elements * static_cast<int>(sizeof(float));
    static const unsigned int resident =
        resident_blocks(bytes); // queried once: a query takes longer than a launch
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(tile_elements, args.count));
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1ULL))); // the ticket and the states
    compact_tiles<<<std::min(tiles, resident), block, bytes>>>(args, scratch, tiles);
    CUDA_CHECK_LAUNCH();
}
