// Lab 11: stream compaction: the elements of an array that are below a bound, in their order.
//
// You write the four regions from TODO to END TODO, in the order of their numbers. The kernel after them calls
// their functions. README.md explains the tasks, lab.h the interface.
//
// The terms are those of lab 10: a thread has `items_per_thread` consecutive elements, the items of a warp are
// a warp tile, and those of a block are a tile, which is held in a buffer in shared memory. The scan of a warp,
// the tickets and the look-back are lab 10's, and complete. A "prefix" here is exclusive.

#include <cuda_pipeline.h>

#include <algorithm>
#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 1024; // per block
constexpr int warps = threads / 32;
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

/// Returns the sum of @p x over all lanes to each of them.
__device__ inline unsigned int sum_warp(unsigned int x) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(all_lanes, x); // one instruction
#else
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) x += __shfl_xor_sync(all_lanes, x, distance);
    return x;
#endif
}

// TODO(1): the position of each kept element. count_kept() returns how many of the thread's elements are below
// the bound. scan_counts() returns the exclusive prefix sum of `count`, which is at most `items_per_thread`,
// over the threads of the block, and sets `total` to the sum of all. All threads of the block call it, and
// they pass another barrier before they call it again. (about 26 lines)
template <int items_per_thread>
__device__ inline unsigned int count_kept(const float (&elements)[items_per_thread], float bound) {
    unsigned int count = 0;
#pragma unroll
    for (int i = 0; i < items_per_thread; ++i) count += elements[i] < bound ? 1 : 0;
    return count;
}

template <int items_per_thread>
__device__ inline unsigned int scan_counts(unsigned int count, unsigned int& total) {
    __shared__ unsigned int warp_counts[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned int lanemask_lt = (1U << lane) - 1;
    unsigned int lane_prefix = 0;
    unsigned int warp_count = 0;
#pragma unroll
    for (int bit = 0; items_per_thread >> bit != 0; ++bit) {
        const unsigned int lanes = __ballot_sync(all_lanes, (count >> bit & 1) != 0);
        lane_prefix += __popc(lanes & lanemask_lt) << bit;
        warp_count += __popc(lanes) << bit;
    }
    if (lane == 0) warp_counts[warp] = warp_count;
    __syncthreads();
    const unsigned int inclusive =
        scan_warp(warp_counts[lane]); // in every warp, so that none waits for another
    total = __shfl_sync(all_lanes, inclusive, warps - 1);
    return lane_prefix + __shfl_sync(all_lanes, inclusive, warp) - warp_counts[warp];
}
// END TODO(1)

// TODO(2): several items per thread, and vectors of 16 bytes. load_thread_items() reads the thread's items from
// the warp tile. Short arrays get fewer items per thread, so that every multiprocessor has a tile.
// (about 14 lines)
using Vec4 = float4;
constexpr int min_items_per_thread = 12;
constexpr int max_items_per_thread = 28; // 7 vectors, an odd number as 3 is: no bank conflicts

template <int items_per_thread>
__device__ inline void load_thread_items(const Vec4* warp_tile, float (&elements)[items_per_thread]) {
#pragma unroll
    for (int i = 0; i < items_per_thread; i += 4) {
        const Vec4 vector = warp_tile[(threadIdx.x % 32 * items_per_thread + i) / 4];
        elements[i] = vector.x;
        elements[i + 1] = vector.y;
        elements[i + 2] = vector.z;
        elements[i + 3] = vector.w;
    }
}
// END TODO(2)

constexpr int vector_elements = sizeof(Vec4) / sizeof(float);
static_assert(min_items_per_thread % vector_elements == 0 && max_items_per_thread % vector_elements == 0,
              "The items of a thread must be whole vectors.");

/// The vector of the input that begins with element @p i; infinity past the end, which no bound keeps.
__device__ inline Vec4 read_vector(const CompactArgs& args, long long i) {
    if (i + vector_elements <= args.count) return *reinterpret_cast<const Vec4*>(args.in + i);
    Vec4 vector;
    auto* elements = reinterpret_cast<float*>(&vector);
#pragma unroll
    for (int e = 0; e < vector_elements; ++e) elements[e] = i + e < args.count ? args.in[i + e] : INFINITY;
    return vector;
}

// TODO(3): the stage. scatter_kept() is called before the block knows the tile's prefix: it writes the thread's
// kept elements to `stage`, in shared memory, from `position` on, the thread's prefix in the block.
// store_kept() is called when the stage of the block is complete: it writes the `total` elements of the stage
// to `out`, from `tile_prefix` on. Neighbouring threads write neighbouring elements, and each warp starts at a
// line of 128 bytes. It no longer needs the thread's own items and position. (about 14 lines)
template <int items_per_thread> __device__ inline void
scatter_kept(float* stage, const float (&elements)[items_per_thread], float bound, unsigned int position) {
#pragma unroll
    for (int i = 0; i < items_per_thread; ++i)
        if (elements[i] < bound) stage[position++] = elements[i];
}

template <int items_per_thread> __device__ inline void store_kept(const CompactArgs& args, const float* stage,
                                                                  const float (&)[items_per_thread],
                                                                  unsigned int, unsigned int tile_prefix,
                                                                  unsigned int total) {
    const int end = static_cast<int>(total);
    for (int i = static_cast<int>(threadIdx.x - tile_prefix % 32); i < end; i += threads)
        if (i >= 0) args.out[tile_prefix + i] = stage[i];
}
// END TODO(3)

// TODO(4): double buffering: the next tile is in flight while the block works on this one. begin_load() starts
// to copy a warp tile, which begins at element `first`, to its buffer in shared memory. finish_load() waits
// until the copies of all lanes of the warp have arrived. It takes two buffers. (about 15 lines)
constexpr int buffers = 2;

template <int items_per_thread>
__device__ inline void begin_load(Vec4* warp_tile, const CompactArgs& args, long long first) {
#pragma unroll
    for (int vector = threadIdx.x % 32; vector < 32 * items_per_thread / vector_elements; vector += 32) {
        const long long i = first + vector * vector_elements;
        if (i + vector_elements <= args.count) {
            __pipeline_memcpy_async(warp_tile + vector, args.in + i, sizeof(Vec4));
        } else {
            warp_tile[vector] = read_vector(args, i);
        }
    }
    __pipeline_commit();
}

template <int items_per_thread> __device__ inline void finish_load(Vec4*, const CompactArgs&, long long) {
    __pipeline_wait_prior(0);
    __syncwarp();
}
// END TODO(4)

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the index of the next tile to take
    unsigned long long* states; ///< one per tile: 0, or `tile_ready` and the count
};

