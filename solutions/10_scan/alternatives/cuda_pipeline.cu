// Lab 10 with cuda::pipeline: persistent blocks, and a pipeline of two stages that loads the next tile while
// the block works on this one. The look-back ends at the block's own previous tile. Choose it if stages should
// have names and their number may grow; the primitives of cuda_pipeline.h do the same in fewer words.

#include <cuda/pipeline>

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 1024; // threads
constexpr int warps = block / 32;
constexpr int vectors = 7; // vectors of four elements per thread and tile
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

/// Four elements of the input from index @p i on; zeros past the end.
__device__ inline uint4 read_vector(const ScanArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const uint4*>(args.in + i);
    uint4 x = make_uint4(0, 0, 0, 0);
    if (i < args.count) x.x = args.in[i];
    if (i + 1 < args.count) x.y = args.in[i + 1];
    if (i + 2 < args.count) x.z = args.in[i + 2];
    return x;
}

/// Writes @p x with @p prefix added to each element to `out`, from index @p i on; nothing past the end.
__device__ inline void write_vector(const ScanArgs& args, long long i, uint4 x, unsigned int prefix) {
    const uint4 sums = make_uint4(x.x + prefix, x.y + prefix, x.z + prefix, x.w + prefix);
    if (i + 4 <= args.count) {
        __stwb(reinterpret_cast<uint4*>(args.out + i),
               sums); // the compiler may split an ordinary store into four
    } else {
        if (i < args.count) args.out[i] = sums.x;
        if (i + 1 < args.count) args.out[i + 1] = sums.y;
        if (i + 2 < args.count) args.out[i + 2] = sums.z;
    }
}

constexpr unsigned long long tile_ready = 1ULL << 32;

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the index of the next tile to take
    unsigned long long* states; ///< one per tile: 0, or `tile_ready` and the sum
};

/// Exclusive prefix sum of @p x over the threads of the block; @p total is the sum of all.
__device__ inline unsigned int scan_block(unsigned int x, unsigned int& total) {
    __shared__ unsigned int sums[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned int inclusive = scan_warp(x);
    __syncthreads(); // no warp still reads the sums of the previous call
    if (lane == 31) sums[warp] = inclusive;
    __syncthreads();
    const unsigned int warp_inclusive = scan_warp(sums[lane]);
    total = __shfl_sync(all_lanes, warp_inclusive, warps - 1);
    return __shfl_sync(all_lanes, warp_inclusive, warp) - sums[warp] + inclusive - x;
}

/// The sum of tiles @p first to @p end - 1; waits until all of them are published.
__device__ inline unsigned int look_back(const Scratch& scratch, unsigned int first, unsigned int end) {
    unsigned int sum = 0;
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += block) {
        unsigned long long state = 0;
        while (state < tile_ready)
            state = __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        sum += static_cast<unsigned int>(state);
    }
    unsigned int total = 0;
    scan_block(sum, total);
    return total;
}

/// The thread's items of a tile, warp-striped: one vector in each row of its warp tile.
struct ThreadTile {
    uint4* items;
    long long first;
};

using Pipeline = cuda::pipeline<cuda::thread_scope_thread>;

__device__ inline void begin_load(const ThreadTile& thread_tile, const ScanArgs& args, Pipeline& pipeline) {
    pipeline.producer_acquire();
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        const long long i = thread_tile.first + v * 128;
        if (i + 4 <= args.count) {
            cuda::memcpy_async(thread_tile.items + v * 32, reinterpret_cast<const uint4*>(args.in + i),
                               cuda::aligned_size_t<16>(16), pipeline);
        } else {
            thread_tile.items[v * 32] = read_vector(args, i);
        }
    }
    pipeline.producer_commit();
}

__global__ void __launch_bounds__(block) scan_tiles(ScanArgs args, Scratch scratch, unsigned int tiles) {
    extern __shared__ uint4 buffers[];
    __shared__ unsigned int taken[2]; // two tickets: a slow warp may still be reading the previous one
    const int in_tile = threadIdx.x / 32 * (vectors * 32) + threadIdx.x % 32; // the thread's first vector
    const auto thread_tile_of = [&](int iteration, unsigned int tile) {
        return ThreadTile{buffers + iteration % stages * (block * vectors) + in_tile,
                          static_cast<long long>(tile) * tile_elements + in_tile * 4};
    };
    Pipeline pipeline = cuda::make_pipeline();
    if (threadIdx.x == 0) taken[1] = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles) begin_load(thread_tile_of(0, tile), args, pipeline);
    unsigned int tile_prefix = 0;    // the sum of all tiles before `lookback_begin`
    unsigned int lookback_begin = 0; // the first tile whose sum is not in tile_prefix
    for (int iteration = 0; tile < tiles; ++iteration) {
        const ThreadTile thread_tile = thread_tile_of(iteration, tile);
        if (threadIdx.x == 0) taken[iteration % 2] = atomicAdd(scratch.ticket, 1U);
        pipeline.consumer_wait(); // each thread uses only vectors that it copied itself
        unsigned int vector_prefix[vectors];
        unsigned int warp_sum = 0;
#pragma unroll
        for (int v = 0; v < vectors; ++v) {
            const uint4 x = thread_tile.items[v * 32];
            const unsigned int own = x.x + x.y + x.z + x.w;
            const unsigned int inclusive = scan_warp(own);
            vector_prefix[v] = warp_sum + inclusive - own;
            warp_sum += __shfl_sync(all_lanes, inclusive, 31);
        }
        unsigned int total = 0;
        const unsigned int last = threadIdx.x % 32 == 31 ? warp_sum : 0;
        const unsigned int thread_prefix = scan_block(last, total);
        if (threadIdx.x == 0)
            __nv_atomic_store_n(&scratch.states[tile], tile_ready | total, __NV_ATOMIC_RELAXED,
                                __NV_THREAD_SCOPE_DEVICE);
        const unsigned int next = taken[iteration % 2];
        if (next < tiles) begin_load(thread_tile_of(iteration + 1, next), args, pipeline);
        tile_prefix += look_back(scratch, lookback_begin, tile);
#pragma unroll
        for (int v = 0; v < vectors; ++v) {
            uint4 x = thread_tile.items[v * 32];
            x.y += x.x;
            x.z += x.y;
            x.w += x.z;
            write_vector(args, thread_tile.first + v * 128, x,
                         tile_prefix + thread_prefix + vector_prefix[v]);
        }
        pipeline.consumer_release();
        tile_prefix += total;
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
    CUDA_CHECK(cudaFuncSetAttribute(scan_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scan_tiles, block, bytes));
    return static_cast<unsigned int>(multiprocessors * blocks);
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    constexpr int bytes = stages * tile_elements * static_cast<int>(sizeof(unsigned int));
    static const unsigned int resident =
        resident_blocks(bytes); // queried once: a query takes longer than a launch
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(tile_elements, args.count));
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1ULL))); // the ticket and the states
    scan_tiles<<<std::min(tiles, resident), block, bytes>>>(args, scratch, tiles);
    CUDA_CHECK_LAUNCH();
}
