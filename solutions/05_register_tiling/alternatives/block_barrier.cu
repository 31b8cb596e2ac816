// With a cuda::barrier for each slab: the copies of B arrive at it together with the threads, and a thread
// waits only where it needs the slab. Between a thread's arrival and its wait, other threads may still use the
// slab before. Choose it where arrival and wait should be separate, or threads must wait for copies that
// other threads started.

#include <utility>

#include <cuda/barrier>

#include "kernelsmith/check.h"
#include "lab.h"

using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int side = 128;    // rows and columns of C per block
constexpr int depth = 32;    // terms of the sums in shared memory at once
constexpr int threads = 256; // each has 8 x 8 outputs

/// The parts of A and B that a block multiplies in one step.
struct Slab {
    alignas(16) float a[depth][side + 4]; // transposed; + 4 for the banks of put()
    alignas(16) float b[depth][side];
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

/// Starts to copy this thread's share of B's slab, neighbours of a row, by one call, because each call adds
/// an arrival at @p ready. Writes zeros for elements outside B.
template <bool wide>
__device__ void copy_b(Slab& slab, Barrier& ready, const ProductArgs& args, int first_column, int first_k) {
    constexpr int floats = depth * side / threads; // 64 bytes per thread
    constexpr int alignment = wide ? 16 : 4;
    const int k = threadIdx.x * floats / side, column = threadIdx.x * floats % side;
    const int inside = first_k + k < args.p ? max(0, min(floats, args.m - first_column - column)) : 0;
    if (inside > 0)
        cuda::memcpy_async(&slab.b[k][column], args.b + (first_k + k) * args.m + first_column + column,
                           cuda::aligned_size_t<alignment>(inside * sizeof(float)), ready);
    for (int q = inside; q < floats; ++q) slab.b[k][column + q] = 0;
}

/// Loads a thread's share of A's slab, which goes through registers because it must be transposed.
template <bool wide>
__device__ void fetch_a(float4 (&part)[4], const ProductArgs& args, int first_row, int first_k) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        part[i] = four_of<wide>(args.a, args.n, args.p, first_row + e / depth, first_k + e % depth);
    }
}

__device__ void put_a(Slab& slab, const float4 (&part)[4]) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int e = (i * threads + threadIdx.x) * 4;
        slab.a[e % depth + 0][e / depth] = part[i].x;
        slab.a[e % depth + 1][e / depth] = part[i].y;
        slab.a[e % depth + 2][e / depth] = part[i].z;
        slab.a[e % depth + 3][e / depth] = part[i].w;
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

template <bool wide> __global__ void __launch_bounds__(threads, 2) multiply_tile(ProductArgs args) {
    extern __shared__ float4 memory[]; // float4, so that it starts at a multiple of 16 bytes
    Slab* slabs = reinterpret_cast<Slab*>(memory);
#pragma nv_diag_suppress static_var_with_dynamic_init // init() replaces the constructor
    __shared__ Barrier ready[2];
    if (threadIdx.x < 2) init(&ready[threadIdx.x], threads);
    __syncthreads();
    const int first_row = blockIdx.y * side, first_column = blockIdx.x * side;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32; // the lanes of a warp are 8 by 4
    const int row = (warp / 4 * 8 + lane / 4) * 4, column = (warp % 4 * 4 + lane % 4) * 4;

    float sum[8][8] = {};
    float4 part[4];
    copy_b<wide>(slabs[0], ready[0], args, first_column, 0);
    fetch_a<wide>(part, args, first_row, 0);
    put_a(slabs[0], part);
    Barrier::arrival_token token = ready[0].arrive();
    for (int first_k = 0, now = 0; first_k < args.p; first_k += depth, now ^= 1) {
        // A thread that has arrived no longer reads the other slab: after this wait it may be filled.
        ready[now].wait(std::move(token));
        copy_b<wide>(slabs[now ^ 1], ready[now ^ 1], args, first_column, first_k + depth);
        fetch_a<wide>(part, args, first_row, first_k + depth);
        multiply_slab(sum, slabs[now], row, column);
        put_a(slabs[now ^ 1], part);
        token = ready[now ^ 1].arrive();
    }
    store<wide>(sum, args, first_row + row, first_column + column);
}

template <bool wide> static void launch(const ProductArgs& args) {
    constexpr int bytes = 2 * sizeof(Slab); // more than the 48 KB of the default limit
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
