#pragma once

/// @file
/// Two scans by any operator, as a whole: reduce, then scan; and the single pass that looks back to each
/// block's own last tile.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"
#include "scan_by_operator.h"

/// Memory that a scan writes to as it likes.
struct Scratch {
    unsigned* tickets;          ///< one
    unsigned long long* states; ///< a word for each word of a value, for each tile or block
};

/// How many blocks of @p kernel fit on the GPU at once.
template <typename Kernel> int resident_blocks(Kernel kernel, int threads, int shared_bytes) {
    int device = 0;
    int multiprocessors = 0;
    int on_each = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, kernel, threads, shared_bytes));
    return multiprocessors * on_each;
}

// Reduce, then scan: each block has a stretch of tiles, and reads it twice.

constexpr int stretch_threads = 256;
constexpr int stretch_run = 3; // vectors for each lane

/// Goes through a block's tiles, and returns what all of them hold together.
template <typename Operator, bool writes>
__device__ typename Operator::Value go_through_stretch(const Arrays& arrays, long long tiles,
                                                       long long tiles_each,
                                                       typename Operator::Value prefix) {
    using Value = typename Operator::Value;
    using StretchTile = Tile<Operator, stretch_threads, stretch_run>;
    __shared__ alignas(16) char stage[StretchTile::bytes];
    __shared__ Value warps[2][stretch_threads / 32]; // in turn: one barrier a tile
    const StretchTile in_shared{stage};
    const long long end = min((blockIdx.x + 1) * tiles_each, tiles);
    for (long long tile = blockIdx.x * tiles_each; tile < end; ++tile) {
        in_shared.fetch(arrays, tile);
        Value before;
        Value of_warp;
        in_shared.join_parts(before, of_warp);
        const auto of_block = scan_warps<stretch_threads, Operator>(of_warp, warps[tile % 2]);
        if (writes)
            in_shared.write(arrays, tile, Operator::join(Operator::join(prefix, of_block.before), before));
        prefix = Operator::join(prefix, of_block.all);
    }
    return prefix;
}

