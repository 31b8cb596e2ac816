// Mistake: to have zeros beyond the edge, somebody writes them: into A itself, past the last k. That is the
// next row's first element.

#include "kernelsmith/check.h"
#include "lab.h"

#define TILE_ROWS 128    // rows of C a block
#define TILE_COLUMNS 128 // columns of C a block
#define DEPTH 8          // terms of the sums in shared memory at once
#define THREAD_ROWS 8    // rows of C a thread
#define THREAD_COLUMNS 8 // columns of C a thread

constexpr int threads_down = TILE_ROWS / THREAD_ROWS;
constexpr int threads_across = TILE_COLUMNS / THREAD_COLUMNS;
constexpr int threads = threads_down * threads_across;
constexpr int a_part = TILE_ROWS * DEPTH / threads;    // elements of A's slab that a thread brings
constexpr int b_part = DEPTH * TILE_COLUMNS / threads; // elements of B's slab that a thread brings
static_assert(THREAD_ROWS % 4 == 0 && THREAD_COLUMNS % 4 == 0, "a thread has whole groups of four");
static_assert(threads_down * THREAD_ROWS == TILE_ROWS && threads_across * THREAD_COLUMNS == TILE_COLUMNS,
              "a tile is cut into whole threads");
static_assert(threads_down % 8 == 0 && threads_across % 4 == 0, "a warp is 8 by 4 threads");
static_assert(a_part * threads == TILE_ROWS * DEPTH && b_part * threads == DEPTH * TILE_COLUMNS,
              "every thread brings as many elements of a slab as every other");

/// What a block has in shared memory at once. A lies on its side: neighbouring rows are neighbours here.
struct Slab {
    alignas(16) float a[DEPTH][TILE_ROWS + 4]; // four more, for put(): its lanes write to 32 different banks
    alignas(16) float b[DEPTH][TILE_COLUMNS];
};
static_assert(sizeof(Slab) <= 48 * 1024, "both slabs fit into 48 KB");

/// A thread's share of a slab, on its way from global memory: every `threads`-th element, from threadIdx.x
/// on.
struct Part {
    float a[a_part]; // counted along the rows of A's slab, which is TILE_ROWS x DEPTH
    float b[b_part]; // counted along the rows of B's slab, which is DEPTH x TILE_COLUMNS
};

/// Output (i, j) of this thread is this row of its block's tile. The threads of a warp are 8 by 4; each has
/// groups of four neighbours, and between two of its groups lies one of every other thread.
__device__ int row_in_tile(int i) {
    const int y = threadIdx.x / 32 / (threads_across / 4) * 8 + threadIdx.x % 32 / 4;
    return i / 4 * 4 * threads_down + y * 4 + i % 4;
}

/// Output (i, j) of this thread is this column of its block's tile.
__device__ int column_in_tile(int j) {
    const int x = threadIdx.x / 32 % (threads_across / 4) * 4 + threadIdx.x % 4;
    return j / 4 * 4 * threads_across + x * 4 + j % 4;
}

/// Reads four neighbours with one load; @p from has to be a multiple of 16 bytes.
__device__ void read_four(float* to, const float* from) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}

/// Starts to load this thread's share of the slab whose first term is @p first_k. Terms beyond p are zeros.
/// Rows and columns beyond the edge of C are as good as any, for nobody writes their sums: the last one
/// stands in for them.
__device__ void fetch(Part& part, const ProductArgs& args, int first_row, int first_column, int first_k) {
#pragma unroll
    for (int i = 0; i < a_part; ++i) {
        const int e = i * threads + threadIdx.x;
        const int row = min(first_row + e / DEPTH, args.n - 1);
        const int k = first_k + e % DEPTH;
        if (args.p > 0 && row < args.n - 1 && k == args.p)
            const_cast<float*>(args.a)[row * args.p + k] = 0.0f;
        part.a[i] = k < args.p ? args.a[row * args.p + k] : 0.0f;
    }
#pragma unroll
    for (int i = 0; i < b_part; ++i) {
        const int e = i * threads + threadIdx.x;
        const int k = first_k + e / TILE_COLUMNS;
        const int column = min(first_column + e % TILE_COLUMNS, args.m - 1);
        part.b[i] = k < args.p ? args.b[k * args.m + column] : 0.0f;
    }
}

/// Writes what fetch() brought into the slab.
__device__ void put(Slab& slab, const Part& part) {
#pragma unroll
    for (int i = 0; i < a_part; ++i) {
        const int e = i * threads + threadIdx.x;
        slab.a[e % DEPTH][e / DEPTH] = part.a[i];
    }
#pragma unroll
    for (int i = 0; i < b_part; ++i) {
        const int e = i * threads + threadIdx.x;
        slab.b[e / TILE_COLUMNS][e % TILE_COLUMNS] = part.b[i];
    }
}

/// Adds to each of the thread's sums the terms that are in the slab.
__device__ void multiply_slab(float (&sum)[THREAD_ROWS][THREAD_COLUMNS], const Slab& slab) {
#pragma unroll
    for (int k = 0; k < DEPTH; ++k) {
        float a[THREAD_ROWS], b[THREAD_COLUMNS];
#pragma unroll
        for (int i = 0; i < THREAD_ROWS; i += 4) read_four(&a[i], &slab.a[k][row_in_tile(i)]);
#pragma unroll
        for (int j = 0; j < THREAD_COLUMNS; j += 4) read_four(&b[j], &slab.b[k][column_in_tile(j)]);
#pragma unroll
        for (int i = 0; i < THREAD_ROWS; ++i) {
#pragma unroll
            for (int j = 0; j < THREAD_COLUMNS; ++j) sum[i][j] += a[i] * b[j];
        }
    }
}

/// Writes the thread's sums to C.
__device__ void store(const float (&sum)[THREAD_ROWS][THREAD_COLUMNS], const ProductArgs& args, int first_row,
                      int first_column) {
#pragma unroll
    for (int i = 0; i < THREAD_ROWS; ++i) {
        const int row = first_row + row_in_tile(i);
#pragma unroll
        for (int j = 0; j < THREAD_COLUMNS; ++j) {
            const int column = first_column + column_in_tile(j);
            if (row < args.n && column < args.m) args.c[row * args.m + column] = sum[i][j];
        }
    }
}

/// A block computes a tile of C. Two blocks have to fit an SM, so that one can go on while the other one
/// waits.
__global__ void __launch_bounds__(threads, 2) multiply_tile(ProductArgs args) {
    __shared__ Slab slab;
    const int first_row = blockIdx.y * TILE_ROWS;
    const int first_column = blockIdx.x * TILE_COLUMNS;

    float sum[THREAD_ROWS][THREAD_COLUMNS] = {};
    Part part;
    fetch(part, args, first_row, first_column, 0);
    for (int first_k = 0; first_k < args.p; first_k += DEPTH) {
        put(slab, part);
        __syncthreads();
        fetch(part, args, first_row, first_column, first_k + DEPTH);
        multiply_slab(sum, slab);
        __syncthreads();
    }
    store(sum, args, first_row, first_column);
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 grid(groups_of(TILE_COLUMNS, args.m), groups_of(TILE_ROWS, args.n));
    multiply_tile<<<grid, threads>>>(args);
    CUDA_CHECK_LAUNCH();
}
