#pragma once

/// @file
/// Two complete scans with any operator: reduce, then scan; and a single pass whose look-back ends at the block's
/// own previous tile.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"
#include "scan_by_operator.h"

/// Temporary memory of a scan.
struct Scratch {
    unsigned* tickets;          ///< a single counter
    unsigned long long* states; ///< per tile or block, a word for each word of a value
};

/// Resident blocks of @p kernel on the GPU.
template <typename Kernel> int resident_blocks(Kernel kernel, int threads, int shared_bytes) {
    int device = 0;
    int multiprocessors = 0;
    int blocks_per_sm = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, kernel, threads, shared_bytes));
    return multiprocessors * blocks_per_sm;
}

// Reduce, then scan: each block has a chunk of tiles, and reads it twice.

constexpr int chunk_threads = 256;
constexpr int chunk_vectors = 3; // vectors per lane

/// Joins all tiles of a block's chunk to @p prefix and returns the result; also writes the scan if `writes`.
template <typename Operator, bool writes>
__device__ typename Operator::Value process_chunk(const Arrays& arrays, long long tiles,
                                                  long long tiles_per_chunk,
                                                  typename Operator::Value prefix) {
    using Value = typename Operator::Value;
    using ChunkTile = Tile<Operator, chunk_threads, chunk_vectors>;
    __shared__ alignas(16) char stage[ChunkTile::bytes];
    __shared__ Value warps[2][chunk_threads / 32]; // used alternately: one barrier per tile
    const ChunkTile in_shared{stage};
    const long long end = min((blockIdx.x + 1) * tiles_per_chunk, tiles);
    for (long long tile = blockIdx.x * tiles_per_chunk; tile < end; ++tile) {
        in_shared.fetch(arrays, tile);
        Value exclusive;
        Value warp_value;
        in_shared.join_warp_tile(exclusive, warp_value);
        const auto block_scan = scan_warps<chunk_threads, Operator>(warp_value, warps[tile % 2]);
        if (writes)
            in_shared.write(arrays, tile,
                            Operator::join(Operator::join(prefix, block_scan.exclusive), exclusive));
        prefix = Operator::join(prefix, block_scan.total);
    }
    return prefix;
}

