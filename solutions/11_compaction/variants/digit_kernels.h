#pragma once

/// @file
/// One stable pass of a sort by digits, in a single pass over the elements once their digits are counted. A tile is
/// counted, ranked and sorted in shared memory, and written from there. What comes before it in `out`, the kernel
/// learns from a `Before`: LookBack here, a table in digit_ladder.h.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

#include "digit_pieces.h"
#include "kernelsmith/check.h"
#include "lab.h"

/// A single pass. Tiles are given out by tickets; for each digit a thread looks back, from tile to tile until it meets
/// one that knows its place. There is a row of states for each tile, and one before the first.
template <int digits, int at_once> struct LookBack {
    unsigned* ticket;
    unsigned* states;

    __device__ unsigned take_tile() const { return atomicAdd(ticket, 1u); }

    __device__ void counted(unsigned tile, unsigned count) const { publish(tile, is_count | count); }

    /// Where the elements of the thread's digit begin in `out`, of those in this tile.
    __device__ unsigned place(unsigned tile, unsigned count) const {
        unsigned before = 0;
        unsigned row = tile; // of the tile before
        for (bool found = false; !found;) {
            unsigned seen[at_once]; // all are asked for before the first is looked at
#pragma unroll
            for (int i = 0; i < at_once; ++i) {
                seen[i] = __nv_atomic_load_n(state(row - min(i, row)), __NV_ATOMIC_RELAXED,
                                             __NV_THREAD_SCOPE_DEVICE);
            }
#pragma unroll
            for (int i = 0; i < at_once; ++i) {
                if (found || seen[i] == 0) break;
                before += seen[i] & value_bits;
                found = seen[i] & is_place;
                --row;
            }
        }
        publish(tile, is_place | (before + count));
        return before;
    }

private:
    __device__ unsigned* state(unsigned row) const { return states + 1ull * row * digits + threadIdx.x; }

    __device__ void publish(unsigned tile, unsigned value) const {
        __nv_atomic_store_n(state(tile + 1), value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    }
};

/// How a block works.
template <int block_threads, int thread_run, int least_blocks, Peers peers_by = Peers::ptx,
          bool through_shared = true>
struct Shape {
    static constexpr int threads = block_threads;
    static constexpr int run = thread_run;      ///< elements a thread has in registers
    static constexpr int blocks = least_blocks; ///< on an SM
    static constexpr Peers peers = peers_by;
    static constexpr bool staged = through_shared; ///< or written as they stand in registers
    static constexpr unsigned tile = threads * run;
};

template <typename T, typename Digit, typename Shape> struct TileMemory {
    T sorted[Shape::tile];
    /// Of each warp. First of its own elements, then of those before.
    unsigned counts[Shape::threads / 32][digits<Digit>];
    unsigned to_out[digits<Digit>]; ///< place in `out` less place in the tile, modulo 2^32
};

template <typename T, typename Digit, typename Shape, typename Before>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
    sort_tiles(const T* in, T* out, unsigned count, Digit digit_of, Before before) {
    constexpr int run = Shape::run;
    extern __shared__ uint4 memory[];
    auto& shared = *reinterpret_cast<TileMemory<T, Digit, Shape>*>(memory);
    __shared__ unsigned ticket;
    const unsigned lane = threadIdx.x % 32;
    const unsigned warp = threadIdx.x / 32;
    unsigned* const counts = shared.counts[warp];

    if (threadIdx.x == 0) ticket = before.take_tile();
    for (unsigned digit = lane; digit < digits<Digit>; digit += 32) counts[digit] = 0;
    __syncthreads();
    const unsigned tile = ticket;
    const unsigned first = tile * Shape::tile;
    const unsigned valid = min(Shape::tile, count - first);
    const bool is_full = valid == Shape::tile; // asked once: the compiler makes two loops where it matters

    // A warp's elements are rows of 32, and what stands behind the last one is last in the tile, too.
    const unsigned at = warp * (32 * run) + lane;
    T elements[run];
    if (is_full) {
#pragma unroll
        for (int i = 0; i < run; ++i) elements[i] = in[first + at + i * 32];
    } else {
#pragma unroll
        for (int i = 0; i < run; ++i)
            elements[i] = at + i * 32 < valid ? in[first + at + i * 32] : Digit::last();
    }

    // Ranks in the warp, among its elements of the same digit. Two in a register, or registers limit the run.
    unsigned ranks[(run + 1) / 2] = {};
#pragma unroll
    for (int i = 0; i < run; ++i) {
        const unsigned digit = digit_of(elements[i]);
        const unsigned same = lanes_with<Shape::peers, Digit::bits>(digit);
        const unsigned up_to_here = __popc(same & all_lanes >> (31 - lane));
        const unsigned last = 31 - __clz(same); // this lane's number is how many they are
        unsigned rows_before = 0;
        if (lane == last) rows_before = atomicAdd(&counts[digit], up_to_here);
        rows_before = __shfl_sync(all_lanes, rows_before, last);
        __syncwarp(); // rows are added one after the other
        ranks[i / 2] |= (rows_before + up_to_here - 1) << i % 2 * 16;
    }
    __syncthreads();

    // A thread for each digit: what the warps before have of it, and all digits before.
    unsigned of_digit = 0;
    if (threadIdx.x < digits<Digit>) {
#pragma unroll
        for (int w = 0; w < Shape::threads / 32; ++w) {
            const unsigned of_warp = shared.counts[w][threadIdx.x];
            shared.counts[w][threadIdx.x] = of_digit;
            of_digit += of_warp;
        }
        before.counted(tile, of_digit);
    }
    const unsigned digits_before = scan_block<digits<Digit>>(of_digit);
    if (threadIdx.x < digits<Digit>) {
#pragma unroll
        for (int w = 0; w < Shape::threads / 32; ++w) shared.counts[w][threadIdx.x] += digits_before;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < run; ++i) ranks[i / 2] += counts[digit_of(elements[i])] << i % 2 * 16;
    const auto rank = [&](int i) { return ranks[i / 2] >> i % 2 * 16 & 0xffff; };

    if constexpr (Shape::staged) {
#pragma unroll
        for (int i = 0; i < run; ++i) shared.sorted[rank(i)] = elements[i];
    }
    if (threadIdx.x < digits<Digit>)
        shared.to_out[threadIdx.x] = before.place(tile, of_digit) - digits_before;
    __syncthreads();
    const auto write = [&](const T& element, unsigned place) {
        if (is_full || place < valid) out[shared.to_out[digit_of(element)] + place] = element;
    };
#pragma unroll
    for (int i = 0; i < run; ++i) {
        if constexpr (Shape::staged) {
            const unsigned place = i * Shape::threads + threadIdx.x;
            write(shared.sorted[place], place);
        } else {
            write(elements[i], rank(i));
        }
    }
}

/// Launches sort_tiles() for all tiles.
template <typename Shape, typename T, typename Digit, typename Before>
void launch_sort_tiles(const T* in, T* out, unsigned count, Digit digit_of, const Before& before) {
    static_assert(Shape::tile <= 1 << 16 && Shape::threads >= digits<Digit>);
    constexpr int bytes = sizeof(TileMemory<T, Digit, Shape>);
    const auto kernel = sort_tiles<T, Digit, Shape, Before>;
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    kernel<<<groups_of(Shape::tile, count), Shape::threads, bytes>>>(in, out, count, digit_of, before);
    CUDA_CHECK_LAUNCH();
}

/// From `in` to `totals`, which hold zeros, and from there to `begins`: where the elements of each digit go.
template <typename T, typename Digit>
void find_begins(const T* in, unsigned count, Digit digit_of, unsigned* totals, unsigned* begins) {
    const auto blocks = static_cast<unsigned>(std::min<long long>(264, groups_of(4096, count)));
    count_digits<<<blocks, 1024>>>(in, count, digit_of, totals);
    CUDA_CHECK_LAUNCH();
    constexpr int of_digits = digits<Digit>;
    add_up_digits<of_digits><<<1, of_digits>>>(totals, begins);
    CUDA_CHECK_LAUNCH();
}

/// How many words sort_by_digit() wants in `scratch`.
template <typename Digit, typename Shape> constexpr std::size_t scratch_words(long long count) {
    return 32 + (groups_of(Shape::tile, count) + 2) * digits<Digit>;
}

/// One pass: fewer than 2^30 elements from `in`, on a boundary of 16 bytes, to `out`.
template <typename Shape, int at_once = 4, typename T, typename Digit>
void sort_by_digit(const T* in, T* out, unsigned count, Digit digit_of, unsigned* scratch) {
    const LookBack<digits<Digit>, at_once> before = {scratch, scratch + 32 + digits<Digit>};
    CUDA_CHECK(cudaMemsetAsync(scratch, 0, scratch_words<Digit, Shape>(count) * sizeof(unsigned)));
    find_begins(in, count, digit_of, scratch + 32, before.states);
    launch_sort_tiles<Shape>(in, out, count, digit_of, before);
}
