// Lab 05: programs that lack a task. Without macros this is the solution's program, with all four tasks.
//
// TASK_1 0  No outer product: a thread has one column of outputs. A value of B is used for each of them, a value
//           of A only once. Lacking means THREAD_COLUMNS (or THREAD_ROWS) 1; gate: multiply-adds per load.
// TASK_2 0  Loads from shared memory of READ = 1 or 2 floats per lane; gate: bytes per load. A_BY_ROWS 1 leaves
//           A's slab as it is in memory, where the compiler joins four terms of a row to one load.
// TASK_3 0  Nothing is in flight while the block multiplies; gate: arithmetic while loads are in flight. Other
//           means against the wait: SLABS 2 saves a barrier, so that a warp may load while others multiply;
//           BLOCKS and small tiles give an SM other blocks to run; PREFETCH 1 brings the next slab into L2.
// TASK_4    has no separate macro. Lacking means less than 12 multiply-adds per load (THREAD_ROWS and
//           THREAD_COLUMNS 4 and 4, or 8 and 4), or tiles of 64 by 64 (gate: sectors per multiply-add).
//
// Further knobs: TILE_ROWS, TILE_COLUMNS, DEPTH, BLOCKS that must fit on an SM, WARP_DOWN rows of threads per
// warp, UNROLL of the loop over k.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TASK_1
#define TASK_1 1
#endif
#ifndef TASK_2
#define TASK_2 1
#endif
#ifndef TASK_3
#define TASK_3 1
#endif
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
#define THREAD_ROWS (TASK_1 ? 8 : 16) // rows of C per thread
#endif
#ifndef THREAD_COLUMNS
#define THREAD_COLUMNS (TASK_1 ? 8 : 1) // columns of C per thread
#endif
#ifndef READ
#define READ (TASK_2 ? 4 : 1) // floats per load from a slab
#endif
#ifndef A_BY_ROWS
#define A_BY_ROWS 0 // whether the terms of a row of A are neighbours in the slab, and not the rows of a term
#endif
#ifndef SLABS
#define SLABS (TASK_3 ? 2 : 1)
#endif
#ifndef PREFETCH
#define PREFETCH 0 // whether the next slab is brought into L2 while this one is multiplied; for TASK_3 0
#endif
#ifndef BLOCKS
#define BLOCKS 2 // blocks that must fit on an SM
#endif
#ifndef WARP_DOWN
#define WARP_DOWN (TASK_1 ? 8 : 1) // rows of threads per warp
#endif
#ifndef UNROLL
#define UNROLL 64 // terms per iteration of the loop over a slab
#endif

constexpr int read_rows = A_BY_ROWS || THREAD_ROWS == 1 ? 1 : READ; // rows of A that are neighbours
constexpr int read_columns = THREAD_COLUMNS == 1 ? 1 : READ;        // columns of B that are neighbours
constexpr int warp_across = 32 / WARP_DOWN;
constexpr int threads_down = TILE_ROWS / (THREAD_ROWS);
constexpr int threads_across = TILE_COLUMNS / (THREAD_COLUMNS);
constexpr int threads = threads_down * threads_across;
constexpr int a_pieces = TILE_ROWS * DEPTH / 4 / threads;    // float4 of A's slab per thread
constexpr int b_pieces = DEPTH * TILE_COLUMNS / 4 / threads; // float4 of B's slab per thread
constexpr int a_size = A_BY_ROWS ? TILE_ROWS * (DEPTH + 4) : DEPTH * (TILE_ROWS + 4);
constexpr int unroll = UNROLL; // for #pragma unroll, which does not expand macros
static_assert(threads <= 1024 && threads_down % WARP_DOWN == 0 && threads_across % warp_across == 0);
static_assert(a_pieces * 4 * threads == TILE_ROWS * DEPTH && b_pieces * 4 * threads == DEPTH * TILE_COLUMNS,
              "every thread loads as many groups of four of a slab as every other");
static_assert((THREAD_ROWS) % read_rows == 0 && (THREAD_COLUMNS) % read_columns == 0);
static_assert(SLABS == 2 || !TASK_3);

struct Slab {
    alignas(16) float a[a_size]; // indexed by place_in_a()
    alignas(16) float b[DEPTH][TILE_COLUMNS];
};

/// A thread's share of a slab, in flight from global memory.
struct Part {
    float4 a[a_pieces], b[b_pieces];
};

__device__ int thread_y() {
    return threadIdx.x / 32 / (threads_across / warp_across) * WARP_DOWN + threadIdx.x % 32 / warp_across;
}
__device__ int thread_x() {
    return threadIdx.x / 32 % (threads_across / warp_across) * warp_across + threadIdx.x % warp_across;
}

/// Output @p i of a thread at @p thread of @p threads, if its outputs come in groups of @p size neighbours.
template <int size> __device__ int in_tile(int i, int threads, int thread) {
    return i / size * size * threads + thread * size + i % size;
}
__device__ int row_in_tile(int i) { return in_tile<read_rows>(i, threads_down, thread_y()); }
__device__ int column_in_tile(int j) { return in_tile<read_columns>(j, threads_across, thread_x()); }
__device__ int place_in_a(int row, int k) {
    return A_BY_ROWS ? row * (DEPTH + 4) + k : k * (TILE_ROWS + 4) + row;
}