template <typename Operator> __global__ void __launch_bounds__(chunk_threads)
    join_chunks(Arrays arrays, long long tiles, long long tiles_per_chunk, typename Operator::Value* sums) {
    const auto total = process_chunk<Operator, false>(arrays, tiles, tiles_per_chunk, Operator::identity());
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

template <typename Operator> __global__ void __launch_bounds__(chunk_threads)
    scan_chunks(Arrays arrays, long long tiles, long long tiles_per_chunk,
                const typename Operator::Value* sums) {
    __shared__ typename Operator::Value warps[chunk_threads / 32];
    const auto prefix = join_range<chunk_threads, Operator>(
        0, blockIdx.x, [=](long long i) { return sums[i]; }, warps);
    process_chunk<Operator, true>(arrays, tiles, tiles_per_chunk, prefix);
}

template <typename Operator> void reduce_then_scan(const Arrays& arrays, const Scratch& scratch) {
    using Value = typename Operator::Value;
    const long long tiles = groups_of(4 * chunk_threads * chunk_vectors, arrays.count);
    // Two tiles or more per block, so that the loop runs for small arrays as well.
    const int max_blocks = static_cast<int>(
        std::min<long long>(resident_blocks(scan_chunks<Operator>, chunk_threads, 0), groups_of(2, tiles)));
    const int tiles_per_chunk = static_cast<int>(groups_of(max_blocks, tiles));
    const long long blocks = groups_of(tiles_per_chunk, tiles);
    auto* sums = reinterpret_cast<Value*>(scratch.states);
    join_chunks<Operator><<<blocks, chunk_threads>>>(arrays, tiles, tiles_per_chunk, sums);
    CUDA_CHECK_LAUNCH();
    scan_chunks<Operator><<<blocks, chunk_threads>>>(arrays, tiles, tiles_per_chunk, sums);
    CUDA_CHECK_LAUNCH();
}

// A single pass: blocks take tiles by tickets, and publish the value of each tile.

/// A value has up to 64 bits, and no atomic access covers these and a flag. So each word has its own flag.
constexpr unsigned long long word_ready = 1ull << 32;

template <typename Operator> __device__ void publish(unsigned long long* state, typename Operator::Value x) {
    Operator::each_word(x, [&](unsigned word) {
        __nv_atomic_store_n(state++, word_ready | word, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        return word;
    });
}

template <typename Operator> __device__ typename Operator::Value wait_for(unsigned long long* state) {
    unsigned long long seen[Operator::words];
    bool all_ready = false;
    while (!all_ready) {
        // All words are requested before the first is tested: one round trip to the L2 cache.
#pragma unroll
        for (int i = 0; i < Operator::words; ++i)
            seen[i] = __nv_atomic_load_n(&state[i], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        all_ready = true;
#pragma unroll
        for (int i = 0; i < Operator::words; ++i) all_ready = all_ready && seen[i] >= word_ready;
    }
    int i = 0;
    return Operator::each_word(Operator::identity(),
                               [&](unsigned) { return static_cast<unsigned>(seen[i++]); });
}

/// Each block takes tile after tile. A tile needs its exclusive prefix. The block knows the inclusive prefix of its own
/// previous tile; the tiles between have published their values, or soon will.
template <typename Operator, int threads, int vectors_per_thread> __global__ void __launch_bounds__(threads)
    scan_tiles(Arrays arrays, Scratch scratch, unsigned tiles) {
    using Value = typename Operator::Value;
    using OneTile = Tile<Operator, threads, vectors_per_thread>;
    extern __shared__ uint4 stages[]; // two tiles: one is scanned, one is in flight
    __shared__ Value warps[threads / 32];
    __shared__ Value lookback_warps[threads / 32];
    __shared__ unsigned ticket[2];
    const auto tile_in = [&](int stage) {
        return OneTile{reinterpret_cast<char*>(stages) + stage * OneTile::bytes};
    };

    if (threadIdx.x == 0) ticket[0] = atomicAdd(scratch.tickets, 1u);
    __syncthreads();
    if (ticket[0] < tiles) tile_in(0).fetch(arrays, ticket[0]);
    Value prefix = Operator::identity(); // of all tiles before `lookback_begin`
    long long lookback_begin = 0;
    for (int stage = 0;; stage ^= 1) {
        const unsigned tile = ticket[stage];
        if (tile >= tiles) return;
        unsigned next = 0; // requested here and used after the scan of this tile: no thread waits for it
        if (threadIdx.x == 0) next = atomicAdd(scratch.tickets, 1u);
        Value exclusive;
        Value warp_value;
        tile_in(stage).join_warp_tile(exclusive, warp_value);
        if (threadIdx.x == 0) ticket[stage ^ 1] = next; // visible to all after the barrier in scan_warps()
        const auto block_scan = scan_warps<threads, Operator>(warp_value, warps);
        if (threadIdx.x == 0)
            publish<Operator>(scratch.states + static_cast<long long>(tile) * Operator::words,
                              block_scan.total);
        if (ticket[stage ^ 1] < tiles) tile_in(stage ^ 1).fetch(arrays, ticket[stage ^ 1]);

        const Value lookback = join_range<threads, Operator>(
            lookback_begin, tile,
            [&](long long t) { return wait_for<Operator>(scratch.states + t * Operator::words); },
            lookback_warps);
        prefix = Operator::join(prefix, lookback);
        tile_in(stage).write(arrays, tile,
                             Operator::join(Operator::join(prefix, block_scan.exclusive), exclusive));
        prefix = Operator::join(prefix, block_scan.total);
        lookback_begin = static_cast<long long>(tile) + 1;
    }
}

/// The maximum shared memory per block on an H100 or H200, minus what scan_tiles() uses in addition to its tiles.
constexpr int large_stages = 227 * 1024 - 1024;
constexpr int large_threads = 1024;
constexpr int small_threads = 256;
constexpr int small_vectors = 3;
/// Vectors per lane: the largest odd number with which two tiles fit.
template <typename Operator>
constexpr int large_vectors = (large_stages / (2 * large_threads * Vector<Operator>::bytes) - 1) / 2 * 2 + 1;

/// Whether the GPU has enough shared memory per block for large tiles.
inline bool fits_large_tiles() {
    int device = 0;
    int most = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    return most >= 227 * 1024;
}

template <typename Operator, int threads, int vectors_per_thread>
void scan_in_one_pass(const Arrays& arrays, const Scratch& scratch) {
    const auto kernel = scan_tiles<Operator, threads, vectors_per_thread>;
    constexpr int shared_bytes = 2 * Tile<Operator, threads, vectors_per_thread>::bytes;
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    const long long tiles = groups_of(4 * threads * vectors_per_thread, arrays.count);
    const long long blocks = std::min<long long>(tiles, resident_blocks(kernel, threads, shared_bytes));
    CUDA_CHECK(cudaMemsetAsync(scratch.tickets, 0, sizeof(unsigned)));
    CUDA_CHECK(cudaMemsetAsync(scratch.states, 0, tiles * Operator::words * sizeof(unsigned long long)));
    kernel<<<static_cast<unsigned>(blocks), threads, shared_bytes>>>(arrays, scratch,
                                                                     static_cast<unsigned>(tiles));
    CUDA_CHECK_LAUNCH();
}
