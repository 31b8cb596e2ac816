// Lab 07, the ladder. NOTES.md has the calculations and the measurements.
//   0_scatter           a block per atom, neighbouring lanes at neighbouring points
//   1_gather            a thread per point, the only one that writes it
//   2_reciprocal_root   the root and the division in one instruction
//   3_constant_memory   atoms from constant memory
//   4_shared_tiles      tiles of atoms in shared memory
// > 5_approximate_root  the bare root instruction of the hardware   <- you are here
//   6_points_in_a_row   four points per thread
//   7_eight_points      eight points per thread
//   8_patches           two by two points per thread
//   9_newton_roots      two roots of eight by multiply-adds
//
// Change:  rsqrt.approx.ftz instead of rsqrtf().
// Why:     rsqrtf() has three instructions in addition to the root: a comparison, and a multiplication before
//          and after it, in case its argument is subnormal (below 2^-126), which the unit would treat as 0.
//          No sum of squares with SOFTENING² is that small. With the suffix ftz, flush to zero, only the
//          root is left.
// Counter: instructions.
// Costs:   a line of PTX. -use_fast_math would do the same to every root of a file, and change divisions, sines
//          and subnormal numbers as well; one instruction by name is the smaller promise.

#include "kernelsmith/check.h"
#include "lab.h"

/// Returns 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

constexpr int rows = 8;   // rows of points per block, one per warp
constexpr int tile = 256; // atoms in shared memory at once
constexpr int block_size = 32 * rows;

__global__ void gather(PotentialArgs args) {
    __shared__ Atom atoms[tile]; // with z² + SOFTENING² in place of z
    const int column = blockIdx.x * 32 + threadIdx.x;
    const int row = blockIdx.y * rows + threadIdx.y;
    const float x = column * args.spacing;
    const float y = row * args.spacing;
    float sum = 0;
    for (int first = 0; first < args.count; first += tile) {
        const int count = min(tile, args.count - first);
        for (int i = threadIdx.y * 32 + threadIdx.x; i < count; i += block_size) {
            Atom atom = args.atoms[first + i];
            atom.z = atom.z * atom.z + SOFTENING * SOFTENING;
            atoms[i] = atom;
        }
        __syncthreads();
        for (int i = 0; i < count; ++i) {
            const Atom atom = atoms[i];
            const float dx = x - atom.x;
            const float dy = y - atom.y;
            sum += atom.charge * inverse_root(dx * dx + (dy * dy + atom.z));
        }
        __syncthreads();
    }
    if (column < args.width && row < args.height) args.potential[row * args.width + column] = sum;
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 block(32, rows);
    const dim3 grid(groups_of(32, args.width), groups_of(rows, args.height));
    gather<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
