// Lab 10: the best programs that lack a task. docs/results/shortcuts/10.txt has the values to time.
//
// TASK_1=0  no scan by shuffles, and no levels of warp and block. Gate: barriers. METHOD=0 is the scan of Hillis and
//           Steele over all threads in shared memory, with two barriers per step; METHOD=1 lets one warp add up 32
//           sums per lane. The buffer of the tile is free meanwhile, and has the space for both.
// TASK_2=0  a thread does nothing alone: a lane has one element in each of ROWS rows of its warp, and each row is a
//           scan by shuffles. Gates: bytes per load, requests. WIDE=0 also reads 4 bytes per lane; stores always have
//           4.
// TASK_3=0  two passes: the sums of the tiles first. Gate: bytes moved. With CHUNK tiles per block and pair of
//           launches the second pass finds the elements in the L2 cache; FUSED=1 adds up the next chunk in the launch
//           that scans this one.
// TASK_4=0  one buffer: a block has no load in flight while it scans, waits and stores. Gate: none. HOLD=0 keeps no
//           sums in registers, so that larger tiles or several blocks fit on an SM, and one block loads while another
//           one waits. PREFETCH=1 requests the next tile into the L2 cache, without a second buffer.
//
// THREADS   threads per block
// ITEMS     items per thread in long arrays: an odd number of vectors
// ASYNC     1: asynchronous copies in TASK_4=0 as well, with an immediate wait; 0: loads into registers

#include <cuda_pipeline.h>

#include <algorithm>

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
#ifndef CHUNK
#define CHUNK 0
#endif
#ifndef FUSED
#define FUSED 0
#endif
#ifndef HOLD
#define HOLD 1
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
static_assert(HOLD || (TASK_1 && TASK_2), "These keep their sums in registers.");

template <int size> struct Elements { using Type = unsigned int; };
template <> struct Elements<4> { using Type = uint4; };
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

/// Exclusive prefix sum of @p x over the block. @p space has room for a word per thread and 64 more, if TASK_1 is 0.
__device__ inline unsigned int scan_block(unsigned int x, unsigned int& total,
                                          [[maybe_unused]] unsigned int* space) {
    const int t = threadIdx.x;
    __syncthreads(); // no warp still reads the sums of the previous call, or items in `space`
#if TASK_1
    __shared__ unsigned int sums[warps];
    const int lane = t % 32;
    const int warp = t / 32;
    const unsigned int inclusive = scan_warp(x);
    if (lane == 31) sums[warp] = inclusive;
    __syncthreads();
    const unsigned int warp_inclusive = scan_warp(lane < warps ? sums[lane] : 0);
    total = __shfl_sync(all_lanes, warp_inclusive, warps - 1);
    return __shfl_sync(all_lanes, warp_inclusive, warp) - sums[warp] + inclusive - x;
#elif METHOD == 0
    unsigned int sum = x;
    for (int distance = 1; distance < threads; distance *= 2) {
        space[t] = sum;
        __syncthreads();
        if (t >= distance) sum += space[t - distance];
        __syncthreads();
    }
    space[t] = sum;
    __syncthreads();
    total = space[threads - 1];
    __syncthreads(); // the space is free again
    return sum - x;
#else
    unsigned int* const of_lanes = space + threads + 32; // after a word of padding per warp
    space[t + t / 32] = x;
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

__device__ inline Vec read_vector(const ScanArgs& args, long long i) {
    if (i + vector_elements <= args.count) return *reinterpret_cast<const Vec*>(args.in + i);
    Vec vector;
    auto* elements = reinterpret_cast<unsigned int*>(&vector);
#pragma unroll
    for (int e = 0; e < vector_elements; ++e) elements[e] = i + e < args.count ? args.in[i + e] : 0;
    return vector;
}

/// Index of the first word of vector @p v of the thread in its warp tile.
template <int n> __device__ inline int word_of(int v) { return threadIdx.x % 32 * n + 4 * v; }

/// Sets @p sums to the inclusive prefix sums of the thread's items, and returns their sum. In rows these are the prefix
/// sums in the warp tile; the last lane returns the sum of the warp, and the others 0.
template <int n>
__device__ inline unsigned int scan_items(const unsigned int* warp_tile, unsigned int (&sums)[n]) {
    unsigned int sum = 0;
#if TASK_2
#pragma unroll
    for (int v = 0; v < n / 4; ++v) {
        const uint4 x = *reinterpret_cast<const uint4*>(warp_tile + word_of<n>(v));
        sums[4 * v] = sum += x.x;
        sums[4 * v + 1] = sum += x.y;
        sums[4 * v + 2] = sum += x.z;
        sums[4 * v + 3] = sum += x.w;
    }
    return sum;
#else
#pragma unroll
    for (int row = 0; row < n; ++row) sums[row] = scan_warp(warp_tile[row * 32 + threadIdx.x % 32]);
#pragma unroll
    for (int row = 0; row < n; ++row) {
        const unsigned int end = __shfl_sync(all_lanes, sums[row], 31);
        sums[row] += sum;
        sum += end;
    }
    return threadIdx.x % 32 == 31 ? sum : 0; // the warp's sum is that of its last lane
#endif
}

/// Writes the sums plus @p prefix to `out`. Without HOLD the items are still in the warp tile, and @p sums is unused.
template <int n> __device__ inline void store_items(unsigned int* warp_tile, const unsigned int (&sums)[n],
                                                    unsigned int prefix, const ScanArgs& args,
                                                    long long first) {
    const int lane = threadIdx.x % 32;
#if TASK_2
#pragma unroll
    for (int v = 0; v < n / 4; ++v) {
        auto& vector = *reinterpret_cast<uint4*>(warp_tile + word_of<n>(v));
        if (HOLD) {
            vector = make_uint4(prefix + sums[4 * v], prefix + sums[4 * v + 1], prefix + sums[4 * v + 2],
                                prefix + sums[4 * v + 3]);
        } else {
            uint4 x = vector;
            x.x += prefix;
            x.y += x.x;
            x.z += x.y;
            prefix = x.w += x.z;
            vector = x;
        }
    }
    __syncwarp();
#pragma unroll
    for (int v = lane; v < 32 * n / 4; v += 32) {
        const long long i = first + 4 * v;
        if (i + 4 <= args.count) {
            __stwb(reinterpret_cast<uint4*>(args.out + i), reinterpret_cast<const uint4*>(warp_tile)[v]);
        } else {
            for (int e = 0; i + e < args.count; ++e) args.out[i + e] = warp_tile[4 * v + e];
        }
    }
#else
#pragma unroll
    for (int row = 0; row < n; ++row)
        if (first + row * 32 + lane < args.count) args.out[first + row * 32 + lane] = prefix + sums[row];
#endif
}

/// A ticket, and a state per tile: 0, or tile_ready and the sum; in two passes the sum alone.
struct Scratch {
    unsigned int* ticket;
    unsigned long long* states;
};
constexpr unsigned long long tile_ready = 1ULL << 32;

/// The sum of tiles @p first to @p end - 1, in every thread.
__device__ inline unsigned int look_back(const Scratch& scratch, unsigned int first, unsigned int end,
                                         unsigned int* space) {
    unsigned int sum = 0;
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += threads) {
        unsigned long long state = 0;
        do state = __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        while (TASK_3 && state < tile_ready);
        sum += static_cast<unsigned int>(state);
    }
    unsigned int total = 0;
    scan_block(sum, total, space);
    return total;
}

