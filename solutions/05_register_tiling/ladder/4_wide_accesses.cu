// Lab 05, the ladder. NOTES.md has the calculations and the measurements.
//   1_column_of_outputs  four outputs per thread, in a column
//   2_register_tile      four by four outputs per thread
//   3_flat_slabs         slabs that are less deep than the tile is wide
// > 4_wide_accesses      16 bytes per access, for loads and stores   <- you are here
//   5_double_buffer      the next slab in flight while this one is used
//   6_deep_slabs         slabs of twice the depth
//   7_async_copies       B by asynchronous copies, without registers
//   8_warp_tiles         nearly square warp tiles, and reads one k ahead
//   9_sized_tiles        tiles chosen by size, and separate thin edges
//
// Change:  every access moves 16 bytes. A is transposed in shared memory, so that four values which a thread
//          needs are neighbours there, like those of B; and a thread's outputs are groups of four
//          neighbours.
// Why:     a request to shared memory is an instruction, and a cycle that a scheduler spends on it is lost for
//          a multiply-add. The eight values of A and eight of B took sixteen loads for 64 multiply-adds; now
//          they take four. The number of passes over the banks of shared memory does not change.
// Counter: bytes per shared load from 205 to 512, multiply-adds per shared load from 6.4 to 16; instructions
//          fall.
// Costs:   rows of a matrix start at multiples of 16 bytes only where its width is a multiple of four. Every
//          other product uses the kernel with scalar global loads, which is compiled from the same source.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int rows = 128;
constexpr int columns = 128;
constexpr int depth = 8;
constexpr int threads = 256; // one float4 of each slab per thread

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
    __shared__ alignas(16) float a_slab[depth][rows + 4]; // + 4: no two lanes write to the same bank
    __shared__ alignas(16) float b_slab[depth][columns];
    const int t = threadIdx.x;
    const int first_row = blockIdx.y * rows;
    const int first_column = blockIdx.x * columns;

    float sum[8][8] = {};
    for (int first_k = 0; first_k < args.p; first_k += depth) {
        const int a_row = t / 2, a_k = t % 2 * 4, b_k = t / 32, b_column = t % 32 * 4;
        const float4 a = read_global<wide>(args.a, args.n, args.p, first_row + a_row, first_k + a_k);
        const float4 b = read_global<wide>(args.b, args.p, args.m, first_k + b_k, first_column + b_column);
        a_slab[a_k + 0][a_row] = a.x;
        a_slab[a_k + 1][a_row] = a.y;
        a_slab[a_k + 2][a_row] = a.z;
        a_slab[a_k + 3][a_row] = a.w;
        *reinterpret_cast<float4*>(&b_slab[b_k][b_column]) = b;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < depth; ++k) {
            float a[8], b[8];
#pragma unroll
            for (int i = 0; i < 8; i += 4) {
                read_shared(&a[i], &a_slab[k][row_in_tile(i)]);
                read_shared(&b[i], &b_slab[k][column_in_tile(i)]);
            }
#pragma unroll
            for (int i = 0; i < 8; ++i) {
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] += a[i] * b[j];
            }
        }
        __syncthreads();
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
