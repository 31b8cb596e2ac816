// With two teams: a block has 512 threads, and each half of them adds up half of the terms of every slab, for
// the whole tile. At the end the first team adds the sums of the second. Choose it for small products, where
// there are too few tiles for all SMs: twice as many warps work on each tile.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int side = 128; // rows and columns of C per block
constexpr int depth = 32; // terms of the sums in shared memory at once
constexpr int teams = 2;  // each takes every second term
constexpr int team = 256; // threads; each has 8 x 8 outputs
constexpr int threads = teams * team;

/// The parts of A and B that a block multiplies in one step.
struct Slab {
    alignas(16) float a[depth][side + 4]; // transposed; + 4 for the banks of put()
    alignas(16) float b[depth][side];
};

/// A thread's share of a slab, in flight from global memory.
struct Part {
    float4 a[2], b[2];
};

constexpr int bytes = 2 * sizeof(Slab); // more than the 48 KB of the default limit
constexpr int rows_at_once = 4;         // rows of a thread's sums that are passed on at once: 32 KB
static_assert(rows_at_once * 8 * team * sizeof(float) <= bytes);

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
    for (int i = 0; i < 2; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        part.a[i] = four_of<wide>(args.a, args.n, args.p, first_row + e / depth, first_k + e % depth);
        part.b[i] = four_of<wide>(args.b, args.p, args.m, first_k + e / side, first_column + e % side);
    }
}

/// Writes the values of fetch() into a slab.
__device__ void put(Slab& slab, const Part& part) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        const int row = e / depth, k = e % depth;
        slab.a[k + 0][row] = part.a[i].x;
        slab.a[k + 1][row] = part.a[i].y;
        slab.a[k + 2][row] = part.a[i].z;
        slab.a[k + 3][row] = part.a[i].w;
        *reinterpret_cast<float4*>(&slab.b[e / side][e % side]) = part.b[i];
    }
}

/// Reads four neighbours with one load.
__device__ void read_four(float* to, const float* from) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}

/// Adds every second term of a slab, from @p first on, to a thread's sums. Its rows are two groups of four,
/// half a tile apart, and so are its columns; (@p row, @p column) is its first output in the tile.
__device__ void multiply_slab(float (&sum)[8][8], const Slab& slab, int first, int row, int column) {
#pragma unroll
    for (int k = first; k < depth; k += teams) {
        float a[8], b[8];
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            read_four(&a[4 * half], &slab.a[k][row + half * side / 2]);
            read_four(&b[4 * half], &slab.b[k][column + half * side / 2]);
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
        const int r = row + i / 4 * side / 2 + i % 4;
        if (r >= args.n) continue;
#pragma unroll
        for (int j = 0; j < 8; j += 4) {
            const int first = column + j / 4 * side / 2;
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

template <bool wide> __global__ void __launch_bounds__(threads, 1) multiply_tile(ProductArgs args) {
    extern __shared__ float4 memory[]; // float4, so that it starts at a multiple of 16 bytes
    Slab* slabs = reinterpret_cast<Slab*>(memory);
    const int first_row = blockIdx.y * side, first_column = blockIdx.x * side;
    const int mine = threadIdx.x / team, thread = threadIdx.x % team;
    const int warp = thread / 32, lane = thread % 32; // the lanes of a warp are 8 by 4
    const int row = (warp / 4 * 8 + lane / 4) * 4, column = (warp % 4 * 4 + lane % 4) * 4;

    float sum[8][8] = {};
    Part part;
    fetch<wide>(part, args, first_row, first_column, 0);
    for (int first_k = 0, now = 0; first_k < args.p; first_k += depth, now ^= 1) {
        put(slabs[now], part);
        __syncthreads();
        fetch<wide>(part, args, first_row, first_column, first_k + depth);
        multiply_slab(sum, slabs[now], mine, row, column);
    }
    // The slabs are no longer needed: the second team writes its sums there, a few rows at a time, and the
    // first adds them.
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        float4* handed_over = memory + i % rows_at_once * 2 * team + thread;
        if (i % rows_at_once == 0) {
            __syncthreads();
            if (mine == 1) {
#pragma unroll
                for (int r = 0; r < rows_at_once; ++r) {
                    const float(&s)[8] = sum[i + r];
                    handed_over[r * 2 * team] = {s[0], s[1], s[2], s[3]};
                    handed_over[r * 2 * team + team] = {s[4], s[5], s[6], s[7]};
                }
            }
            __syncthreads();
        }
        if (mine == 0) {
            float other[8];
            read_four(&other[0], &handed_over[0].x);
            read_four(&other[4], &handed_over[team].x);
#pragma unroll
            for (int j = 0; j < 8; ++j) sum[i][j] += other[j];
        }
    }
    if (mine == 0) store<wide>(sum, args, first_row + row, first_column + column);
}

template <bool wide> static void launch(const ProductArgs& args) {
    CUDA_CHECK(cudaFuncSetAttribute(multiply_tile<wide>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    multiply_tile<wide><<<dim3(groups_of(side, args.m), groups_of(side, args.n)), threads, bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    if (args.p % 4 == 0 && args.m % 4 == 0)
        launch<true>(args);
    else
        launch<false>(args);
}
