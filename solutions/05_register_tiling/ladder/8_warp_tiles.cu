// Lab 05, the ladder. NOTES.md has the calculations and the measurements.
//   1_column_of_outputs  four outputs per thread, in a column
//   2_register_tile      four by four outputs per thread
//   3_flat_slabs         slabs that are less deep than the tile is wide
//   4_wide_accesses      16 bytes per access, for loads and stores
//   5_double_buffer      the next slab in flight while this one is used
//   6_deep_slabs         slabs of twice the depth
//   7_async_copies       B by asynchronous copies, without registers
// > 8_warp_tiles         nearly square warp tiles, and reads one k ahead   <- you are here
//   9_sized_tiles        tiles chosen by size, and separate thin edges
//
// Change:  a warp's 32 threads are 8 by 4 or 4 by 8 in the tile, not 2 by 16; and each reads its values for
//          the next k while it multiplies those of this one. All shapes are macros: this is the rung to
//          sweep.
// Why:     values that are read one k ahead have arrived when their multiply-adds begin. And for one k a warp
//          needs the rows of A and the columns of B that its outputs belong to: 2 by 16 threads with 8 by 8
//          outputs need 16 + 128 floats, 8 by 4 threads 64 + 32.
// Counter: none of the gates'. The number of passes over the banks does not change with the shape of a warp;
//          it was counted on an H200.
// Costs:   a second set of registers for the values; and the shape must fit: see the assertions. With a depth
//          of 8 it is faster than rung 7, and at n = 2048 no faster than rung 6, which has 16.

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TILE_ROWS
#define TILE_ROWS 128 // rows of C per block
#endif
#ifndef TILE_COLUMNS
#define TILE_COLUMNS 128 // columns of C per block
#endif
#ifndef DEPTH
#define DEPTH 8 // terms of the sums per slab
#endif
#ifndef WARP_ROWS
#define WARP_ROWS 64 // rows of C per warp
#endif
#ifndef WARP_COLUMNS
#define WARP_COLUMNS 32 // columns of C per warp
#endif
#ifndef THREAD_ROWS
#define THREAD_ROWS 8 // rows of C per thread
#endif
#ifndef THREAD_COLUMNS
#define THREAD_COLUMNS 8 // columns of C per thread
#endif
#ifndef BLOCKS
#define BLOCKS 2 // blocks that must fit on an SM
#endif

constexpr int down = WARP_ROWS / THREAD_ROWS; // lanes of a warp, top to bottom
constexpr int across = WARP_COLUMNS / THREAD_COLUMNS;
constexpr int warps_across = TILE_COLUMNS / WARP_COLUMNS;
constexpr int threads = 32 * (TILE_ROWS / WARP_ROWS) * warps_across;
constexpr int a_pieces = TILE_ROWS * DEPTH / 4 / threads;    // float4 of A's slab per thread
constexpr int b_pieces = DEPTH * TILE_COLUMNS / 4 / threads; // float4 of B's slab per thread
static_assert(down * across == 32 && a_pieces * 4 * threads == TILE_ROWS * DEPTH);
static_assert(b_pieces * 4 * threads == DEPTH * TILE_COLUMNS && DEPTH % 4 == 0);

struct Slab {
    alignas(16) float a[DEPTH][TILE_ROWS + 4]; // transposed
    alignas(16) float b[DEPTH][TILE_COLUMNS];
};

/// Returns four neighbours of row @p row of a matrix of @p height x @p width, zeros outside the matrix.
template <bool wide>
__device__ float4 read_global(const float* matrix, int height, int width, int row, int column) {
    float4 four = {};
    const float* from = matrix + row * width + column;
    if (wide) {
        if (row < height && column < width) four = *reinterpret_cast<const float4*>(from);
    } else if (row < height) {
        if (column + 0 < width) four.x = from[0];
        if (column + 1 < width) four.y = from[1];
        if (column + 2 < width) four.z = from[2];
        if (column + 3 < width) four.w = from[3];
    }
    return four;
}

/// Starts asynchronous copies of four neighbours of a row to shared memory; zeros outside the matrix.
template <bool wide>
__device__ void copy_async(float* to, const float* matrix, int height, int width, int row, int column) {
    constexpr int floats = wide ? 4 : 1; // in one copy
#pragma unroll
    for (int i = 0; i < 4; i += floats) {
        const bool inside = row < height && column + i < width;
        const float* from = inside ? matrix + row * width + column + i : matrix;
        __pipeline_memcpy_async(to + i, from, 4 * floats, inside ? 0 : 4 * floats);
    }
}