constexpr unsigned long long tile_ready = 1ULL << 32;

__device__ inline unsigned int take_tile(const Scratch& scratch) { return atomicAdd(scratch.ticket, 1U); }

__device__ inline void publish(const Scratch& scratch, unsigned int tile, unsigned int count) {
    __nv_atomic_store_n(&scratch.states[tile], tile_ready | count, __NV_ATOMIC_RELAXED,
                        __NV_THREAD_SCOPE_DEVICE);
}

/// The current state of a tile.
__device__ inline unsigned long long load_state(const Scratch& scratch, unsigned int tile) {
    return __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// The warp's share of the look-back over tiles @p first to @p end - 1; waits until they are published. The thread has
/// already loaded the @p state of the first of its tiles.
__device__ inline unsigned int look_back(const Scratch& scratch, unsigned int first, unsigned int end,
                                         unsigned long long state) {
    unsigned int sum = 0;
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += threads) {
        while (state < tile_ready) state = load_state(scratch, tile);
        sum += static_cast<unsigned int>(state);
        state = 0;
    }
    return sum_warp(sum);
}

/// A block works on one tile after the other. It knows the inclusive prefix of its own previous tile, so its
/// look-back covers only the tiles between that one and the current one. While it waits for these, the tile is
/// in registers and its buffer is free: the buffer is the stage.
template <int items_per_thread> __global__ void __launch_bounds__(threads)
    compact_tiles(CompactArgs args, Scratch scratch, unsigned int tiles) {
    extern __shared__ Vec4 shared[];
    __shared__ unsigned int taken[2];
    __shared__ unsigned int lookback_counts[warps]; // the warps' shares of the look-back
    const unsigned int lane = threadIdx.x % 32;
    const unsigned int warp = threadIdx.x / 32;
    const auto buffer_of = [&](int iteration) {
        return shared + iteration % buffers * (threads * items_per_thread / vector_elements);
    };
    const auto warp_tile_of = [&](int iteration) {
        return buffer_of(iteration) + warp * (32 * items_per_thread / vector_elements);
    };
    const auto first_element = [&](unsigned int tile) {
        return (static_cast<long long>(tile) * warps + warp) * (32 * items_per_thread);
    };

    if (threadIdx.x == 0) taken[1] = take_tile(scratch);
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles) begin_load<items_per_thread>(warp_tile_of(0), args, first_element(tile));
    unsigned int tile_prefix = 0;    // kept elements of all tiles before `lookback_begin`
    unsigned int lookback_begin = 0; // the first tile that this block has not looked at
    for (int iteration = 0; tile < tiles; ++iteration) {
        if (threadIdx.x == 0) taken[iteration % 2] = take_tile(scratch);
        finish_load<items_per_thread>(warp_tile_of(iteration), args, first_element(tile));
        float elements[items_per_thread];
        load_thread_items(warp_tile_of(iteration), elements);
        unsigned int total = 0;
        const unsigned int thread_prefix =
            scan_counts<items_per_thread>(count_kept(elements, args.bound), total);
        if (threadIdx.x == 0) publish(scratch, tile, total);
        const unsigned int next = taken[iteration % 2];
        if (next < tiles)
            begin_load<items_per_thread>(warp_tile_of(iteration + 1), args, first_element(next));

        // Loaded now and used when the stage is complete: the load is in flight in the meantime.
        const unsigned int predecessor = lookback_begin + threadIdx.x;
        const unsigned long long state = predecessor < tile ? load_state(scratch, predecessor) : 0;
        auto* const stage =
            reinterpret_cast<float*>(buffer_of(iteration)); // all threads have read their items
        scatter_kept(stage, elements, args.bound, thread_prefix);
        const unsigned int lookback_count = look_back(scratch, lookback_begin, tile, state);
        if (lane == 0) lookback_counts[warp] = lookback_count;
        __syncthreads(); // the stage and the look-back's sums are complete
        tile_prefix += sum_warp(lookback_counts[lane]);
        store_kept(args, stage, elements, thread_prefix, tile_prefix, total);
        tile_prefix += total;
        if (tile == tiles - 1 && threadIdx.x == 0) *args.kept = tile_prefix;
        lookback_begin = tile + 1;
        tile = next;
    }
}

