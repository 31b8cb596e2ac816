#pragma once

/// @file
/// Other ways to sort by one digit, for comparison in digit.cu: an atomic per element, which loses the order, and a table
/// of the counts of each digit in each tile.

#include <cuda_runtime.h>

#include <cstddef>

#include "digit_kernels.h"
#include "digit_primitives.h"
#include "kernelsmith/check.h"
#include "lab.h"

template <typename T, typename Digit>
__global__ void count_one_each(const T* in, unsigned count, Digit digit_of, unsigned* totals) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&totals[digit_of(in[i])], 1u);
}

template <typename T, typename Digit>
__global__ void scatter_one_each(const T* in, T* out, unsigned count, Digit digit_of, unsigned* cursors) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[atomicAdd(&cursors[digit_of(in[i])], 1u) & value_bits] = in[i];
}

/// Not stable: elements with the same digit are in the order of their atomics.
template <typename T, typename Digit>
void sort_by_atomics(const T* in, T* out, unsigned count, Digit digit_of, unsigned* scratch) {
    constexpr int threads = 256;
    unsigned* const cursors = scratch + digits<Digit>;
    CUDA_CHECK(cudaMemsetAsync(scratch, 0, digits<Digit> * sizeof(unsigned)));
    count_one_each<<<groups_of(threads, count), threads>>>(in, count, digit_of, scratch);
    CUDA_CHECK_LAUNCH();
    constexpr int digit_threads = digits<Digit>;
    add_up_digits<digit_threads><<<1, digit_threads>>>(scratch, cursors);
    CUDA_CHECK_LAUNCH();
    scatter_one_each<<<groups_of(threads, count), threads>>>(in, out, count, digit_of, cursors);
    CUDA_CHECK_LAUNCH();
}

/// A row per digit, with a count per tile. After its scan, it has the exclusive prefix of each tile.
struct Table {
    unsigned* counts;
    const unsigned* begins; ///< first output index per digit, from add_up_digits()
    unsigned tiles;

    __device__ unsigned take_tile() const { return blockIdx.x; }
    __device__ void counted(unsigned, unsigned) const {}
    __device__ unsigned position(unsigned tile, unsigned) const {
        return (begins[threadIdx.x] & value_bits) + row(threadIdx.x)[tile];
    }
    __device__ unsigned* row(unsigned digit) const { return counts + 1ull * digit * tiles; }
};

template <typename T, typename Digit, typename Shape> __global__ void __launch_bounds__(Shape::threads)
    count_tiles(const T* in, unsigned count, Digit digit_of, Table table) {
    __shared__ unsigned counts[digits<Digit>];
    for (unsigned digit = threadIdx.x; digit < digits<Digit>; digit += Shape::threads) counts[digit] = 0;
    __syncthreads();
    const unsigned first = blockIdx.x * Shape::tile + threadIdx.x;
#pragma unroll
    for (int i = 0; i < Shape::items_per_thread; ++i) {
        const unsigned at = first + i * Shape::threads;
        if (at < count) atomicAdd(&counts[digit_of(in[at])], 1u);
    }
    __syncthreads();
    for (unsigned digit = threadIdx.x; digit < digits<Digit>; digit += Shape::threads)
        table.row(digit)[blockIdx.x] = counts[digit];
}

/// Exclusive scan of each row of the table, one block per row. Writes the row's sum to @p totals.
template <int threads> __global__ void add_up_rows(Table table, unsigned* totals) {
    __shared__ unsigned all;
    unsigned* const row = table.row(blockIdx.x);
    unsigned row_prefix = 0;
    for (unsigned first = 0; first < table.tiles; first += threads) {
        const unsigned tile = first + threadIdx.x;
        const unsigned count = tile < table.tiles ? row[tile] : 0;
        const unsigned inclusive_x = scan_block<threads>(count);
        if (tile < table.tiles) row[tile] = row_prefix + inclusive_x;
        if (threadIdx.x == threads - 1) all = inclusive_x + count;
        __syncthreads();
        row_prefix += all;
        __syncthreads(); // all threads have read it, and the sums of scan_block(), before they are overwritten
    }
    if (threadIdx.x == 0) totals[blockIdx.x] = row_prefix;
}

/// Words that sort_by_table() needs in `scratch`.
template <typename Digit, typename Shape> constexpr std::size_t table_words(long long count) {
    return (groups_of(Shape::tile, count) + 2) * digits<Digit>;
}

/// Reads all elements to count their digits, and again to scatter them.
template <typename Shape, typename T, typename Digit>
void sort_by_table(const T* in, T* out, unsigned count, Digit digit_of, unsigned* scratch) {
    unsigned* const totals = scratch;
    unsigned* const begins = scratch + digits<Digit>;
    const auto tiles = static_cast<unsigned>(groups_of(Shape::tile, count));
    const Table table = {begins + digits<Digit>, begins, tiles};
    count_tiles<T, Digit, Shape><<<tiles, Shape::threads>>>(in, count, digit_of, table);
    CUDA_CHECK_LAUNCH();
    constexpr int threads = 1024;
    add_up_rows<threads><<<digits<Digit>, threads>>>(table, totals);
    CUDA_CHECK_LAUNCH();
    constexpr int digit_threads = digits<Digit>;
    add_up_digits<digit_threads><<<1, digit_threads>>>(totals, begins);
    CUDA_CHECK_LAUNCH();
    launch_sort_tiles<Shape>(in, out, count, digit_of, table);
}
