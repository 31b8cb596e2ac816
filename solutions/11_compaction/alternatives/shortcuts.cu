// Lab 11: the best programs that lack a task. docs/results/shortcuts/11.txt has the values to time.
//
// TASK_1=0  no ballots, and no levels of warp and block for the counts. Gate: barriers. METHOD=0 scans them by the
//           steps of Hillis and Steele over all threads, with two barriers each; METHOD=1 lets one warp add up 32
//           counts per lane.
// TASK_2=0  a thread counts nothing alone: a lane has one element in each of ROWS rows of its warp, and each row
//           takes a ballot to count and one to write. Gates: bytes per load, requests, barriers. WIDE=0 also reads 4
//           bytes per lane. With WIDE=1 a thread has several items and vectors, and no gate differs.
// TASK_3=0  no stage: a thread writes its own kept elements to `out`. Gate: bytes moved. In rows (TASK_2=0) the kept
//           elements of a warp's row are neighbours, and need no stage.
// TASK_4=0  one buffer: a block has no load in flight while it waits and stores. Gate: none. Smaller blocks share an
//           SM, and one loads while another one works. PREFETCH=1 requests the next tile into the L2 cache, without a
//           second buffer.
//
// THREADS   threads per block
// ITEMS     items per thread in long arrays
// RESIDENT  threads per SM for which the compiler must save registers: 1024 or 2048
// ASYNC     1: asynchronous copies in TASK_4=0 as well, with an immediate wait; 0: loads into registers

#include <cuda_pipeline.h>

#include <algorithm>
#include <cmath>

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
#ifndef METHOD
#define METHOD 0
#endif
#ifndef THREADS
#define THREADS 1024
#endif
#ifndef ITEMS
#define ITEMS 28
#endif
#ifndef ROWS
#define ROWS 28
#endif
#ifndef WIDE
#define WIDE 1
#endif
#ifndef RESIDENT
#define RESIDENT 1024
#endif
#ifndef ASYNC
#define ASYNC 1
#endif
#ifndef PREFETCH
#define PREFETCH 0
#endif

constexpr int threads = THREADS;
constexpr int warps = threads / 32;
constexpr int buffers = TASK_4 ? 2 : 1;
constexpr int items = TASK_2 ? ITEMS : ROWS; // per thread
constexpr int short_items = std::min(items, 12);
constexpr int vector_elements = TASK_2 || WIDE ? 4 : 1;
constexpr unsigned int all_lanes = 0xffffffff;
static_assert(TASK_1 || TASK_2, "Counts of rows are those of warps.");

template <int size> struct Elements { using Type = float; };
template <> struct Elements<4> { using Type = float4; };
using Vec = Elements<vector_elements>::Type;

__device__ inline unsigned int scan_warp(unsigned int x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const unsigned int addend = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x += addend;
    }
    return x;
}

/// Exclusive prefix sum of the threads' counts; in rows each lane has the count of its warp, and gets its prefix.
/// Without task 1 it needs @p space, the buffer of the tile, for a word per thread and 64 more.
template <int n> __device__ inline unsigned int scan_counts(unsigned int count, unsigned int& total,
                                                            [[maybe_unused]] unsigned int* space) {
    const int t = threadIdx.x;
#if TASK_1
    __shared__ unsigned int warp_counts[warps];
    const int lane = t % 32;
    const int warp = t / 32;
    unsigned int lane_prefix = 0;
    unsigned int warp_count = TASK_2 ? 0 : count;
    if (TASK_2) {
#pragma unroll
        for (int bit = 0; n >> bit != 0; ++bit) {
            const unsigned int lanes = __ballot_sync(all_lanes, (count >> bit & 1) != 0);
            lane_prefix += __popc(lanes & ((1U << lane) - 1)) << bit;
            warp_count += __popc(lanes) << bit;
        }
    }
    if (lane == 0) warp_counts[warp] = warp_count;
    __syncthreads();
    const unsigned int inclusive = scan_warp(lane < warps ? warp_counts[lane] : 0);
    total = __shfl_sync(all_lanes, inclusive, warps - 1);
    return lane_prefix + __shfl_sync(all_lanes, inclusive, warp) - warp_counts[warp];
#elif METHOD == 0
    unsigned int sum = count;
    __syncthreads(); // all threads have read their items
    for (int distance = 1; distance < threads; distance *= 2) {
        space[t] = sum;
        __syncthreads();
        if (t >= distance) sum += space[t - distance];
        __syncthreads();
    }
    space[t] = sum;
    __syncthreads();
    total = space[threads - 1];
    __syncthreads();
    return sum - count;
#else
    unsigned int* const of_lanes = space + threads + 32; // after a word of padding per warp
    __syncthreads();
    space[t + t / 32] = count;
    __syncthreads();
    if (t < 32) {
        unsigned int sum = 0;
        for (int i = 0; i < warps; ++i) sum += space[t * warps + i + (t * warps + i) / 32];
        of_lanes[t] = sum;
        __syncwarp();
        unsigned int prefix = 0;
        for (int lane = 0; lane < t; ++lane) prefix += of_lanes[lane];
        for (int i = 0; i < warps; ++i) {
            unsigned int& word = space[t * warps + i + (t * warps + i) / 32];
            const unsigned int own = word;
            word = prefix;
            prefix += own;
        }
        if (t == 31) space[threads + 31] = prefix; // the word of padding after the last warp
    }
    __syncthreads();
    const unsigned int prefix = space[t + t / 32];
    total = space[threads + 31];
    __syncthreads();
    return prefix;
#endif
}