/// Multiprocessors of the device. Each holds one block of 1024 threads with @p bytes of shared memory, so that a block per
/// multiprocessor can run at the same time.
template <int items_per_thread> static unsigned int multiprocessors(int bytes) {
    int device = 0;
    int count = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(compact_tiles<items_per_thread>,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    return count;
}

template <int items_per_thread> static void launch_compaction(const CompactArgs& args) {
    constexpr int bytes = buffers * threads * items_per_thread * static_cast<int>(sizeof(float));
    static const unsigned int max_blocks =
        multiprocessors<items_per_thread>(bytes); // queried once: a query takes longer than a launch
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(threads * items_per_thread, args.count));
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1ULL))); // the ticket and the states
    compact_tiles<items_per_thread><<<std::min(tiles, max_blocks), threads, bytes>>>(args, scratch, tiles);
    CUDA_CHECK_LAUNCH();
}

/// Returns how many KB of shared memory the device allows a block: 227 on compute capability 9.0, 163 on 8.0, 99 on 8.6.
static int shared_kb_per_block() {
    int device = 0;
    int bytes = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    return bytes / 1024;
}

extern "C" void keep_below(const CompactArgs& args) {
    static const int shared_kb = shared_kb_per_block();
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
    } else if (shared_kb < 99) {
        launch_compaction<vector_elements>(args);
    } else if (args.count < 1 << 21 || shared_kb < 227) {
        launch_compaction<min_items_per_thread>(args);
    } else {
        launch_compaction<max_items_per_thread>(args);
    }
}
