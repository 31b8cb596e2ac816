// Lab 07, the ladder. NOTES.md has the calculations and the measurements.
//   0_scatter           a block per atom, neighbouring lanes at neighbouring points
//   1_gather            a thread per point, the only one that writes it
//   2_reciprocal_root   the root and the division in one instruction
//   3_constant_memory   atoms from constant memory
//   4_shared_tiles      tiles of atoms in shared memory
//   5_approximate_root  the bare root instruction of the hardware
//   6_points_in_a_row   four points per thread
//   7_eight_points      eight points per thread
// > 8_patches           two by two points per thread   <- you are here
//   9_newton_roots      two roots of eight by multiply-adds
//
// Change:  from rung 6: a thread's four points are two rows by two columns.
// Why:     the tiles of lab 05: dx² serves a column, dy² + z² + SOFTENING² serves a row, and per point only one
//          addition is left of the sum of squares.
// Counter: instructions: four points of a row need 4 differences and 4 multiply-adds, and 2 for the row. Two by
//          two points need 2 + 2 for the columns, 2 + 2 for the rows, and 4 additions: two more. Larger
//          patches would need fewer, but see rung 7.
// Costs:   two instructions per atom, and one more rounding per square. It is a little slower, and could not
//          gain much: the roots are the limit.

#include "kernelsmith/check.h"
#include "lab.h"

/// Returns 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

constexpr int down = 2;   // points per thread in a column, 8 rows apart
constexpr int across = 2; // points per thread in a row, 32 columns apart
constexpr int warps = 8;  // per block
constexpr int tile = 256; // atoms in shared memory at once
constexpr int block_size = 32 * warps;

__global__ void __launch_bounds__(block_size) gather(PotentialArgs args) {
    __shared__ Atom atoms[tile]; // with z² + SOFTENING² in place of z
    const int first_column = blockIdx.x * across * 32 + threadIdx.x;
    const int first_row = blockIdx.y * down * warps + threadIdx.y;
    float x[across], y[down], sum[down][across] = {};
#pragma unroll
    for (int j = 0; j < across; ++j) x[j] = (first_column + j * 32) * args.spacing;
#pragma unroll
    for (int i = 0; i < down; ++i) y[i] = (first_row + i * warps) * args.spacing;

    for (int first = 0; first < args.count; first += tile) {
        const int count = min(tile, args.count - first);
        for (int k = threadIdx.y * 32 + threadIdx.x; k < count; k += block_size) {
            Atom atom = args.atoms[first + k];
            atom.z = atom.z * atom.z + SOFTENING * SOFTENING;
            atoms[k] = atom;
        }
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < count; ++k) {
            const Atom atom = atoms[k];
            float of_column[across], of_row[down];
#pragma unroll
            for (int j = 0; j < across; ++j) of_column[j] = (x[j] - atom.x) * (x[j] - atom.x);
#pragma unroll
            for (int i = 0; i < down; ++i) of_row[i] = (y[i] - atom.y) * (y[i] - atom.y) + atom.z;
#pragma unroll
            for (int i = 0; i < down; ++i) {
#pragma unroll
                for (int j = 0; j < across; ++j)
                    sum[i][j] += atom.charge * inverse_root(of_column[j] + of_row[i]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < down; ++i) {
#pragma unroll
        for (int j = 0; j < across; ++j) {
            const int column = first_column + j * 32;
            const int row = first_row + i * warps;
            if (column < args.width && row < args.height)
                args.potential[row * args.width + column] = sum[i][j];
        }
    }
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 block(32, warps);
    const dim3 grid(groups_of(32 * across, args.width), groups_of(warps * down, args.height));
    gather<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
