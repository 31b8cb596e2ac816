// With a constant grid: 528 blocks of 128 threads, whatever the sizes, and tiles of 128 x 64. The blocks take
// the tiles in column-major order, so that blocks that run at the same time share columns of B. Choose it for
// a program for one GPU, and the smaller tile where there are too few large ones for all SMs.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int rows = 128;    // rows of C per block
constexpr int columns = 64;  // columns of C per block
constexpr int depth = 16;    // terms of the sums in shared memory at once
constexpr int threads = 128; // each has 8 x 8 outputs
constexpr int blocks = 528;  // four per SM of an H200, which has 132

/// The parts of A and B that a block multiplies in one step.
struct Slab {
    alignas(16) float a[depth][rows + 4]; // transposed; + 4 for the banks of put()
    alignas(16) float b[depth][columns];
};

/// A thread's share of a slab, in flight from global memory.
struct Part {
    float4 a[4], b[2];
};

/// Loads four neighbours of a row of a matrix of @p height x @p width; zeros outside the matrix.
template <bool wide>
__device__ float4 four_of(const float* matrix, int height, int width, int row, int column) {
    float4 four = {};
    if (row >= height || column >= width) return four;
    const float* from = matrix + row * width + column;
    if (wide) return *reinterpret_cast<const float4*>(from);
    four.x = from[0];
    if (column + 1 < width) four.y = from[1];
    if (column + 2 < width) four.z = from[2];
    if (column + 3 < width) four.w = from[3];
    return four;
}

/// Starts to load this thread's share of the slab whose first term is @p first_k.
template <bool wide>
__device__ void fetch(Part& part, const ProductArgs& args, int first_row, int first_column, int first_k) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        part.a[i] = four_of<wide>(args.a, args.n, args.p, first_row + e / depth, first_k + e % depth);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        part.b[i] = four_of<wide>(args.b, args.p, args.m, first_k + e / columns, first_column + e % columns);
    }
}

/// Writes the values of fetch() into a slab.
__device__ void put(Slab& slab, const Part& part) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        const int row = e / depth, k = e % depth;
        slab.a[k + 0][row] = part.a[i].x;
        slab.a[k + 1][row] = part.a[i].y;
        slab.a[k + 2][row] = part.a[i].z;
        slab.a[k + 3][row] = part.a[i].w;
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        *reinterpret_cast<float4*>(&slab.b[e / columns][e % columns]) = part.b[i];
    }
}

/// Reads four neighbours with one load.
__device__ void read_four(float* to, const float* from) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}

/// Adds the terms of a slab to a thread's sums. Its rows are two groups of four, half a tile apart, and so
/// are its columns; (@p row, @p column) is its first output in the tile.
__device__ void multiply_slab(float (&sum)[8][8], const Slab& slab, int row, int column) {
#pragma unroll
    for (int k = 0; k < depth; ++k) {
        float a[8], b[8];
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            read_four(&a[4 * half], &slab.a[k][row + half * rows / 2]);
            read_four(&b[4 * half], &slab.b[k][column + half * columns / 2]);
        }
#pragma unroll
        for (int i = 0; i < 8; ++i) {
#pragma unroll
            for (int j = 0; j < 8; ++j) sum[i][j] += a[i] * b[j];
        }
    }
}

/// Writes the sums that are inside C; the first has the index (@p row, @p column).
template <bool wide>
__device__ void store(const float (&sum)[8][8], const ProductArgs& args, int row, int column) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int r = row + i / 4 * rows / 2 + i % 4;
        if (r >= args.n) continue;
#pragma unroll
        for (int j = 0; j < 8; j += 4) {
            const int first = column + j / 4 * columns / 2;
            float* to = args.c + r * args.m + first;
            if (wide) {
                const float4 four = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
                if (first < args.m) *reinterpret_cast<float4*>(to) = four;
            } else {
#pragma unroll
                for (int q = 0; q < 4; ++q) {
                    if (first + q < args.m) to[q] = sum[i][j + q];
                }
            }
        }
    }
}

template <bool wide> __global__ void __launch_bounds__(threads, 4)
    multiply_tiles(ProductArgs args, int down, int tiles) {
    __shared__ Slab slabs[2];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32; // the lanes of a warp are 8 by 4
    const int row = (warp / 2 * 8 + lane / 4) * 4, column = (warp % 2 * 4 + lane % 4) * 4;

    int now = 0; // the slabs alternate across tiles, too, so one barrier per step is enough everywhere
    for (int tile = blockIdx.x; tile < tiles; tile += blocks) {
        const int first_row = tile % down * rows, first_column = tile / down * columns;
        float sum[8][8] = {};
        Part part;
        fetch<wide>(part, args, first_row, first_column, 0);
        for (int first_k = 0; first_k < args.p; first_k += depth, now ^= 1) {
            put(slabs[now], part);
            __syncthreads();
            fetch<wide>(part, args, first_row, first_column, first_k + depth);
            multiply_slab(sum, slabs[now], row, column);
        }
        store<wide>(sum, args, first_row + row, first_column + column);
    }
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const int down = groups_of(rows, args.n), tiles = down * groups_of(columns, args.m);
    if (args.p % 4 == 0 && args.m % 4 == 0)
        multiply_tiles<true><<<blocks, threads>>>(args, down, tiles);
    else
        multiply_tiles<false><<<blocks, threads>>>(args, down, tiles);
    CUDA_CHECK_LAUNCH();
}