template <typename Operator> __global__ void __launch_bounds__(stretch_threads)
    join_stretches(Arrays arrays, long long tiles, long long tiles_each, typename Operator::Value* sums) {
    const auto all = go_through_stretch<Operator, false>(arrays, tiles, tiles_each, Operator::identity());
    if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

template <typename Operator> __global__ void __launch_bounds__(stretch_threads)
    scan_stretches(Arrays arrays, long long tiles, long long tiles_each,
                   const typename Operator::Value* sums) {
    __shared__ typename Operator::Value warps[stretch_threads / 32];
    const auto prefix = join_range<stretch_threads, Operator>(
        0, blockIdx.x, [=](long long i) { return sums[i]; }, warps);
    go_through_stretch<Operator, true>(arrays, tiles, tiles_each, prefix);
}

template <typename Operator> void reduce_then_scan(const Arrays& arrays, const Scratch& scratch) {
    using Value = typename Operator::Value;
    const long long tiles = groups_of(4 * stretch_threads * stretch_run, arrays.count);
    // Two tiles or more each, so that small arrays go through the loop as well.
    const int blocks_at_most =
        static_cast<int>(std::min<long long>(resident_blocks(scan_stretches<Operator>, stretch_threads, 0),
                                             groups_of(2, tiles)));
    const int tiles_each = static_cast<int>(groups_of(blocks_at_most, tiles));
    const long long blocks = groups_of(tiles_each, tiles);
    auto* sums = reinterpret_cast<Value*>(scratch.states);
    join_stretches<Operator><<<blocks, stretch_threads>>>(arrays, tiles, tiles_each, sums);
    CUDA_CHECK_LAUNCH();
    scan_stretches<Operator><<<blocks, stretch_threads>>>(arrays, tiles, tiles_each, sums);
    CUDA_CHECK_LAUNCH();
}

// A single pass: the tiles go to the blocks by tickets, and what a tile holds is published.

/// A value has up to 64 bits, and no access takes those and a flag at once. So each word has a flag of its own.
constexpr unsigned long long published = 1ull << 32;

template <typename Operator> __device__ void publish(unsigned long long* state, typename Operator::Value x) {
    Operator::each_word(x, [&](unsigned word) {
        __nv_atomic_store_n(state++, published | word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        return word;
    });
}

template <typename Operator> __device__ typename Operator::Value wait_for(unsigned long long* state) {
    unsigned long long seen[Operator::words];
    bool all_there = false;
    while (!all_there) {
        // All words are asked for before the first is looked at: one way to the L2 cache and back.
#pragma unroll
        for (int i = 0; i < Operator::words; ++i)
            seen[i] = __nv_atomic_load_n(&state[i], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        all_there = true;
#pragma unroll
        for (int i = 0; i < Operator::words; ++i) all_there = all_there && seen[i] >= published;
    }
    int i = 0;
    return Operator::each_word(Operator::identity(),
                               [&](unsigned) { return static_cast<unsigned>(seen[i++]); });
}

/// Each block takes tile after tile. For a tile it needs what all tiles before it hold together; up to the end of its
/// own last tile it knows that, and the tiles in between have published theirs, or soon will.
template <typename Operator, int threads, int run> __global__ void __launch_bounds__(threads)
    scan_tiles(Arrays arrays, Scratch scratch, unsigned tiles) {
    using Value = typename Operator::Value;
    using OneTile = Tile<Operator, threads, run>;
    extern __shared__ uint4 stages[]; // two tiles: one is scanned, one is on its way
    __shared__ Value warps[threads / 32];
    __shared__ Value waiting_warps[threads / 32];
    __shared__ unsigned ticket[2];
    const auto tile_in = [&](int stage) {
        return OneTile{reinterpret_cast<char*>(stages) + stage * OneTile::bytes};
    };

    if (threadIdx.x == 0) ticket[0] = atomicAdd(scratch.tickets, 1u);
    __syncthreads();
    if (ticket[0] < tiles) tile_in(0).fetch(arrays, ticket[0]);
    Value prefix = Operator::identity(); // of all tiles before `known`
    long long known = 0;
    for (int stage = 0;; stage ^= 1) {
        const unsigned tile = ticket[stage];
        if (tile >= tiles) return;
        unsigned next = 0; // asked for here, used behind the scan of this tile: nobody waits for it
        if (threadIdx.x == 0) next = atomicAdd(scratch.tickets, 1u);
        Value before;
        Value of_warp;
        tile_in(stage).join_parts(before, of_warp);
        if (threadIdx.x == 0) ticket[stage ^ 1] = next; // for all, by the barrier in scan_warps()
        const auto of_block = scan_warps<threads, Operator>(of_warp, warps);
        if (threadIdx.x == 0)
            publish<Operator>(scratch.states + static_cast<long long>(tile) * Operator::words, of_block.all);
        if (ticket[stage ^ 1] < tiles) tile_in(stage ^ 1).fetch(arrays, ticket[stage ^ 1]);

        const Value between = join_range<threads, Operator>(
            known, tile,
            [&](long long t) { return wait_for<Operator>(scratch.states + t * Operator::words); },
            waiting_warps);
        prefix = Operator::join(prefix, between);
        tile_in(stage).write(arrays, tile, Operator::join(Operator::join(prefix, of_block.before), before));
        prefix = Operator::join(prefix, of_block.all);
        known = static_cast<long long>(tile) + 1;
    }
}

/// As much shared memory as a block can have on an H100 or H200, less what scan_tiles() has besides its tiles.
constexpr int large_stages = 227 * 1024 - 1024;
constexpr int large_threads = 1024;
constexpr int small_threads = 256;
constexpr int small_run = 3;
/// An odd number of vectors for each lane, so that two tiles fit.
template <typename Operator>
constexpr int large_run = (large_stages / (2 * large_threads * Vector<Operator>::bytes) - 1) / 2 * 2 + 1;

/// Not all GPUs have as much.
inline bool has_room_for_large_tiles() {
    int device = 0;
    int most = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    return most >= 227 * 1024;
}

template <typename Operator, int threads, int run>
void scan_in_one_pass(const Arrays& arrays, const Scratch& scratch) {
    const auto kernel = scan_tiles<Operator, threads, run>;
    constexpr int shared_bytes = 2 * Tile<Operator, threads, run>::bytes;
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    const long long tiles = groups_of(4 * threads * run, arrays.count);
    const long long blocks = std::min<long long>(tiles, resident_blocks(kernel, threads, shared_bytes));
    CUDA_CHECK(cudaMemsetAsync(scratch.tickets, 0, sizeof(unsigned)));
    CUDA_CHECK(cudaMemsetAsync(scratch.states, 0, tiles * Operator::words * sizeof(unsigned long long)));
    kernel<<<static_cast<unsigned>(blocks), threads, shared_bytes>>>(arrays, scratch,
                                                                     static_cast<unsigned>(tiles));
    CUDA_CHECK_LAUNCH();
}
