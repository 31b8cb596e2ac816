// Lab 11, the ladder. NOTES.md has the calculations and the measurements.
// > 0_flags_and_scan    flags, lab 10's scan, and a scatter   <- you are here
//   1_counts            counts per block instead of flags
//   2_ballots           a ballot instead of a scan per warp
//   3_any_order         an atomic per warp, and no order
//   4_one_pass          a single pass with decoupled look-back
//   5_more_per_thread   16 rows per warp instead of one
//   6_staged            kept elements are staged in shared memory
//   7_ahead_by_ballots  the next tile in flight, with 28 rows per warp
//   8_blocked           a blocked arrangement instead of warp-striped rows
//   9_two_barriers      two barriers per tile, and an early ticket
//   10_whole_lines      warps that write whole lines
//   11_wide_stores      16 bytes per lane in stores as well
//   12_stage_apart      a separate stage, and a single buffer
//   13_early_look       an early load of the states, before the tile is put in order
//
// Change:  against the baseline: lab 10's solution scans the flags, in a single pass.
// Why:     the scan no longer reads and writes all flags 28 times.
// Counter: bytes moved per byte needed.
// Costs:   nothing.
// Limit:   6.5 words are moved per element, and 1.5 are needed: the flag is written and read, its sum is written and
//          read, the element is read twice, and half of the elements are written.

#include <cuda_pipeline.h>

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block of the kernels before and after the scan
#endif

constexpr int threads = 1024; // per block of the scan
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

/// Layout of `scratch`: flags, which become sums in place, followed by the ticket and the states.
struct Scratch {
    unsigned int* flags;
    unsigned int* ticket;
    unsigned long long* states;
};

constexpr unsigned long long tile_ready = 1ULL << 32;

static Scratch scratch_of(const CompactArgs& args) {
    unsigned int* const after_flags = args.scratch + (args.count + 63) / 64 * 64;
    return {args.scratch, after_flags, reinterpret_cast<unsigned long long*>(after_flags + 2)};
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

/// Four flags from index @p i on; zeros past the end.
__device__ inline uint4 read_vector(const unsigned int* flags, long long count, long long i) {
    if (i + 4 <= count) return *reinterpret_cast<const uint4*>(flags + i);
    unsigned int vector[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) vector[e] = i + e < count ? flags[i + e] : 0;
    return make_uint4(vector[0], vector[1], vector[2], vector[3]);
}

template <int items_per_thread> __device__ inline void begin_load(uint4* warp_tile, const unsigned int* flags,
                                                                  long long count, long long first) {
#pragma unroll
    for (int vector = threadIdx.x % 32; vector < 32 * items_per_thread / 4; vector += 32) {
        const long long i = first + 4 * vector;
        if (i + 4 <= count) {
            __pipeline_memcpy_async(warp_tile + vector, flags + i, sizeof(uint4));
        } else {
            warp_tile[vector] = read_vector(flags, count, i);
        }
    }
    __pipeline_commit();
}

template <int items_per_thread> __device__ inline void
store_warp_tile(const uint4* warp_tile, unsigned int* flags, long long count, long long first) {
#pragma unroll
    for (int vector = threadIdx.x % 32; vector < 32 * items_per_thread / 4; vector += 32) {
        const long long i = first + 4 * vector;
        if (i + 4 <= count) {
            *reinterpret_cast<uint4*>(flags + i) = warp_tile[vector];
        } else {
            const auto* sums = reinterpret_cast<const unsigned int*>(warp_tile + vector);
            for (int e = 0; i + e < count; ++e) flags[i + e] = sums[e];
        }
    }
}

/// Lab 10's scan, in place, with @p items_per_thread in a blocked arrangement.
template <int items_per_thread> __global__ void __launch_bounds__(threads)
    scan_tiles(Scratch scratch, long long count, unsigned int tiles) {
    extern __shared__ uint4 shared[];
    __shared__ unsigned int taken[2];
    const unsigned int warp = threadIdx.x / 32;
    const auto warp_tile_of = [&](int iteration) {
        return shared + (iteration % 2 * warps + warp) * (32 * items_per_thread / 4);
    };
    const auto first_element = [&](unsigned int tile) {
        return (static_cast<long long>(tile) * warps + warp) * (32 * items_per_thread);
    };

    if (threadIdx.x == 0) taken[1] = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles)
        begin_load<items_per_thread>(warp_tile_of(0), scratch.flags, count, first_element(tile));
    unsigned int tile_prefix = 0;
    unsigned int lookback_begin = 0;
    for (int iteration = 0; tile < tiles; ++iteration) {
        uint4* const warp_tile = warp_tile_of(iteration);
        __pipeline_wait_prior(0);
        __syncwarp();
        unsigned int sums[items_per_thread];
        unsigned int sum = 0;
#pragma unroll
        for (int i = 0; i < items_per_thread; i += 4) {
            const uint4 vector = warp_tile[(threadIdx.x % 32 * items_per_thread + i) / 4];
            sums[i] = sum += vector.x;
            sums[i + 1] = sum += vector.y;
            sums[i + 2] = sum += vector.z;
            sums[i + 3] = sum += vector.w;
        }
        if (threadIdx.x == 0) taken[iteration % 2] = atomicAdd(scratch.ticket, 1U);
        unsigned int total = 0;
        const unsigned int thread_prefix = scan_block(sum, total);
        if (threadIdx.x == 0)
            __nv_atomic_store_n(&scratch.states[tile], tile_ready | total, __NV_ATOMIC_RELAXED,
                                __NV_THREAD_SCOPE_DEVICE);
        __syncthreads();
        const unsigned int next = taken[iteration % 2];
        if (next < tiles)
            begin_load<items_per_thread>(warp_tile_of(iteration + 1), scratch.flags, count,
                                         first_element(next));

        tile_prefix += look_back(scratch, lookback_begin, tile);
        const unsigned int prefix = tile_prefix + thread_prefix;
#pragma unroll
        for (int i = 0; i < items_per_thread; i += 4)
            warp_tile[(threadIdx.x % 32 * items_per_thread + i) / 4] =
                make_uint4(prefix + sums[i], prefix + sums[i + 1], prefix + sums[i + 2],
                           prefix + sums[i + 3]);
        __syncwarp();
        store_warp_tile<items_per_thread>(warp_tile, scratch.flags, count, first_element(tile));
        tile_prefix += total;
        lookback_begin = tile + 1;
        tile = next;
    }
}

