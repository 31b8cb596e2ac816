// Lab 05, the ladder. NOTES.md has the calculations and the measurements.
//   1_column_of_outputs  four outputs per thread, in a column
//   2_register_tile      four by four outputs per thread
//   3_flat_slabs         slabs that are less deep than the tile is wide
//   4_wide_accesses      16 bytes per access, for loads and stores
//   5_double_buffer      the next slab in flight while this one is used
// > 6_deep_slabs         slabs of twice the depth   <- you are here
//   7_async_copies       B by asynchronous copies, without registers
//   8_warp_tiles         nearly square warp tiles, and reads one k ahead
//   9_sized_tiles        tiles chosen by size, and separate thin edges
//
// Change:  rung 5 with slabs of DEPTH 16 instead of 8.
// Why:     half as many barriers, and twice the multiply-adds between the start of the loads and the first use
//          of their values.
// Counter: barriers halve.
// Costs:   twice the shared memory; and the values in flight take registers: sixteen floats per thread instead
//          of eight. Here the compiler fits them into 128 registers. A kernel that loads single floats, with an
//          address and a check for each, spills with the same change, and loses a fifth of its
//          speed (NOTES.md, the sweep).

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int rows = 128;
constexpr int columns = 128;
#ifndef DEPTH
#define DEPTH 16 // terms of the sums per slab; a multiple of 8
#endif
constexpr int depth = DEPTH;
constexpr int threads = 256;
constexpr int pieces = depth / 8; // float4 of each slab per thread

/// A thread's outputs are two by two groups of four by four; the groups of all threads alternate.
__device__ int row_in_tile(int i) { return i / 4 * 64 + threadIdx.x / 16 * 4 + i % 4; }
__device__ int column_in_tile(int j) { return j / 4 * 64 + threadIdx.x % 16 * 4 + j % 4; }

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

__device__ void read_shared(float* to, const float* from) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}

template <bool wide> __global__ void __launch_bounds__(threads, 2) multiply_tile(ProductArgs args) {
    __shared__ alignas(16) float a_slab[2][depth][rows + 4]; // + 4: at most two lanes write to the same bank
    __shared__ alignas(16) float b_slab[2][depth][columns];
    const int t = threadIdx.x;
    const int a_row = t / (depth / 4), a_k = t % (depth / 4) * 4, b_k = t / 32, b_column = t % 32 * 4;
    constexpr int a_step = threads / (depth / 4), b_step = threads / 32; // rows from one float4 to the next
    const int first_row = blockIdx.y * rows;
    const int first_column = blockIdx.x * columns;

    float4 next_a[pieces], next_b[pieces];
    const auto fetch = [&](int first_k) {
#pragma unroll
        for (int i = 0; i < pieces; ++i) {
            const int row = first_row + a_row + i * a_step, k = first_k + b_k + i * b_step;
            next_a[i] = read_global<wide>(args.a, args.n, args.p, row, first_k + a_k);
            next_b[i] = read_global<wide>(args.b, args.p, args.m, k, first_column + b_column);
        }
    };
    float sum[8][8] = {};
    fetch(0);
    for (int first_k = 0, now = 0; first_k < args.p; first_k += depth, now ^= 1) {
#pragma unroll
        for (int i = 0; i < pieces; ++i) {
            a_slab[now][a_k + 0][a_row + i * a_step] = next_a[i].x;
            a_slab[now][a_k + 1][a_row + i * a_step] = next_a[i].y;
            a_slab[now][a_k + 2][a_row + i * a_step] = next_a[i].z;
            a_slab[now][a_k + 3][a_row + i * a_step] = next_a[i].w;
            *reinterpret_cast<float4*>(&b_slab[now][b_k + i * b_step][b_column]) = next_b[i];
        }
        __syncthreads();
        fetch(first_k + depth); // beyond the last slab it reads nothing
#pragma unroll
        for (int k = 0; k < depth; ++k) {
            float a[8], b[8];
#pragma unroll
            for (int i = 0; i < 8; i += 4) {
                read_shared(&a[i], &a_slab[now][k][row_in_tile(i)]);
                read_shared(&b[i], &b_slab[now][k][column_in_tile(i)]);
            }
#pragma unroll
            for (int i = 0; i < 8; ++i) {
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] += a[i] * b[j];
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int row = first_row + row_in_tile(i);
#pragma unroll
        for (int j = 0; j < 8; j += 4) {
            const int column = first_column + column_in_tile(j);
            float* to = args.c + row * args.m + column;
            if (wide) {
                const float4 four = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
                if (row < args.n && column < args.m) *reinterpret_cast<float4*>(to) = four;
            } else {
#pragma unroll
                for (int q = 0; q < 4; ++q) {
                    if (row < args.n && column + q < args.m) to[q] = sum[i][j + q];
                }
            }
        }
    }
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 grid(groups_of(columns, args.m), groups_of(rows, args.n));
    if (args.p % 4 == 0 && args.m % 4 == 0) {
        multiply_tile<true><<<grid, threads>>>(args);
    } else {
        multiply_tile<false><<<grid, threads>>>(args);
    }
    CUDA_CHECK_LAUNCH();
}
