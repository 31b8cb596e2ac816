// With cooperative groups: each warp copies two rows of B's slab with cg::memcpy_async, which determines itself
// how many bytes it can copy at once. A goes through registers, since it must be transposed. Choose
// it where copies by a whole group are simpler to write than the share of each thread.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int side = 128;    // rows and columns of C per block
constexpr int depth = 16;    // terms of the sums in shared memory at once
constexpr int threads = 256; // each has 8 x 8 outputs

/// The parts of A and B that a block multiplies in one step.
struct Slab {
    alignas(16) float a[depth][side + 4]; // transposed; + 4 for the banks of the stores
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

/// Copies the rows of B's slab, one warp per row. Copies nothing beyond the edges: the old values there are
/// multiplied by zeros of A, or go into outputs outside C.
__device__ void copy_b(const cg::thread_block_tile<32>& warp, Slab& slab, const ProductArgs& args,
                       int first_column, int first_k) {
    const int columns = min(side, args.m - first_column);
    for (int k = warp.meta_group_rank(); k < depth && first_k + k < args.p; k += warp.meta_group_size())
        cg::memcpy_async(warp, slab.b[k], args.b + (first_k + k) * args.m + first_column,
                         columns * sizeof(float));
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
    __shared__ Slab slabs[2];
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const int first_row = blockIdx.y * side, first_column = blockIdx.x * side;
    const int row = (warp.meta_group_rank() / 4 * 8 + warp.thread_rank() / 4) * 4;
    const int column = (warp.meta_group_rank() % 4 * 4 + warp.thread_rank() % 4) * 4;
    for (int e = block.thread_rank(); e < 2 * depth * side; e += block.size())
        slabs[e / (depth * side)].b[e / side % depth][e % side] = 0;
    block.sync();

    float4 part[2];
    const auto fetch_a = [&](int first_k) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int e = (i * threads + block.thread_rank()) * 4;
            part[i] = four_of<wide>(args.a, args.n, args.p, first_row + e / depth, first_k + e % depth);
        }
    };
    const auto put_a = [&](Slab& slab) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int e = (i * threads + block.thread_rank()) * 4;
            slab.a[e % depth + 0][e / depth] = part[i].x;
            slab.a[e % depth + 1][e / depth] = part[i].y;
            slab.a[e % depth + 2][e / depth] = part[i].z;
            slab.a[e % depth + 3][e / depth] = part[i].w;
        }
    };

    float sum[8][8] = {};
    copy_b(warp, slabs[0], args, first_column, 0);
    fetch_a(0);
    put_a(slabs[0]);
    for (int first_k = 0, now = 0; first_k < args.p; first_k += depth, now ^= 1) {
        cg::wait(block); // for the copies, and for the block's last reads of the other slab
        copy_b(warp, slabs[now ^ 1], args, first_column, first_k + depth);
        fetch_a(first_k + depth);
        multiply_slab(sum, slabs[now], row, column);
        put_a(slabs[now ^ 1]);
    }
    store<wide>(sum, args, first_row + row, first_column + column);
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    if (args.p % 4 == 0 && args.m % 4 == 0) {
        multiply_tile<true><<<grid, threads>>>(args);
    } else {
        multiply_tile<false><<<grid, threads>>>(args);
    }
    CUDA_CHECK_LAUNCH();
}
