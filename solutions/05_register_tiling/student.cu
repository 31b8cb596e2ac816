// Lab 05: register tiling.
//
// Fill in the four regions from TODO to END TODO, in the order of their numbers. README.md explains the tasks,
// lab.h the interface.

#include "kernelsmith/check.h"
#include "lab.h"

// TODO(4): the shape of the tiles. Sweep it, then write down the best; under #ifndef a sweep can set it. The
// static_asserts below say which numbers must divide evenly. (about 15 lines)
#ifndef TILE_ROWS
#define TILE_ROWS 128 // rows of C per block
#endif
#ifndef TILE_COLUMNS
#define TILE_COLUMNS 128 // columns of C per block
#endif
#ifndef DEPTH
#define DEPTH 16 // terms of the sums in shared memory at once
#endif
#ifndef THREAD_ROWS
#define THREAD_ROWS 8 // rows of C per thread
#endif
#ifndef THREAD_COLUMNS
#define THREAD_COLUMNS 8 // columns of C per thread
#endif
// END TODO(4)

constexpr int threads_down = TILE_ROWS / THREAD_ROWS;
constexpr int threads_across = TILE_COLUMNS / THREAD_COLUMNS;
constexpr int threads = threads_down * threads_across;
constexpr int a_pieces = TILE_ROWS * DEPTH / 4 / threads;    // float4 of A's slab per thread
constexpr int b_pieces = DEPTH * TILE_COLUMNS / 4 / threads; // float4 of B's slab per thread
static_assert(THREAD_ROWS % 4 == 0 && THREAD_COLUMNS % 4 == 0, "a thread has whole groups of four");
static_assert(threads_down * THREAD_ROWS == TILE_ROWS && threads_across * THREAD_COLUMNS == TILE_COLUMNS,
              "a tile is cut into whole threads");
static_assert(threads_down % 8 == 0 && threads_across % 4 == 0,
              "a warp is 8 by 4 threads, each with THREAD_ROWS by THREAD_COLUMNS outputs");
static_assert(threads <= 1024, "a block has at most 1024 threads");
static_assert(a_pieces * 4 * threads == TILE_ROWS * DEPTH && b_pieces * 4 * threads == DEPTH * TILE_COLUMNS,
              "every thread brings as many fours of a slab as every other");
static_assert(DEPTH % 4 == 0 && DEPTH <= TILE_ROWS, "a row of A's slab is whole fours, and the slab is flat");

/// The parts of A and B that a block multiplies in one step: DEPTH terms of all its sums.
struct Slab {
    alignas(16) float a[TILE_ROWS * (DEPTH + 4)]; // indexed by place_in_a(); large enough in either order
    alignas(16) float b[DEPTH][TILE_COLUMNS];
};
static_assert(2 * sizeof(Slab) <= 48 * 1024, "two slabs fit into 48 KB");

/// A thread's share of a slab, in flight from global memory: every `threads`-th group of four neighbours.
struct Part {
    float4 a[a_pieces]; // in row-major order of A's slab, which is TILE_ROWS x DEPTH
    float4 b[b_pieces]; // in row-major order of B's slab, which is DEPTH x TILE_COLUMNS
};

/// Position of this thread in its block, down and across. The 32 threads of a warp are 8 by 4.
__device__ int thread_y() { return threadIdx.x / 32 / (threads_across / 4) * 8 + threadIdx.x % 32 / 4; }
__device__ int thread_x() { return threadIdx.x / 32 % (threads_across / 4) * 4 + threadIdx.x % 4; }

/// Reads four neighbours with one load; @p from must be a multiple of 16 bytes.
__device__ void read_four(float* to, const float* from) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}

// Five functions define where data is. Output (i, j) of this thread is row row_in_tile(i) and column
// column_in_tile(j) of its block's tile; element (row, k) of A's slab is slab.a[place_in_a(row, k)]; and
// read_a() and read_b() read the values of A and of B that the thread needs for one k.

// TODO(2): four neighbours at a time: outputs in groups of four, A on its side, and 16 bytes per load. In the
// starter code these functions handle one value at a time. (about 14 lines)
__device__ int row_in_tile(int i) { return i / 4 * 4 * threads_down + thread_y() * 4 + i % 4; }
__device__ int column_in_tile(int j) { return j / 4 * 4 * threads_across + thread_x() * 4 + j % 4; }
__device__ int place_in_a(int row, int k) { return k * (TILE_ROWS + 4) + row; }

__device__ void read_a(float (&a)[THREAD_ROWS], const Slab& slab, int k) {
#pragma unroll
    for (int i = 0; i < THREAD_ROWS; i += 4) read_four(&a[i], &slab.a[place_in_a(row_in_tile(i), k)]);
}
__device__ void read_b(float (&b)[THREAD_COLUMNS], const Slab& slab, int k) {
#pragma unroll
    for (int j = 0; j < THREAD_COLUMNS; j += 4) read_four(&b[j], &slab.b[k][column_in_tile(j)]);
}
// END TODO(2)

