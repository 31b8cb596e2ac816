// With a constant grid: 528 blocks of 64 threads stride over the patches of points, and a thread has four rows
// of two points each. The loops over its points are exchanged: dx², which the points of a column share, is
// computed once and then used for all rows. Choose the constant grid where the program is made for one
// GPU.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int columns = 2;  // columns of points per thread, 64 apart
constexpr int rows = 4;     // rows of points per thread, adjacent
constexpr int tile = 128;   // atoms in shared memory at once
constexpr int threads = 64; // per block, in one row
constexpr int blocks = 528; // four per SM of an H200, which has 132

/// Returns 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

__global__ void __launch_bounds__(threads) gather(PotentialArgs args, int across, int patches) {
    __shared__ Atom atoms[tile]; // with z² + SOFTENING² in place of z
    for (int patch = blockIdx.x; patch < patches; patch += blocks) {
        const int first_row = patch / across * rows;
        const int first_column = patch % across * threads * columns + threadIdx.x;
        float x[columns], y[rows], sum[rows][columns] = {};
#pragma unroll
        for (int j = 0; j < columns; ++j) x[j] = (first_column + j * threads) * args.spacing;
#pragma unroll
        for (int i = 0; i < rows; ++i) y[i] = (first_row + i) * args.spacing;

        for (int first = 0; first < args.count; first += tile) {
            const int count = min(tile, args.count - first);
            for (int i = threadIdx.x; i < count; i += threads) {
                Atom atom = args.atoms[first + i];
                atom.z = atom.z * atom.z + SOFTENING * SOFTENING;
                atoms[i] = atom;
            }
            __syncthreads();
#pragma unroll 4
            for (int a = 0; a < count; ++a) {
                const Atom atom = atoms[a];
#pragma unroll
                for (int j = 0; j < columns; ++j) {
                    const float dx = x[j] - atom.x;
                    const float of_column = dx * dx + atom.z;
#pragma unroll
                    for (int i = 0; i < rows; ++i) {
                        const float dy = y[i] - atom.y;
                        sum[i][j] += atom.charge * inverse_root(dy * dy + of_column);
                    }
                }
            }
            __syncthreads();
        }
#pragma unroll
        for (int i = 0; i < rows; ++i) {
#pragma unroll
            for (int j = 0; j < columns; ++j) {
                const int row = first_row + i, column = first_column + j * threads;
                if (row < args.height && column < args.width)
                    args.potential[row * args.width + column] = sum[i][j];
            }
        }
    }
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const int across = groups_of(threads * columns, args.width);
    gather<<<blocks, threads>>>(args, across, across * groups_of(rows, args.height));
    CUDA_CHECK_LAUNCH();
}