template <int n> __device__ inline void begin_load(Vec* warp_tile, const ScanArgs& args, long long first) {
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

/// Adds up a tile for the second pass.
template <int n> __device__ inline void sum_tile(const ScanArgs& args, const Scratch& scratch,
                                                 unsigned int tile, unsigned int* space) {
    const long long first = static_cast<long long>(tile) * threads * n;
    unsigned int sum = 0;
#pragma unroll
    for (int v = threadIdx.x; v < threads * n / vector_elements; v += threads) {
        const Vec read = read_vector(args, first + v * vector_elements);
#pragma unroll
        for (int e = 0; e < vector_elements; ++e) sum += reinterpret_cast<const unsigned int*>(&read)[e];
    }
    unsigned int total = 0;
    scan_block(sum, total, space);
    if (threadIdx.x == 0) scratch.states[tile] = total;
}

template <int n> __global__ void __launch_bounds__(threads)
    sum_tiles(ScanArgs args, Scratch scratch, unsigned int first) {
    extern __shared__ uint4 shared[];
    sum_tile<n>(args, scratch, first + blockIdx.x, reinterpret_cast<unsigned int*>(shared));
}

template <int n> constexpr int buffer_bytes = std::max(threads* n, threads + 64) * 4;
template <int n> constexpr int blocks_per_sm = std::min((HOLD ? 1024 : 2048) / threads,
                                                        232448 / (buffers * buffer_bytes<n> + 1280));

/// Scans tiles @p begin to @p end - 1. In fused passes it then adds up the tiles from there to @p next_end - 1.
template <int n> __global__ void __launch_bounds__(threads, blocks_per_sm<n>)
    scan_tiles(ScanArgs args, Scratch scratch, unsigned int begin, unsigned int end, unsigned int next_end) {
    extern __shared__ uint4 shared[];
    __shared__ unsigned int taken[2];
    const unsigned int warp = threadIdx.x / 32;
    const auto buffer_of = [&](int iteration) {
        return reinterpret_cast<unsigned int*>(shared) + iteration % buffers * (buffer_bytes<n> / 4);
    };
    const auto warp_tile_of = [&](int iteration) { return buffer_of(iteration) + warp * (32 * n); };
    const auto first_element = [&](unsigned int tile) {
        return (static_cast<long long>(tile) * warps + warp) * (32 * n);
    };
    const auto load = [&](int iteration, unsigned int tile) {
        begin_load<n>(reinterpret_cast<Vec*>(warp_tile_of(iteration)), args, first_element(tile));
    };
    const auto take_tile = [&](unsigned int last) {
        return TASK_3 ? atomicAdd(scratch.ticket, 1U) : last + gridDim.x;
    };

    if (threadIdx.x == 0) taken[1] = take_tile(begin + blockIdx.x - gridDim.x);
    __syncthreads();
    unsigned int tile = taken[1];
    if (TASK_4 && tile < end) load(0, tile);
    unsigned int tile_prefix = 0;
    unsigned int lookback_begin = 0;
    for (int iteration = 0; tile < end; ++iteration) {
        if (!TASK_4) {
            __syncwarp(); // the lanes have stored the tile before
            if (!TASK_1) __syncthreads();
            load(iteration, tile);
        }
        __pipeline_wait_prior(0);
        __syncwarp();
        unsigned int* const warp_tile = warp_tile_of(iteration);
        unsigned int* const space = buffer_of(iteration); // free for scan_block() while HOLD has the sums
        unsigned int sums[HOLD ? n : 4];
        unsigned int own = 0;
        if constexpr (HOLD) {
            own = scan_items(warp_tile, sums);
        } else {
#pragma unroll
            for (int v = 0; v < n / 4; ++v) {
                const uint4 x = *reinterpret_cast<const uint4*>(warp_tile + word_of<n>(v));
                own += x.x + x.y + x.z + x.w;
            }
        }
        if (threadIdx.x == 0) taken[iteration % 2] = take_tile(tile);
        unsigned int total = 0;
        unsigned int thread_prefix = scan_block(own, total, space);
        if (!TASK_2) thread_prefix = __shfl_sync(all_lanes, thread_prefix, 31); // the prefix of the warp
        if (TASK_3 && threadIdx.x == 0)
            __nv_atomic_store_n(&scratch.states[tile], tile_ready | total, __NV_ATOMIC_RELAXED,
                                __NV_THREAD_SCOPE_DEVICE);
        __syncthreads();
        const unsigned int next = taken[iteration % 2];
        if (TASK_4 && next < end) load(iteration + 1, next);
        if (PREFETCH && next < end)
            for (int line = threadIdx.x; line < threads * n / 32; line += threads) {
                const long long i = (static_cast<long long>(next) * threads * n) + line * 32;
                if (i < args.count) asm volatile("prefetch.global.L2 [%0];" ::"l"(args.in + i));
            }
        tile_prefix += look_back(scratch, lookback_begin, tile, space);
        if constexpr (HOLD) {
            store_items<n>(warp_tile, sums, tile_prefix + thread_prefix, args, first_element(tile));
        } else {
            unsigned int unused[n];
            store_items<n>(warp_tile, unused, tile_prefix + thread_prefix, args, first_element(tile));
        }
        tile_prefix += total;
        lookback_begin = tile + 1;
        tile = next;
    }
    if (FUSED)
        for (tile = end + blockIdx.x; tile < next_end; tile += gridDim.x)
            sum_tile<n>(args, scratch, tile, buffer_of(0));
}

template <int n> static unsigned int resident_blocks(int bytes) {
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    CUDA_CHECK(cudaFuncSetAttribute(scan_tiles<n>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scan_tiles<n>, threads, bytes));
    return multiprocessors * blocks;
}

template <int n> static void launch_scan(const ScanArgs& args) {
    constexpr int bytes = buffers * buffer_bytes<n>;
    constexpr int space = TASK_1 ? 0 : (threads + 64) * 4;
    static const unsigned int resident = resident_blocks<n>(bytes);
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(threads * n, args.count));
    const unsigned int chunk = TASK_3 || CHUNK == 0 ? tiles : CHUNK * resident;
    if (TASK_3) CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1ULL)));
    for (unsigned int begin = 0; begin < tiles; begin += chunk) {
        const unsigned int end = std::min(begin + chunk, tiles);
        if (!TASK_3 && (!FUSED || begin == 0))
            sum_tiles<n><<<end - begin, threads, space>>>(args, scratch, begin);
        scan_tiles<n><<<std::min(end - begin, resident), threads, bytes>>>(args, scratch, begin, end,
                                                                           std::min(end + chunk, tiles));
        CUDA_CHECK_LAUNCH();
    }
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return;
    if (args.count < 1 << 22) {
        launch_scan<short_items>(args);
    } else {
        launch_scan<items>(args);
    }
}
