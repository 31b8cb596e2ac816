#pragma once

/// @file
/// One stable pass of a radix sort, with a single pass over the elements once their digits are counted. A tile is
/// counted, ranked and sorted in shared memory, and written from there. A `TilePrefix` returns the tile's exclusive
/// prefix per digit: LookBack here, a table in digit_ladder.h.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

#include "digit_primitives.h"
#include "kernelsmith/check.h"
#include "lab.h"

/// Decoupled look-back. Blocks take tiles by tickets; per digit, a thread adds PARTIAL states of earlier tiles until it
/// finds an INCLUSIVE one. There is a row of states per tile, and one before the first.
template <int digits, int at_once> struct LookBack {
    unsigned* ticket;
    unsigned* states;

    __device__ unsigned take_tile() const { return atomicAdd(ticket, 1u); }

    __device__ void counted(unsigned tile, unsigned count) const { publish(tile, is_partial | count); }

    /// Index in `out` of this tile's first element with the thread's digit.
    __device__ unsigned position(unsigned tile, unsigned count) const {
        unsigned tile_prefix = 0;
        unsigned row = tile; // the states of the previous tile
        for (bool found = false; !found;) {
            unsigned seen[at_once]; // all are requested before the first is tested
#pragma unroll
            for (int i = 0; i < at_once; ++i) {
                seen[i] = __nv_atomic_load_n(state(row - min(i, row)), __NV_ATOMIC_RELAXED,
                                             __NV_THREAD_SCOPE_DEVICE);
            }
#pragma unroll
            for (int i = 0; i < at_once; ++i) {
                if (found || seen[i] == 0) break;
                tile_prefix += seen[i] & value_bits;
                found = seen[i] & is_inclusive;
                --row;
            }
        }
        publish(tile, is_inclusive | (tile_prefix + count));
        return tile_prefix;
    }

private:
    __device__ unsigned* state(unsigned row) const { return states + 1ull * row * digits + threadIdx.x; }

    __device__ void publish(unsigned tile, unsigned value) const {
        __nv_atomic_store_n(state(tile + 1), value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    }
};

/// The shape of a block and of its tile.
template <int block_threads, int thread_items, int min_blocks, Peers peers_by = Peers::ptx,
          bool staged_writes = true>
struct Shape {
    static constexpr int threads = block_threads;
    static constexpr int items_per_thread = thread_items; ///< in registers
    static constexpr int blocks = min_blocks;             ///< per SM, at least
    static constexpr Peers peers = peers_by;
    static constexpr bool staged = staged_writes; ///< through shared memory; if not, written from registers
    static constexpr unsigned tile = threads * items_per_thread;
};

template <typename T, typename Digit, typename Shape> struct TileMemory {
    T sorted[Shape::tile];
    /// Per warp: first the counts of its own elements, then their exclusive prefixes.
    unsigned counts[Shape::threads / 32][digits<Digit>];
    unsigned to_out[digits<Digit>]; ///< index in `out` minus index in the tile, modulo 2^32
};

template <typename T, typename Digit, typename Shape, typename TilePrefix>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    sort_tiles(const T* in, T* out, unsigned count, Digit digit_of, TilePrefix tile_prefix) {
    constexpr int items_per_thread = Shape::items_per_thread;
    extern __shared__ uint4 memory[];
    auto& shared = *reinterpret_cast<TileMemory<T, Digit, Shape>*>(memory);
    __shared__ unsigned ticket;
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    unsigned* const counts = shared.counts[warp];

    if (threadIdx.x == 0) ticket = tile_prefix.take_tile();
    for (unsigned digit = lane; digit < digits<Digit>; digit += 32) counts[digit] = 0;
    __syncthreads();
    const unsigned tile = ticket;
    const unsigned first = tile * Shape::tile;
    const unsigned valid = min(Shape::tile, count - first);
    const bool is_full = valid == Shape::tile; // tested once: the compiler generates two loops

    // Warp-striped: a warp has rows of 32 elements. Padding past the end sorts to the end of the tile.
    const unsigned at = warp * (32 * items_per_thread) + lane;
    T elements[items_per_thread];
    if (is_full) {
#pragma unroll
        for (int i = 0; i < items_per_thread; ++i) elements[i] = in[first + at + i * 32];
    } else {
#pragma unroll
        for (int i = 0; i < items_per_thread; ++i)
            elements[i] = at + i * 32 < valid ? in[first + at + i * 32] : Digit::last();
    }

    // Ranks among the warp's elements with the same digit. Two per register, to allow more items per thread.
    unsigned ranks[(items_per_thread + 1) / 2] = {};
#pragma unroll
    for (int i = 0; i < items_per_thread; ++i) {
        const unsigned digit = digit_of(elements[i]);
        const unsigned same = lanes_with<Shape::peers, Digit::bits>(digit);
        const unsigned up_to_here = __popc(same & all_lanes >> (31 - lane));
        const unsigned last = 31 - __clz(same); // inclusive rank in the row; in the last lane, their number
        unsigned row_prefix = 0;
        if (lane == last) row_prefix = atomicAdd(&counts[digit], up_to_here);
        row_prefix = __shfl_sync(all_lanes, row_prefix, last);
        __syncwarp(); // rows are added one after the other
        ranks[i / 2] |= (row_prefix + up_to_here - 1) << i % 2 * 16;
    }
    __syncthreads();

    // A thread per digit: exclusive prefixes over the warps, and over the lower digits.
    unsigned digit_count = 0;
    if (threadIdx.x < digits<Digit>) {
#pragma unroll
        for (int w = 0; w < Shape::threads / 32; ++w) {
            const unsigned warp_count = shared.counts[w][threadIdx.x];
            shared.counts[w][threadIdx.x] = digit_count;
            digit_count += warp_count;
        }
        tile_prefix.counted(tile, digit_count);
    }
    const unsigned digit_prefix = scan_block<digits<Digit>>(digit_count);
    if (threadIdx.x < digits<Digit>) {
#pragma unroll
        for (int w = 0; w < Shape::threads / 32; ++w) shared.counts[w][threadIdx.x] += digit_prefix;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < items_per_thread; ++i) ranks[i / 2] += counts[digit_of(elements[i])] << i % 2 * 16;
    const auto rank = [&](int i) { return ranks[i / 2] >> i % 2 * 16 & 0xffff; };

    if constexpr (Shape::staged) {
#pragma unroll
        for (int i = 0; i < items_per_thread; ++i) shared.sorted[rank(i)] = elements[i];
    }
    if (threadIdx.x < digits<Digit>)
        shared.to_out[threadIdx.x] = tile_prefix.position(tile, digit_count) - digit_prefix;
    __syncthreads();
    const auto write = [&](const T& element, unsigned position) {
        if (is_full || position < valid) out[shared.to_out[digit_of(element)] + position] = element;
    };
#pragma unroll
    for (int i = 0; i < items_per_thread; ++i) {
        if constexpr (Shape::staged) {
            const unsigned position = i * Shape::threads + threadIdx.x;
            write(shared.sorted[position], position);
        } else {
            write(elements[i], rank(i));
        }
    }
}

/// Launches sort_tiles() for all tiles.
template <typename Shape, typename T, typename Digit, typename TilePrefix>
void launch_sort_tiles(const T* in, T* out, unsigned count, Digit digit_of, const TilePrefix& tile_prefix) {
    static_assert(Shape::tile <= 1 << 16 && Shape::threads >= digits<Digit>);
    constexpr int bytes = sizeof(TileMemory<T, Digit, Shape>);
    const auto kernel = sort_tiles<T, Digit, Shape, TilePrefix>;
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    kernel<<<groups_of(Shape::tile, count), Shape::threads, bytes>>>(in, out, count, digit_of, tile_prefix);
    CUDA_CHECK_LAUNCH();
}

/// Counts the digits of `in` into `totals`, which must hold zeros, and scans them into `begins`, the first output index
/// per digit.
template <typename T, typename Digit>
void find_begins(const T* in, unsigned count, Digit digit_of, unsigned* totals, unsigned* begins) {
    const auto blocks = static_cast<unsigned>(std::min<long long>(264, groups_of(4096, count)));
    count_digits<<<blocks, 1024>>>(in, count, digit_of, totals);
    CUDA_CHECK_LAUNCH();
    constexpr int digit_threads = digits<Digit>;
    add_up_digits<digit_threads><<<1, digit_threads>>>(totals, begins);
    CUDA_CHECK_LAUNCH();
}

/// Words that sort_by_digit() needs in `scratch`.
template <typename Digit, typename Shape> constexpr std::size_t scratch_words(long long count) {
    return 32 + (groups_of(Shape::tile, count) + 2) * digits<Digit>;
}

/// One pass over fewer than 2^30 elements from `in`, which must be 16-byte aligned, to `out`.
template <typename Shape, int at_once = 4, typename T, typename Digit>
void sort_by_digit(const T* in, T* out, unsigned count, Digit digit_of, unsigned* scratch) {
    const LookBack<digits<Digit>, at_once> tile_prefix = {scratch, scratch + 32 + digits<Digit>};
    CUDA_CHECK(cudaMemsetAsync(scratch, 0, scratch_words<Digit, Shape>(count) * sizeof(unsigned)));
    find_begins(in, count, digit_of, scratch + 32, tile_prefix.states);
    launch_sort_tiles<Shape>(in, out, count, digit_of, tile_prefix);
}