__device__ inline Vec read_vector(const CompactArgs& args, long long i) {
    if (i + vector_elements <= args.count) return *reinterpret_cast<const Vec*>(args.in + i);
    Vec vector;
    auto* elements = reinterpret_cast<float*>(&vector);
#pragma unroll
    for (int e = 0; e < vector_elements; ++e) elements[e] = i + e < args.count ? args.in[i + e] : INFINITY;
    return vector;
}

/// Reads the thread's items from the warp tile, and returns how many are kept; in rows how many the warp keeps.
template <int n>
__device__ inline unsigned int load_items(const float* warp_tile, float (&elements)[n], float bound) {
    unsigned int count = 0;
#if TASK_2
#pragma unroll
    for (int i = 0; i < n; i += 4) {
        const float4 x = *reinterpret_cast<const float4*>(warp_tile + threadIdx.x % 32 * n + i);
        elements[i] = x.x;
        elements[i + 1] = x.y;
        elements[i + 2] = x.z;
        elements[i + 3] = x.w;
    }
#pragma unroll
    for (int i = 0; i < n; ++i) count += elements[i] < bound ? 1 : 0;
#else
#pragma unroll
    for (int i = 0; i < n; ++i) {
        elements[i] = warp_tile[i * 32 + threadIdx.x % 32];
        count += __popc(__ballot_sync(all_lanes, elements[i] < bound));
    }
#endif
    return count;
}

/// Writes the thread's kept elements to @p to, the stage or `out`, from @p position on: the prefix of the thread, in
/// rows of the warp.
template <int n>
__device__ inline void write_kept(float* to, const float (&elements)[n], float bound, unsigned int position) {
#if TASK_2
#pragma unroll
    for (int i = 0; i < n; ++i)
        if (elements[i] < bound) to[position++] = elements[i];
#else
    const unsigned int below = (1U << threadIdx.x % 32) - 1;
#pragma unroll
    for (int i = 0; i < n; ++i) {
        const unsigned int lanes = __ballot_sync(all_lanes, elements[i] < bound);
        if (elements[i] < bound) to[position + __popc(lanes & below)] = elements[i];
        position += __popc(lanes);
    }
#endif
}

template <int n> __device__ inline void begin_load(Vec* warp_tile, const CompactArgs& args, long long first) {
#pragma unroll
    for (int v = threadIdx.x % 32; v < 32 * n / vector_elements; v += 32) {
        const long long i = first + v * vector_elements;
        if ((TASK_4 || ASYNC) && i + vector_elements <= args.count) {
            __pipeline_memcpy_async(warp_tile + v, args.in + i, sizeof(Vec));
        } else {
            warp_tile[v] = read_vector(args, i);
        }
    }
    __pipeline_commit();
}

/// A ticket, and a state per tile: 0, or tile_ready and the count.
struct Scratch {
    unsigned int* ticket;
    unsigned long long* states;
};
constexpr unsigned long long tile_ready = 1ULL << 32;