/// Reads @p count neighbours with one load.
template <int count> __device__ void read(float* to, const float* from) {
    struct alignas(4 * count) Few {
        float of[count];
    };
    const Few few = *reinterpret_cast<const Few*>(from);
#pragma unroll
    for (int i = 0; i < count; ++i) to[i] = few.of[i];
}

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

/// Calls `a_piece(i, row, k)` and `b_piece(i, k, column)` for each group of four of this thread.
template <typename A, typename B> __device__ void for_each_piece(A a_piece, B b_piece) {
#pragma unroll
    for (int i = 0; i < a_pieces; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        a_piece(i, e / DEPTH, e % DEPTH);
    }
#pragma unroll
    for (int i = 0; i < b_pieces; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        b_piece(i, e / TILE_COLUMNS, e % TILE_COLUMNS);
    }
}

template <bool wide>
__device__ void fetch(Part& part, const ProductArgs& args, int first_row, int first_column, int first_k) {
    for_each_piece(
        [&](int i, int row, int k) {
            part.a[i] = four_of<wide>(args.a, args.n, args.p, first_row + row, first_k + k);
        },
        [&](int i, int k, int column) {
            part.b[i] = four_of<wide>(args.b, args.p, args.m, first_k + k, first_column + column);
        });
}

/// Brings what fetch() would load into L2, without a register for it.
__device__ void prefetch(const ProductArgs& args, int first_row, int first_column, int first_k) {
    const auto bring = [](const float* matrix, int height, int width, int row, int column) {
        if (row < height && column < width)
            asm volatile("prefetch.global.L2 [%0];" ::"l"(matrix + row * width + column));
    };
    for_each_piece([&](int, int row, int k) { bring(args.a, args.n, args.p, first_row + row, first_k + k); },
                   [&](int, int k, int column) {
                       bring(args.b, args.p, args.m, first_k + k, first_column + column);
                   });
}

__device__ void put(Slab& slab, const Part& part) {
    for_each_piece(
        [&](int i, int row, int k) {
            slab.a[place_in_a(row, k + 0)] = part.a[i].x;
            slab.a[place_in_a(row, k + 1)] = part.a[i].y;
            slab.a[place_in_a(row, k + 2)] = part.a[i].z;
            slab.a[place_in_a(row, k + 3)] = part.a[i].w;
        },
        [&](int i, int k, int column) { *reinterpret_cast<float4*>(&slab.b[k][column]) = part.b[i]; });
}

__device__ void multiply_slab(float (&sum)[THREAD_ROWS][THREAD_COLUMNS], const Slab& slab) {
#pragma unroll unroll
    for (int k = 0; k < DEPTH; ++k) {
        float a[THREAD_ROWS], b[THREAD_COLUMNS];
#pragma unroll
        for (int i = 0; i < THREAD_ROWS; i += read_rows)
            read<read_rows>(&a[i], &slab.a[place_in_a(row_in_tile(i), k)]);
#pragma unroll
        for (int j = 0; j < THREAD_COLUMNS; j += read_columns)
            read<read_columns>(&b[j], &slab.b[k][column_in_tile(j)]);
#pragma unroll
        for (int i = 0; i < THREAD_ROWS; ++i) {
#pragma unroll
            for (int j = 0; j < THREAD_COLUMNS; ++j) sum[i][j] += a[i] * b[j];
        }
    }
}

template <bool wide> __global__ void __launch_bounds__(threads, BLOCKS) multiply_tile(ProductArgs args) {
    __shared__ Slab slabs[SLABS];
    const int first_row = blockIdx.y * TILE_ROWS;
    const int first_column = blockIdx.x * TILE_COLUMNS;
    float sum[THREAD_ROWS][THREAD_COLUMNS] = {};
    Part part;
    if (TASK_3) fetch<wide>(part, args, first_row, first_column, 0);
    for (int first_k = 0, now = 0; first_k < args.p; first_k += DEPTH, now ^= SLABS - 1) {
        if (!TASK_3) fetch<wide>(part, args, first_row, first_column, first_k);
        put(slabs[now], part);
        __syncthreads();
        if (TASK_3) fetch<wide>(part, args, first_row, first_column, first_k + DEPTH);
        if (PREFETCH) prefetch(args, first_row, first_column, first_k + DEPTH);
        multiply_slab(sum, slabs[now]);
        if (SLABS == 1) __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < THREAD_ROWS; ++i) {
        const int row = first_row + row_in_tile(i);
#pragma unroll
        for (int j = 0; j < THREAD_COLUMNS; ++j) {
            const int column = first_column + column_in_tile(j);
            if (row >= args.n || column >= args.m) continue;
            float* to = args.c + row * args.m + column;
            if (!wide || read_columns < 4)
                *to = sum[i][j];
            else if (j % 4 == 0)
                *reinterpret_cast<float4*>(to) = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
        }
    }
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
