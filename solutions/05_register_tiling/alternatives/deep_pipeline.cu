// With slabs for three steps in dynamic shared memory, filled by __pipeline_memcpy_async: two are in flight
// while one is used. Copies of 4 bytes transpose A, each straight to its destination. Choose it where one
// step is shorter than the latency of memory; the small copies of A cost instructions, and make this kernel
// slower.

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int side = 128;    // rows and columns of C per block
constexpr int depth = 16;    // terms of the sums in a slab
constexpr int stages = 3;    // slabs
constexpr int threads = 256; // each has 8 x 8 outputs

/// The parts of A and B that a block multiplies in one step.
struct Slab {
    alignas(16) float a[depth][side + 4]; // transposed; + 4 for the banks of the copies
    alignas(16) float b[depth][side];
};

constexpr int bytes = stages * sizeof(Slab); // more than the 48 KB of the default limit

/// Starts to copy @p floats neighbours of a row, or as many zeros outside the matrix.
template <int floats>
__device__ void copy(float* to, const float* matrix, int height, int width, int row, int column) {
    const bool inside = row < height && column < width;
    const float* from = inside ? matrix + row * width + column : matrix;
    __pipeline_memcpy_async(to, from, 4 * floats, inside ? 0 : 4 * floats);
}

/// Starts to copy this thread's share of the slab whose first term is @p first_k. Each slab is one group of
/// copies; slabs past the last one are zeros.
template <bool wide>
__device__ void bring(Slab& slab, const ProductArgs& args, int first_row, int first_column, int first_k) {
#pragma unroll
    for (int e = threadIdx.x; e < side * depth; e += threads)
        copy<1>(&slab.a[e % depth][e / depth], args.a, args.n, args.p, first_row + e / depth,
                first_k + e % depth);
    constexpr int floats = wide ? 4 : 1;
#pragma unroll
    for (int e = threadIdx.x * floats; e < depth * side; e += threads * floats)
        copy<floats>(&slab.b[e / side][e % side], args.b, args.p, args.m, first_k + e / side,
                     first_column + e % side);
    __pipeline_commit();
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
    const int first_row = blockIdx.y * side, first_column = blockIdx.x * side;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32; // the lanes of a warp are 8 by 4
    const int row = (warp / 4 * 8 + lane / 4) * 4, column = (warp % 4 * 4 + lane % 4) * 4;

    float sum[8][8] = {};
    for (int stage = 0; stage < stages - 1; ++stage)
        bring<wide>(slabs[stage], args, first_row, first_column, stage * depth);
    for (int first_k = 0, step = 0; first_k < args.p; first_k += depth, ++step) {
        __pipeline_wait_prior(stages - 2); // this slab has arrived; later ones may be in flight
        __syncthreads();
        bring<wide>(slabs[(step + stages - 1) % stages], args, first_row, first_column,
                    first_k + (stages - 1) * depth);
        multiply_slab(sum, slabs[step % stages], row, column);
    }
    __pipeline_wait_prior(0);
    store<wide>(sum, args, first_row + row, first_column + column);
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
