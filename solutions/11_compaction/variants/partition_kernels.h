#pragma once

/// @file
/// A partition: the elements below a bound at the front, the others after them. As in the lab's compaction, blocks are
/// persistent, have the next tile in flight, and look back only to their own previous tile. A tile is partitioned in
/// shared memory first, so that neighbouring threads write both sides.

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"
#include "scan_warp.h"

constexpr int partition_threads = 1024;
constexpr int partition_warps = partition_threads / 32;

struct PartitionArgs {
    const float* in; ///< 16-byte aligned
    float* out;
    unsigned* kept;             ///< number of elements below the bound
    unsigned* ticket;           ///< the next tile
    unsigned long long* states; ///< per tile: 0, or `tile_ready` and the elements below the bound
    unsigned count;
    float bound;
};

/// The order of the elements that are not below the bound.
enum class Others {
    in_order, ///< requires the number of kept elements beforehand
    backwards ///< the first of them is the last element of all: its index is known
};

/// Exclusive prefix sum of @p x over the threads of the block; @p total is the sum of all.
__device__ inline unsigned scan_block(unsigned x, unsigned& total) {
    __shared__ unsigned sums[partition_warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned inclusive = scan_warp(x);
    __syncthreads(); // no warp still reads the sums of the previous call
    if (lane == 31) sums[warp] = inclusive;
    __syncthreads();
    const unsigned warp_inclusive = scan_warp(sums[lane]);
    total = __shfl_sync(all_lanes, warp_inclusive, partition_warps - 1);
    return __shfl_sync(all_lanes, warp_inclusive, warp) - sums[warp] + inclusive - x;
}

__device__ inline int below(const float4& vector, float bound) {
    return (vector.x < bound) + (vector.y < bound) + (vector.z < bound) + (vector.w < bound);
}

/// Four elements of `in` from index @p i on; infinity past the end, which is below no bound.
__device__ inline float4 read_vector(const PartitionArgs& args, unsigned i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const float4*>(args.in + i);
    const auto element = [&](unsigned at) { return at < args.count ? args.in[at] : INFINITY; };
    return make_float4(element(i), element(i + 1), element(i + 2), element(i + 3));
}

/// Adds the number of elements below the bound to `*args.kept`.
__global__ void __launch_bounds__(partition_threads) count_kept(PartitionArgs args) {
    constexpr int ahead = 4;
    const unsigned stride = gridDim.x * partition_threads * 4;
    unsigned kept = 0;
    for (unsigned first = (blockIdx.x * partition_threads + threadIdx.x) * 4; first < args.count;
         first += ahead * stride) {
        float4 vectors[ahead];
#pragma unroll
        for (int i = 0; i < ahead; ++i) vectors[i] = read_vector(args, first + i * stride);
#pragma unroll
        for (int i = 0; i < ahead; ++i) kept += below(vectors[i], args.bound);
    }
    unsigned total = 0;
    scan_block(kept, total);
    if (threadIdx.x == 0) atomicAdd(args.kept, total);
}

/// Starts to load a warp tile, which begins at element @p first.
template <int vectors>
__device__ inline void begin_load(float4* warp_tile, const PartitionArgs& args, unsigned first) {
#pragma unroll
    for (int vector = threadIdx.x % 32; vector < 32 * vectors; vector += 32) {
        const unsigned i = first + vector * 4;
        if (i + 4 <= args.count) {
            __pipeline_memcpy_async(warp_tile + vector, args.in + i, sizeof(float4));
        } else {
            warp_tile[vector] = read_vector(args, i);
        }
    }
    __pipeline_commit();
}

constexpr unsigned long long tile_ready = 1ull << 32;

/// The count of tiles @p first to @p end - 1. Waits until all of them are published.
__device__ inline unsigned look_back(const PartitionArgs& args, unsigned first, unsigned end) {
    unsigned sum = 0;
    for (unsigned tile = first + threadIdx.x; tile < end; tile += partition_threads) {
        unsigned long long state = 0;
        while (state < tile_ready)
            state = __nv_atomic_load_n(&args.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        sum += static_cast<unsigned>(state);
    }
    unsigned total = 0;
    scan_block(sum, total);
    return total;
}

/// Partitions all tiles, with `vectors` vectors per thread: an odd number, so that there are no bank conflicts.
template <int vectors, Others others> __global__ void __launch_bounds__(partition_threads)
    partition_tiles(PartitionArgs args, unsigned tiles) {
    constexpr int items_per_thread = 4 * vectors;
    constexpr unsigned tile_size = partition_threads * items_per_thread;
    extern __shared__ float4 buffers[];
    __shared__ unsigned taken[2];
    const unsigned warp = threadIdx.x / 32;
    const auto buffer_of = [&](int iteration) {
        return buffers + iteration % 2 * (partition_threads * vectors);
    };
    const auto begin = [&](int iteration, unsigned tile) {
        begin_load<vectors>(buffer_of(iteration) + warp * (32 * vectors), args,
                            (tile * partition_warps + warp) * (32 * items_per_thread));
    };

    if (threadIdx.x == 0) taken[1] = atomicAdd(args.ticket, 1u);
    __syncthreads();
    unsigned tile = taken[1];
    if (tile < tiles) begin(0, tile);
    unsigned tile_prefix = 0;    // kept elements of all tiles before `lookback_begin`
    unsigned lookback_begin = 0; // the first tile that this block has not looked at
    const unsigned all_kept = others == Others::in_order ? *args.kept : 0;
    for (int iteration = 0; tile < tiles; ++iteration) {
        float4* const buffer = buffer_of(iteration);
        __pipeline_wait_prior(0);
        __syncwarp();
        float4 items[vectors];
        unsigned kept = 0;
#pragma unroll
        for (int i = 0; i < vectors; ++i) {
            items[i] = buffer[threadIdx.x * vectors + i];
            kept += below(items[i], args.bound);
        }
        if (threadIdx.x == 0) taken[iteration % 2] = atomicAdd(args.ticket, 1u);
        unsigned total = 0;
        unsigned position = scan_block(kept, total); // and no thread still reads the buffer
        if (threadIdx.x == 0)
            __nv_atomic_store_n(&args.states[tile], tile_ready | total, __NV_ATOMIC_RELAXED,
                                __NV_THREAD_SCOPE_DEVICE);
        __syncthreads(); // all threads can read the ticket
        const unsigned next = taken[iteration % 2];
        if (next < tiles) begin(iteration + 1, next);

        auto* const elements = reinterpret_cast<float*>(buffer);
        unsigned other_position = total + threadIdx.x * items_per_thread - position;
        const auto scatter = [&](float element) {
            const bool is_kept = element < args.bound;
            elements[is_kept ? position : other_position] = element;
            position += is_kept;
            other_position += !is_kept;
        };
#pragma unroll
        for (const float4& vector : items) {
            scatter(vector.x);
            scatter(vector.y);
            scatter(vector.z);
            scatter(vector.w);
        }

        tile_prefix += look_back(args, lookback_begin, tile); // and the buffer is complete
        const unsigned first = tile * tile_size;
        const unsigned valid = min(tile_size, args.count - first);
        const unsigned other_prefix = first - tile_prefix;
#pragma unroll 4
        for (unsigned i = threadIdx.x; i < valid; i += partition_threads) {
            const unsigned other_index = others == Others::in_order
                                             ? all_kept + other_prefix + (i - total)
                                             : args.count - 1 - other_prefix - (i - total);
            args.out[i < total ? tile_prefix + i : other_index] = elements[i];
        }
        tile_prefix += total;
        if (others == Others::backwards && tile == tiles - 1 && threadIdx.x == 0) *args.kept = tile_prefix;
        lookback_begin = tile + 1;
        tile = next;
        __syncthreads(); // the buffer may be filled again
    }
}

template <int vectors, Others others> void launch_partition(const PartitionArgs& args) {
    constexpr int bytes = 2 * partition_threads * vectors * static_cast<int>(sizeof(float4));
    const auto kernel = partition_tiles<vectors, others>;
    int device = 0;
    int multiprocessors = 0;
    int on_each = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, kernel, partition_threads, bytes));
    const auto tiles = static_cast<unsigned>(groups_of(4 * partition_threads * vectors, args.count));
    const auto blocks = std::min(tiles, static_cast<unsigned>(multiprocessors * on_each));
    CUDA_CHECK(cudaMemsetAsync(args.ticket, 0, sizeof(unsigned)));
    CUDA_CHECK(cudaMemsetAsync(args.states, 0, tiles * sizeof(unsigned long long)));
    if (others == Others::in_order) {
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof(unsigned)));
        count_kept<<<std::min(264u, tiles), partition_threads>>>(args);
        CUDA_CHECK_LAUNCH();
    }
    kernel<<<blocks, partition_threads, bytes>>>(args, tiles);
    CUDA_CHECK_LAUNCH();
}
