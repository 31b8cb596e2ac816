// With cuda::pipeline: asynchronous copies of 16 bytes fill both slabs without registers. A keeps its rows, so
// no transpose is needed: a thread reads four terms of each of its rows at once, instead of four rows of
// one term. Choose it where registers are scarce, since the copies in flight take none.

#include <cuda/pipeline>

#include "kernelsmith/check.h"
#include "lab.h"

using Pipeline = cuda::pipeline<cuda::thread_scope_thread>;

constexpr int rows = 128;    // rows of C per block
constexpr int columns = 64;  // columns of C per block
constexpr int depth = 16;    // terms of the sums in shared memory at once
constexpr int threads = 128; // each has 8 x 8 outputs

/// The parts of A and B that a block multiplies in one step.
struct Slab {
    alignas(16) float a[rows][depth + 4]; // + 4 for the banks of a warp's rows
    alignas(16) float b[depth][columns];
};

/// Starts to copy four neighbours of a row; writes zeros for elements outside the matrix.
template <bool wide> __device__ void copy_four(Pipeline& pipeline, float* to, const float* matrix, int height,
                                               int width, int row, int column) {
    constexpr int floats = wide ? 4 : 1; // in one copy
#pragma unroll
    for (int i = 0; i < 4; i += floats) {
        if (row < height && column + i < width) {
            cuda::memcpy_async(to + i, matrix + row * width + column + i,
                               cuda::aligned_size_t<4 * floats>(4 * floats), pipeline);
        } else {
#pragma unroll
            for (int q = i; q < i + floats; ++q) to[q] = 0;
        }
    }
}

/// Starts to copy this thread's share of the slab whose first term is @p first_k.
template <bool wide> __device__ void bring(Pipeline& pipeline, Slab& slab, const ProductArgs& args,
                                           int first_row, int first_column, int first_k) {
    pipeline.producer_acquire();
#pragma unroll
    for (int e = threadIdx.x * 4; e < rows * depth; e += threads * 4)
        copy_four<wide>(pipeline, &slab.a[e / depth][e % depth], args.a, args.n, args.p,
                        first_row + e / depth, first_k + e % depth);
#pragma unroll
    for (int e = threadIdx.x * 4; e < depth * columns; e += threads * 4)
        copy_four<wide>(pipeline, &slab.b[e / columns][e % columns], args.b, args.p, args.m,
                        first_k + e / columns, first_column + e % columns);
    pipeline.producer_commit();
}

/// Reads four neighbours with one load.
__device__ void read_four(float* to, const float* from) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}

/// Adds the terms of a slab to a thread's sums, four terms at a time. The thread's rows are 16 apart; its
/// columns are two groups of four, half a tile apart.
__device__ void multiply_slab(float (&sum)[8][8], const Slab& slab, int row, int column) {
#pragma unroll
    for (int k = 0; k < depth; k += 4) {
        float a[8][4];
#pragma unroll
        for (int i = 0; i < 8; ++i) read_four(a[i], &slab.a[row + 16 * i][k]);
#pragma unroll
        for (int q = 0; q < 4; ++q) {
            float b[8];
            read_four(&b[0], &slab.b[k + q][column]);
            read_four(&b[4], &slab.b[k + q][column + columns / 2]);
#pragma unroll
            for (int i = 0; i < 8; ++i) {
#pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] += a[i][q] * b[j];
            }
        }
    }
}

/// Writes the sums that are inside C; the first has the index (@p row, @p column).
template <bool wide>
__device__ void store(const float (&sum)[8][8], const ProductArgs& args, int row, int column) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int r = row + 16 * i;
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

template <bool wide> __global__ void __launch_bounds__(threads, 3) multiply_tile(ProductArgs args) {
    __shared__ Slab slabs[2];
    const int first_row = blockIdx.y * rows, first_column = blockIdx.x * columns;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32; // the lanes of a warp are 8 by 4
    const int row = warp / 2 * 8 + lane / 4, column = (warp % 2 * 4 + lane % 4) * 4;

    float sum[8][8] = {};
    Pipeline pipeline = cuda::make_pipeline();
    bring<wide>(pipeline, slabs[0], args, first_row, first_column, 0);
    for (int first_k = 0, now = 0; first_k < args.p; first_k += depth, now ^= 1) {
        pipeline.consumer_wait(); // for this thread's copies
        __syncthreads();          // for those of all threads, and for the last reads of the other slab
        bring<wide>(pipeline, slabs[now ^ 1], args, first_row, first_column, first_k + depth);
        multiply_slab(sum, slabs[now], row, column);
        pipeline.consumer_release();
    }
    store<wide>(sum, args, first_row + row, first_column + column);
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