/// Sets a flag per element: 1 if it is kept, and 0 if not.
__global__ void set_flags(CompactArgs args, unsigned int* flags) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    if (i < args.count) flags[i] = args.in[i] < args.bound ? 1 : 0;
}

/// Writes each kept element to its output index: @p sums are the inclusive prefix sums of the flags.
__global__ void move_kept(CompactArgs args, const unsigned int* sums) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    if (i >= args.count) return;
    if (args.in[i] < args.bound) args.out[sums[i] - 1] = args.in[i];
    if (i == args.count - 1) *args.kept = sums[i];
}

/// Multiprocessors of the device; each holds one block of scan_tiles() with @p bytes of shared memory.
template <int items_per_thread> static unsigned int multiprocessors(int bytes) {
    int device = 0;
    int count = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(scan_tiles<items_per_thread>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    bytes));
    return count;
}

/// Replaces the flags by their sums.
template <int items_per_thread> static void launch_scan(const CompactArgs& args) {
    constexpr int shared =
        2 * threads * items_per_thread * static_cast<int>(sizeof(unsigned int)); // two buffers
    static const unsigned int max_blocks = multiprocessors<items_per_thread>(shared);
    const Scratch scratch = scratch_of(args);
    const auto tiles = static_cast<unsigned int>(groups_of(threads * items_per_thread, args.count));
    CUDA_CHECK(cudaMemsetAsync(scratch.ticket, 0, 8 * (tiles + 1ULL)));
    scan_tiles<items_per_thread>
        <<<std::min(tiles, max_blocks), threads, shared>>>(scratch, args.count, tiles);
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
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    static const int shared_kb = shared_kb_per_block();
    const Scratch scratch = scratch_of(args);
    const long long blocks = groups_of(BLOCK, args.count);
    set_flags<<<blocks, BLOCK>>>(args, scratch.flags);
    CUDA_CHECK_LAUNCH();
    if (shared_kb >= 227)
        launch_scan<28>(args);
    else if (shared_kb >= 99)
        launch_scan<12>(args);
    else
        launch_scan<4>(args);
    move_kept<<<blocks, BLOCK>>>(args, scratch.flags);
    CUDA_CHECK_LAUNCH();
}