__device__ inline unsigned long long load_state(const Scratch& scratch, unsigned int tile) {
    return __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

template <int n> constexpr int buffer_bytes = std::max(threads* n, threads + 64) * 4;
template <int n>
constexpr int blocks_per_sm = std::min(RESIDENT / threads, 232448 / (buffers * buffer_bytes<n> + 1536));

template <int n> __global__ void __launch_bounds__(threads, blocks_per_sm<n>)
    compact_tiles(CompactArgs args, Scratch scratch, unsigned int tiles) {
    extern __shared__ float4 shared[];
    __shared__ unsigned int taken[2];
    __shared__ unsigned int lookback_counts[warps];
    const unsigned int lane = threadIdx.x % 32;
    const unsigned int warp = threadIdx.x / 32;
    const auto buffer_of = [&](int iteration) {
        return reinterpret_cast<float*>(shared) + iteration % buffers * (buffer_bytes<n> / 4);
    };
    const auto warp_tile_of = [&](int iteration) { return buffer_of(iteration) + warp * (32 * n); };
    const auto load = [&](int iteration, unsigned int tile) {
        begin_load<n>(reinterpret_cast<Vec*>(warp_tile_of(iteration)), args,
                      (static_cast<long long>(tile) * warps + warp) * (32 * n));
    };

    if (threadIdx.x == 0) taken[1] = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    unsigned int tile = taken[1];
    if (TASK_4 && tile < tiles) load(0, tile);
    unsigned int tile_prefix = 0;
    unsigned int lookback_begin = 0;
    for (int iteration = 0; tile < tiles; ++iteration) {
        if (threadIdx.x == 0) taken[iteration % 2] = atomicAdd(scratch.ticket, 1U);
        if (!TASK_4) {
            __syncthreads(); // all threads have read the stage of the tile before
            load(iteration, tile);
        }
        __pipeline_wait_prior(0);
        __syncwarp();
        float elements[n];
        const unsigned int count = load_items(warp_tile_of(iteration), elements, args.bound);
        unsigned int total = 0;
        const unsigned int prefix =
            scan_counts<n>(count, total, reinterpret_cast<unsigned int*>(buffer_of(iteration)));
        if (threadIdx.x == 0)
            __nv_atomic_store_n(&scratch.states[tile], tile_ready | total, __NV_ATOMIC_RELAXED,
                                __NV_THREAD_SCOPE_DEVICE);
        const unsigned int next = taken[iteration % 2];
        if (TASK_4 && next < tiles) load(iteration + 1, next);
        if (PREFETCH && next < tiles)
            for (int line = threadIdx.x; line < threads * n / 32; line += threads) {
                const long long i = (static_cast<long long>(next) * threads * n) + line * 32;
                if (i < args.count) asm volatile("prefetch.global.L2 [%0];" ::"l"(args.in + i));
            }
        const unsigned int predecessor = lookback_begin + threadIdx.x;
        unsigned long long state = predecessor < tile ? load_state(scratch, predecessor) : 0;
        float* const stage = buffer_of(iteration);
        if (TASK_3) write_kept(stage, elements, args.bound, prefix);
        unsigned int sum = 0;
        for (unsigned int other = predecessor; other < tile; other += threads) {
            while (state < tile_ready) state = load_state(scratch, other);
            sum += static_cast<unsigned int>(state);
            state = 0;
        }
        sum = __reduce_add_sync(all_lanes, sum);
        if (lane == 0) lookback_counts[warp] = sum;
        __syncthreads(); // the stage and the look-back's sums are complete
        tile_prefix += __reduce_add_sync(all_lanes, lane < warps ? lookback_counts[lane] : 0);
        if (TASK_3) {
            const int end = static_cast<int>(total);
            for (int i = static_cast<int>(threadIdx.x - tile_prefix % 32); i < end; i += threads)
                if (i >= 0) args.out[tile_prefix + i] = stage[i];
        } else {
            write_kept(args.out + tile_prefix, elements, args.bound, prefix);
        }
        tile_prefix += total;
        if (tile == tiles - 1 && threadIdx.x == 0) *args.kept = tile_prefix;
        lookback_begin = tile + 1;
        tile = next;
    }
}

template <int n> static unsigned int resident_blocks(int bytes) {
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    CUDA_CHECK(cudaFuncSetAttribute(compact_tiles<n>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, compact_tiles<n>, threads, bytes));
    return multiprocessors * blocks;
}

template <int n> static void launch_compaction(const CompactArgs& args) {
    constexpr int bytes = buffers * buffer_bytes<n>;
    static const unsigned int resident = resident_blocks<n>(bytes);
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(threads * n, args.count));
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1ULL)));
    compact_tiles<n><<<std::min(tiles, resident), threads, bytes>>>(args, scratch, tiles);
    CUDA_CHECK_LAUNCH();
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) {
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
    } else if (args.count < 1 << 21) {
        launch_compaction<short_items>(args);
    } else {
        launch_compaction<items>(args);
    }
}
