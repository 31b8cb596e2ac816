// Lab 07, the ladder. NOTES.md has the calculations and the measurements.
//   0_scatter           a block per atom, neighbouring lanes at neighbouring points
//   1_gather            a thread per point, the only one that writes it
//   2_reciprocal_root   the root and the division in one instruction
//   3_constant_memory   atoms from constant memory
//   4_shared_tiles      tiles of atoms in shared memory
//   5_approximate_root  the bare root instruction of the hardware
//   6_points_in_a_row   four points per thread
// > 7_eight_points      eight points per thread   <- you are here
//   8_patches           two by two points per thread
//   9_newton_roots      two roots of eight by multiply-adds
//
// Change:  from rung 6: eight points per thread.
// Why:     loads per interaction halve again, and so does the other work that the points of a row share.
// Counter: loads per interaction: 0.125.
// Costs:   it gains next to nothing. With four points the instructions of an interaction take little more than
//          half of the eight cycles that its root takes, so fewer instructions do not help. And half as many
//          blocks fill the device less evenly at the end.

#include "kernelsmith/check.h"
#include "lab.h"

/// Returns 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

constexpr int points = 8; // per thread
constexpr int rows = 8;   // rows of points per block, one per warp
constexpr int tile = 256; // atoms in shared memory at once
constexpr int block_size = 32 * rows;

__global__ void __launch_bounds__(block_size) gather(PotentialArgs args) {
    __shared__ Atom atoms[tile]; // with z² + SOFTENING² in place of z
    const int first_column = blockIdx.x * points * 32 + threadIdx.x;
    const int row = blockIdx.y * rows + threadIdx.y;
    const float y = row * args.spacing;
    float x[points], sum[points] = {};
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;

    for (int first = 0; first < args.count; first += tile) {
        const int count = min(tile, args.count - first);
        for (int i = threadIdx.y * 32 + threadIdx.x; i < count; i += block_size) {
            Atom atom = args.atoms[first + i];
            atom.z = atom.z * atom.z + SOFTENING * SOFTENING;
            atoms[i] = atom;
        }
        __syncthreads();
#pragma unroll 4
        for (int i = 0; i < count; ++i) {
            const Atom atom = atoms[i];
            const float dy = y - atom.y;
            const float of_row = dy * dy + atom.z;
#pragma unroll
            for (int j = 0; j < points; ++j) {
                const float dx = x[j] - atom.x;
                sum[j] += atom.charge * inverse_root(dx * dx + of_row);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int column = first_column + j * 32;
        if (column < args.width && row < args.height) args.potential[row * args.width + column] = sum[j];
    }
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 block(32, rows);
    const dim3 grid(groups_of(32 * points, args.width), groups_of(rows, args.height));
    gather<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
