#pragma once

/// @file
/// A partition: the elements below a bound to the front, the others behind them. As the lab's compaction, a block
/// takes tile after tile, has the next one ahead, and asks only for the tiles since its own last one. In shared memory
/// a tile is parted as the whole is to be, so that both sides are written by neighbouring threads.

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"
#include "scan_warp.h"

constexpr int part_threads = 1024;
constexpr int part_warps = part_threads / 32;

struct PartitionArgs {
    const float* in; ///< on a boundary of 16 bytes
    float* out;
    unsigned* kept;             ///< how many are below the bound
    unsigned* ticket;           ///< the next tile
    unsigned long long* states; ///< of each tile, how many are below the bound
    unsigned count;
    float bound;
};

/// How those that are not below the bound stand behind the others.
enum class Others {
    in_order, ///< and so somebody has to know before how many are kept
    backwards ///< the first of them is the last of all: its place is known
};

/// The sum of the x of all threads before this one; sets `total` to the sum of all.
__device__ inline unsigned scan_block(unsigned x, unsigned& total) {
    __shared__ unsigned sums[part_warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned through = scan_warp(x);
    __syncthreads(); // nobody still reads the sums of the call before
    if (lane == 31) sums[warp] = through;
    __syncthreads();
    const unsigned of_warps = scan_warp(sums[lane]);
    total = __shfl_sync(all_lanes, of_warps, part_warps - 1);
    return __shfl_sync(all_lanes, of_warps, warp) - sums[warp] + through - x;
}

__device__ inline int below(const float4& piece, float bound) {
    return (piece.x < bound) + (piece.y < bound) + (piece.z < bound) + (piece.w < bound);
}

/// A piece of `in`; behind the end are elements that are below no bound.
__device__ inline float4 piece_at(const PartitionArgs& args, unsigned i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const float4*>(args.in + i);
    const auto element = [&](unsigned at) { return at < args.count ? args.in[at] : INFINITY; };
    return make_float4(element(i), element(i + 1), element(i + 2), element(i + 3));
}

/// How many are below the bound, added to `*args.kept`.
__global__ void __launch_bounds__(part_threads) count_kept(PartitionArgs args) {
    constexpr int ahead = 4;
    const unsigned stride = gridDim.x * part_threads * 4;
    unsigned kept = 0;
    for (unsigned first = (blockIdx.x * part_threads + threadIdx.x) * 4; first < args.count;
         first += ahead * stride) {
        float4 pieces[ahead];
#pragma unroll
        for (int i = 0; i < ahead; ++i) pieces[i] = piece_at(args, first + i * stride);
#pragma unroll
        for (int i = 0; i < ahead; ++i) kept += below(pieces[i], args.bound);
    }
    unsigned total = 0;
    scan_block(kept, total);
    if (threadIdx.x == 0) atomicAdd(args.kept, total);
}

/// Begins to bring a warp's part of a tile, elements `first` and behind.
template <int pieces>
__device__ inline void begin_part(float4* part, const PartitionArgs& args, unsigned first) {
#pragma unroll
    for (int piece = threadIdx.x % 32; piece < 32 * pieces; piece += 32) {
        const unsigned i = first + piece * 4;
        if (i + 4 <= args.count) {
            __pipeline_memcpy_async(part + piece, args.in + i, sizeof(float4));
        } else {
            part[piece] = piece_at(args, i);
        }
    }
    __pipeline_commit();
}

constexpr unsigned long long known = 1ull << 32;

/// How many of tiles `first` to `end` - 1 are kept. Waits until all of them have been counted.
__device__ inline unsigned kept_of_tiles(const PartitionArgs& args, unsigned first, unsigned end) {
    unsigned sum = 0;
    for (unsigned tile = first + threadIdx.x; tile < end; tile += part_threads) {
        unsigned long long state = 0;
        while (state < known)
            state = __nv_atomic_load_n(&args.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        sum += static_cast<unsigned>(state);
    }
    unsigned total = 0;
    scan_block(sum, total);
    return total;
}

/// A lane's run are `pieces` pieces, an odd number: then no two of eight lanes meet in a bank.
template <int pieces, Others others> __global__ void __launch_bounds__(part_threads)
    part_tiles(PartitionArgs args, unsigned tiles) {
    constexpr int run = 4 * pieces;
    constexpr unsigned tile_size = part_threads * run;
    extern __shared__ float4 slots[];
    __shared__ unsigned taken[2];
    const unsigned warp = threadIdx.x / 32;
    const auto slot_of = [&](int turn) { return slots + turn % 2 * (part_threads * pieces); };
    const auto begin = [&](int turn, unsigned tile) {
        begin_part<pieces>(slot_of(turn) + warp * (32 * pieces), args,
                           (tile * part_warps + warp) * (32 * run));
    };

    if (threadIdx.x == 0) taken[1] = atomicAdd(args.ticket, 1u);
    __syncthreads();
    unsigned tile = taken[1];
    if (tile < tiles) begin(0, tile);
    unsigned before = 0;  // kept of all tiles before number `unknown`
    unsigned unknown = 0; // the first tile that this block knows nothing of
    const unsigned all_kept = others == Others::in_order ? *args.kept : 0;
    for (int turn = 0; tile < tiles; ++turn) {
        float4* const slot = slot_of(turn);
        __pipeline_wait_prior(0);
        __syncwarp();
        float4 mine[pieces];
        unsigned kept = 0;
#pragma unroll
        for (int i = 0; i < pieces; ++i) {
            mine[i] = slot[threadIdx.x * pieces + i];
            kept += below(mine[i], args.bound);
        }
        if (threadIdx.x == 0) taken[turn % 2] = atomicAdd(args.ticket, 1u);
        unsigned total = 0;
        unsigned place = scan_block(kept, total); // and nobody still reads the slot
        if (threadIdx.x == 0)
            __nv_atomic_store_n(&args.states[tile], known | total, __NV_ATOMIC_RELAXED,
                                __NV_THREAD_SCOPE_DEVICE);
        __syncthreads(); // everybody can read what is taken
        const unsigned next = taken[turn % 2];
        if (next < tiles) begin(turn + 1, next);

        auto* const elements = reinterpret_cast<float*>(slot);
        unsigned other = total + threadIdx.x * run - place;
        const auto put = [&](float element) {
            const bool is_kept = element < args.bound;
            elements[is_kept ? place : other] = element;
            place += is_kept;
            other += !is_kept;
        };
#pragma unroll
        for (const float4& piece : mine) {
            put(piece.x);
            put(piece.y);
            put(piece.z);
            put(piece.w);
        }

        before += kept_of_tiles(args, unknown, tile); // and all of the slot is there
        const unsigned first = tile * tile_size;
        const unsigned valid = min(tile_size, args.count - first);
        const unsigned others_before = first - before;
#pragma unroll 4
        for (unsigned i = threadIdx.x; i < valid; i += part_threads) {
            const unsigned behind = others == Others::in_order ? all_kept + others_before + (i - total)
                                                               : args.count - 1 - others_before - (i - total);
            args.out[i < total ? before + i : behind] = elements[i];
        }
        before += total;
        if (others == Others::backwards && tile == tiles - 1 && threadIdx.x == 0) *args.kept = before;
        unknown = tile + 1;
        tile = next;
        __syncthreads(); // the slot may be filled again
    }
}

template <int pieces, Others others> void part_in_runs(const PartitionArgs& args) {
    constexpr int bytes = 2 * part_threads * pieces * static_cast<int>(sizeof(float4));
    const auto kernel = part_tiles<pieces, others>;
    int device = 0;
    int multiprocessors = 0;
    int on_each = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, kernel, part_threads, bytes));
    const auto tiles = static_cast<unsigned>(groups_of(4 * part_threads * pieces, args.count));
    const auto blocks = std::min(tiles, static_cast<unsigned>(multiprocessors * on_each));
    CUDA_CHECK(cudaMemsetAsync(args.ticket, 0, sizeof(unsigned)));
    CUDA_CHECK(cudaMemsetAsync(args.states, 0, tiles * sizeof(unsigned long long)));
    if (others == Others::in_order) {
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof(unsigned)));
        count_kept<<<std::min(264u, tiles), part_threads>>>(args);
        CUDA_CHECK_LAUNCH();
    }
    kernel<<<blocks, part_threads, bytes>>>(args, tiles);
    CUDA_CHECK_LAUNCH();
}