__device__ void read_shared(float* to, const float* from) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}

template <bool wide> __global__ void __launch_bounds__(threads, BLOCKS) multiply_tile(ProductArgs args) {
    __shared__ Slab slabs[2];
    const int first_row = blockIdx.y * TILE_ROWS;
    const int first_column = blockIdx.x * TILE_COLUMNS;
    const int warp = threadIdx.x / 32;
    const int row = warp / warps_across * WARP_ROWS + threadIdx.x % 32 / across * 4;
    const int column = warp % warps_across * WARP_COLUMNS + threadIdx.x % across * 4;

    float4 next_a[a_pieces];
    const auto fetch = [&](Slab& slab, int first_k) {
#pragma unroll
        for (int i = 0; i < a_pieces; ++i) {
            const int e = (i * threads + threadIdx.x) * 4;
            next_a[i] = read_global<wide>(args.a, args.n, args.p, first_row + e / DEPTH, first_k + e % DEPTH);
        }
#pragma unroll
        for (int i = 0; i < b_pieces; ++i) {
            const int e = (i * threads + threadIdx.x) * 4;
            const int k = e / TILE_COLUMNS, j = e % TILE_COLUMNS;
            copy_async<wide>(&slab.b[k][j], args.b, args.p, args.m, first_k + k, first_column + j);
        }
        __pipeline_commit();
    };
    const auto put = [&](Slab& slab) {
#pragma unroll
        for (int i = 0; i < a_pieces; ++i) {
            const int e = (i * threads + threadIdx.x) * 4;
            slab.a[e % DEPTH + 0][e / DEPTH] = next_a[i].x;
            slab.a[e % DEPTH + 1][e / DEPTH] = next_a[i].y;
            slab.a[e % DEPTH + 2][e / DEPTH] = next_a[i].z;
            slab.a[e % DEPTH + 3][e / DEPTH] = next_a[i].w;
        }
    };
    float a[2][THREAD_ROWS], b[2][THREAD_COLUMNS]; // for this k and for the next
    const auto read = [&](const Slab& slab, int k, int into) {
#pragma unroll
        for (int i = 0; i < THREAD_ROWS; i += 4) read_shared(&a[into][i], &slab.a[k][row + i * down]);
#pragma unroll
        for (int j = 0; j < THREAD_COLUMNS; j += 4) read_shared(&b[into][j], &slab.b[k][column + j * across]);
    };

    float sum[THREAD_ROWS][THREAD_COLUMNS] = {};
    fetch(slabs[0], 0);
    put(slabs[0]);
    __pipeline_wait_prior(0);
    __syncthreads();
    read(slabs[0], 0, 0);
    for (int first_k = 0, now = 0; first_k < args.p; first_k += DEPTH, now ^= 1) {
#pragma unroll
        for (int k = 0; k < DEPTH; ++k) {
            if (k == DEPTH - 1) { // the next k is in the next slab
                put(slabs[now ^ 1]);
                __pipeline_wait_prior(0);
                __syncthreads();
            }
            read(slabs[k == DEPTH - 1 ? now ^ 1 : now], (k + 1) % DEPTH, (k + 1) % 2);
            if (k == 0) fetch(slabs[now ^ 1], first_k + DEPTH);
#pragma unroll
            for (int i = 0; i < THREAD_ROWS; ++i) {
#pragma unroll
                for (int j = 0; j < THREAD_COLUMNS; ++j) sum[i][j] += a[k % 2][i] * b[k % 2][j];
            }
        }
    }
#pragma unroll
    for (int i = 0; i < THREAD_ROWS; ++i) {
        const int c_row = first_row + row + i / 4 * 4 * down + i % 4;
#pragma unroll
        for (int j = 0; j < THREAD_COLUMNS; j += 4) {
            const int c_column = first_column + column + j * across;
            float* to = args.c + c_row * args.m + c_column;
            if (wide) {
                const float4 four = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
                if (c_row < args.n && c_column < args.m) *reinterpret_cast<float4*>(to) = four;
            } else {
#pragma unroll
                for (int q = 0; q < 4; ++q) {
                    if (c_row < args.n && c_column + q < args.m) to[q] = sum[i][j + q];
                }
            }
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
