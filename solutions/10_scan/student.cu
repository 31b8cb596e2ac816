// Lab 10: prefix sums by cascading: a thread, a warp, a block and the grid each do alone what they can.
//
// You write the four regions from TODO to END TODO, in the order of their numbers. The kernel after them calls
// their functions. README.md explains the tasks, lab.h the interface.
//
// A thread scans `items_per_thread` consecutive elements: a blocked arrangement. The items of the 32 lanes of
// a warp are a warp tile, and the warp tiles of a block are a tile, which is held in a buffer in shared memory.
// Each warp copies its own warp tile in and out; no other warp accesses it. A "prefix" here is exclusive.

#include <cuda_pipeline.h>

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 1024; // per block
constexpr int warps = threads / 32;

// TODO(1): scans of a warp and of a block. scan_warp() returns the inclusive prefix sum of x over the lanes of
// the warp. scan_block() returns the exclusive prefix sum of x over the threads of the block, and sets `total`
// to the sum of all. All threads of a block call it, several times. (about 22 lines)
constexpr unsigned int all_lanes = 0xffffffff;

__device__ inline unsigned int scan_warp(unsigned int x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const unsigned int addend = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x += addend;
    }
    return x;
}

__device__ inline unsigned int scan_block(unsigned int x, unsigned int& total) {
    __shared__ unsigned int sums[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned int inclusive = scan_warp(x);
    __syncthreads(); // no warp still reads the sums of the previous call
    if (lane == 31) sums[warp] = inclusive;
    __syncthreads();
    const unsigned int warp_inclusive =
        scan_warp(sums[lane]); // in every warp, so that none waits for another
    total = __shfl_sync(all_lanes, warp_inclusive, warps - 1);
    const unsigned int warp_prefix = __shfl_sync(all_lanes, warp_inclusive, warp) - sums[warp];
    return warp_prefix + inclusive - x;
}
// END TODO(1)

// TODO(2): several items per thread, and vectors of 16 bytes. scan_thread_items() computes the inclusive prefix
// sums of the thread's items in the warp tile. store_thread_items() writes them back with `prefix` added.
// store_warp_tile() copies the warp tile to `out`, from element `first` on, but nothing past the end of the
// array. Short arrays get fewer items per thread, so that every multiprocessor has a tile. (about 38 lines)
using Vec4 = uint4;
constexpr int min_items_per_thread = 12;
constexpr int max_items_per_thread = 28; // 7 vectors; 3 in short arrays: odd numbers have no bank conflicts

template <int items_per_thread>
__device__ inline void scan_thread_items(const Vec4* warp_tile, unsigned int (&sums)[items_per_thread]) {
    unsigned int sum = 0;
#pragma unroll
    for (int i = 0; i < items_per_thread; i += 4) {
        const Vec4 vector = warp_tile[(threadIdx.x % 32 * items_per_thread + i) / 4];
        sums[i] = sum += vector.x;
        sums[i + 1] = sum += vector.y;
        sums[i + 2] = sum += vector.z;
        sums[i + 3] = sum += vector.w;
    }
}

template <int items_per_thread> __device__ inline void
store_thread_items(Vec4* warp_tile, const unsigned int (&sums)[items_per_thread], unsigned int prefix) {
#pragma unroll
    for (int i = 0; i < items_per_thread; i += 4) {
        warp_tile[(threadIdx.x % 32 * items_per_thread + i) / 4] =
            make_uint4(prefix + sums[i], prefix + sums[i + 1], prefix + sums[i + 2], prefix + sums[i + 3]);
    }
}

template <int items_per_thread>
__device__ inline void store_warp_tile(const Vec4* warp_tile, const ScanArgs& args, long long first) {
#pragma unroll
    for (int vector = threadIdx.x % 32; vector < 32 * items_per_thread / 4; vector += 32) {
        const long long i = first + 4 * vector;
        if (i + 4 <= args.count) {
            *reinterpret_cast<Vec4*>(args.out + i) = warp_tile[vector];
        } else {
            const auto* elements = reinterpret_cast<const unsigned int*>(warp_tile + vector);
            for (int e = 0; i + e < args.count; ++e) args.out[i + e] = elements[e];
        }
    }
}
// END TODO(2)

constexpr int vector_elements = sizeof(Vec4) / sizeof(unsigned int);

/// Returns the vector of the input that starts at element @p i, a multiple of vector_elements; zeros past the end.
__device__ inline Vec4 read_vector(const ScanArgs& args, long long i) {
    if (i + vector_elements <= args.count) return *reinterpret_cast<const Vec4*>(args.in + i);
    Vec4 vector;
    auto* elements = reinterpret_cast<unsigned int*>(&vector);
#pragma unroll
    for (int e = 0; e < vector_elements; ++e) elements[e] = i + e < args.count ? args.in[i + e] : 0;
    return vector;
}

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the index of the next tile to take
    unsigned long long* states; ///< one per tile: 0, or the published sum
};

// TODO(3): a single pass. The state of a tile is 0 until its sum is published, and then `tile_ready | sum` in
// one word. prepare() is called before the kernel starts. take_tile() returns the block's next tile, publish()
// publishes the sum of a tile to all blocks. look_back() waits until tiles `first` to `end` - 1 are published,
// and returns their sum to every thread of the block. (about 25 lines)
constexpr unsigned long long tile_ready = 1ULL << 32;