/// Loads four neighbours of a row of a matrix of @p height x @p width; zeros outside the matrix. @p wide:
/// every row starts at a multiple of 16 bytes.
template <bool wide>
__device__ float4 four_of(const float* matrix, int height, int width, int row, int column) {
    float4 four = {};
    if (row < height && column < width) {
        const float* from = matrix + row * width + column;
        if (wide) return *reinterpret_cast<const float4*>(from);
        four.x = from[0];
        if (column + 1 < width) four.y = from[1];
        if (column + 2 < width) four.z = from[2];
        if (column + 3 < width) four.w = from[3];
    }
    return four;
}

/// Starts to load this thread's share of the slab whose first term is @p first_k. Fills in zeros outside the
/// matrices, which add nothing. Reads nothing beyond the last slab.
template <bool wide>
__device__ void fetch(Part& part, const ProductArgs& args, int first_row, int first_column, int first_k) {
#pragma unroll
    for (int i = 0; i < a_pieces; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        part.a[i] = four_of<wide>(args.a, args.n, args.p, first_row + e / DEPTH, first_k + e % DEPTH);
    }
#pragma unroll
    for (int i = 0; i < b_pieces; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        part.b[i] = four_of<wide>(args.b, args.p, args.m, first_k + e / TILE_COLUMNS,
                                  first_column + e % TILE_COLUMNS);
    }
}

/// Writes the values of fetch() into a slab, and waits for those that are still in flight.
__device__ void put(Slab& slab, const Part& part) {
#pragma unroll
    for (int i = 0; i < a_pieces; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        const int row = e / DEPTH, k = e % DEPTH;
        slab.a[place_in_a(row, k + 0)] = part.a[i].x;
        slab.a[place_in_a(row, k + 1)] = part.a[i].y;
        slab.a[place_in_a(row, k + 2)] = part.a[i].z;
        slab.a[place_in_a(row, k + 3)] = part.a[i].w;
    }
#pragma unroll
    for (int i = 0; i < b_pieces; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        *reinterpret_cast<float4*>(&slab.b[e / TILE_COLUMNS][e % TILE_COLUMNS]) = part.b[i];
    }
}

/// Adds to each of the thread's sums the terms that are in the slab.
__device__ void multiply_slab(float (&sum)[THREAD_ROWS][THREAD_COLUMNS], const Slab& slab) {
#pragma unroll
    for (int k = 0; k < DEPTH; ++k) {
        // TODO(1): read the thread's values of A and of B for this k, each once, into two small arrays; then
        // multiply each of A by each of B. (about 8 lines)
        float a[THREAD_ROWS], b[THREAD_COLUMNS];
        read_a(a, slab, k);
        read_b(b, slab, k);
#pragma unroll
        for (int i = 0; i < THREAD_ROWS; ++i) {
#pragma unroll
            for (int j = 0; j < THREAD_COLUMNS; ++j) sum[i][j] += a[i] * b[j];
        }
        // END TODO(1)
    }
}

/// Whether outputs j to j + 3 of a row are neighbours and start at a multiple of four; known at compile time.
__device__ bool are_neighbours(int j) {
    const int first = column_in_tile(j);
    return first % 4 == 0 && column_in_tile(j + 1) == first + 1 && column_in_tile(j + 2) == first + 2 &&
           column_in_tile(j + 3) == first + 3;
}

/// Writes those of the thread's sums that are inside C, four at a time where that is possible.
template <bool wide> __device__ void store(const float (&sum)[THREAD_ROWS][THREAD_COLUMNS],
                                           const ProductArgs& args, int first_row, int first_column) {
#pragma unroll
    for (int i = 0; i < THREAD_ROWS; ++i) {
        const int row = first_row + row_in_tile(i);
#pragma unroll
        for (int j = 0; j < THREAD_COLUMNS; ++j) {
            const int column = first_column + column_in_tile(j);
            if (row >= args.n || column >= args.m) continue;
            float* to = args.c + row * args.m + column;
            if (!wide || !are_neighbours(j / 4 * 4))
                *to = sum[i][j];
            else if (j % 4 == 0)
                *reinterpret_cast<float4*>(to) = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
        }
    }
}

/// Computes one tile of C per block. Two blocks must fit on an SM, so that one can continue while the other
/// waits.
template <bool wide> __global__ void __launch_bounds__(threads, 2) multiply_tile(ProductArgs args) {
    __shared__ Slab slabs[2];
    const int first_row = blockIdx.y * TILE_ROWS;
    const int first_column = blockIdx.x * TILE_COLUMNS;

    float sum[THREAD_ROWS][THREAD_COLUMNS] = {};
    Part part;
    // TODO(3): use one slab while the next is in flight. The loop of the starter code uses only slabs[0], and
    // fetches, puts and multiplies one after the other. (about 10 lines)
    fetch<wide>(part, args, first_row, first_column, 0);
    for (int first_k = 0, now = 0; first_k < args.p; first_k += DEPTH, now ^= 1) {
        put(slabs[now], part);
        __syncthreads();
        fetch<wide>(part, args, first_row, first_column, first_k + DEPTH);
        multiply_slab(sum, slabs[now]);
    }
    // END TODO(3)
    store<wide>(sum, args, first_row, first_column);
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 grid(groups_of(TILE_COLUMNS, args.m), groups_of(TILE_ROWS, args.n));
    if (args.p % 4 == 0 && args.m % 4 == 0) {
        multiply_tile<true><<<grid, threads>>>(args);
    } else {
        multiply_tile<false><<<grid, threads>>>(args);
    }
    CUDA_CHECK_LAUNCH();
}