template <int items_per_thread>
static void prepare(const ScanArgs&, const Scratch& scratch, unsigned int tiles) {
    const auto* end = reinterpret_cast<const unsigned int*>(scratch.states + tiles);
    CUDA_CHECK(cudaMemsetAsync(scratch.ticket, 0, (end - scratch.ticket) * sizeof(unsigned int)));
}

__device__ inline unsigned int take_tile(const Scratch& scratch, unsigned int) {
    return atomicAdd(scratch.ticket, 1u);
}

__device__ inline void publish(const Scratch& scratch, unsigned int tile, unsigned int sum) {
    __nv_atomic_store_n(&scratch.states[tile], tile_ready | sum, __NV_ATOMIC_RELAXED,
                        __NV_THREAD_SCOPE_DEVICE);
}

__device__ inline unsigned int look_back(const Scratch& scratch, unsigned int first, unsigned int end) {
    unsigned int sum = 0;
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += threads) {
        unsigned long long state = 0;
        while (state < tile_ready)
            state = __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        sum += static_cast<unsigned int>(state);
    }
    unsigned int total = 0;
    scan_block(sum, total);
    return total;
}
// END TODO(3)

// TODO(4): double buffering: the next tile is in flight while the block works on this one. begin_load() starts
// to copy a warp tile, which begins at element `first`, to its buffer in shared memory. finish_load() waits
// until the copies of all lanes of the warp have arrived. Double buffering takes two buffers. (about 15 lines)
constexpr int buffers = 2;

template <int items_per_thread>
__device__ inline void begin_load(Vec4* warp_tile, const ScanArgs& args, long long first) {
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

template <int items_per_thread> __device__ inline void finish_load(Vec4*, const ScanArgs&, long long) {
    __pipeline_wait_prior(0);
    __syncwarp();
}
// END TODO(4)

/// A block scans one tile after the other. It knows the inclusive prefix of its own previous tile, so its
/// look-back covers only the tiles between that one and the current one.
template <int items_per_thread> __global__ void __launch_bounds__(threads)
    scan_tiles(ScanArgs args, Scratch scratch, unsigned int tiles) {
    extern __shared__ Vec4 shared[];
    __shared__ unsigned int taken[2]; // two tickets: a slow warp may still be reading the previous one
    const unsigned int warp = threadIdx.x / 32;
    const auto warp_tile_of = [&](int iteration) {
        return shared + (iteration % buffers * warps + warp) * (32 * items_per_thread / vector_elements);
    };
    const auto first_element = [&](unsigned int tile) {
        return (static_cast<long long>(tile) * warps + warp) * (32 * items_per_thread);
    };

    if (threadIdx.x == 0) taken[1] = take_tile(scratch, blockIdx.x - gridDim.x);
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles) begin_load<items_per_thread>(warp_tile_of(0), args, first_element(tile));
    unsigned int tile_prefix = 0;    // the sum of all tiles before `lookback_begin`
    unsigned int lookback_begin = 0; // the first tile whose sum is not in tile_prefix
    for (int iteration = 0; tile < tiles; ++iteration) {
        Vec4* const warp_tile = warp_tile_of(iteration);
        finish_load<items_per_thread>(warp_tile, args, first_element(tile));
        unsigned int sums[items_per_thread];
        scan_thread_items(warp_tile, sums);
        if (threadIdx.x == 0) taken[iteration % 2] = take_tile(scratch, tile);
        unsigned int total = 0;
        const unsigned int thread_prefix = scan_block(sums[items_per_thread - 1], total);
        if (threadIdx.x == 0) publish(scratch, tile, total);
        __syncthreads(); // all threads can read the ticket
        const unsigned int next = taken[iteration % 2];
        if (next < tiles)
            begin_load<items_per_thread>(warp_tile_of(iteration + 1), args, first_element(next));

        tile_prefix += look_back(scratch, lookback_begin, tile);
        store_thread_items(warp_tile, sums, tile_prefix + thread_prefix);
        __syncwarp();
        store_warp_tile<items_per_thread>(warp_tile, args, first_element(tile));
        tile_prefix += total;
        lookback_begin = tile + 1;
        tile = next;
    }
}

/// Resident blocks of scan_tiles() on the device, with @p bytes of shared memory per block for the buffers.
template <int items_per_thread> static unsigned int resident_blocks(int bytes) {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(scan_tiles<items_per_thread>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    bytes));
    CUDA_CHECK(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scan_tiles<items_per_thread>, threads, bytes));
    return multiprocessors * blocks;
}

template <int items_per_thread> static void launch_scan(const ScanArgs& args) {
    constexpr int bytes = buffers * threads * items_per_thread * static_cast<int>(sizeof(unsigned int));
    static const unsigned int resident =
        resident_blocks<items_per_thread>(bytes); // queried once: a query takes longer than a launch
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(threads * items_per_thread, args.count));
    prepare<items_per_thread>(args, scratch, tiles);
    scan_tiles<items_per_thread><<<std::min(tiles, resident), threads, bytes>>>(args, scratch, tiles);
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

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    static const int shared_kb = shared_kb_per_block();
    if (shared_kb < 99) {
        launch_scan<vector_elements>(args);
    } else if (args.count < 1 << 22 || shared_kb < 227) {
        launch_scan<min_items_per_thread>(args);
    } else {
        launch_scan<max_items_per_thread>(args);
    }
}
