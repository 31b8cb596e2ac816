// Lab 07, the ladder. NOTES.md has the calculations and the measurements.
//   0_scatter           a block per atom, neighbouring lanes at neighbouring points
//   1_gather            a thread per point, the only one that writes it
// > 2_reciprocal_root   the root and the division in one instruction   <- you are here
//   3_constant_memory   atoms from constant memory
//   4_shared_tiles      tiles of atoms in shared memory
//   5_approximate_root  the bare root instruction of the hardware
//   6_points_in_a_row   four points per thread
//   7_eight_points      eight points per thread
//   8_patches           two by two points per thread
//   9_newton_roots      two roots of eight by multiply-adds
//
// Change:  charge * rsqrtf(squares) instead of charge / sqrtf(squares).
// Why:     the GPU has an instruction for 1 / sqrt(x). A correctly rounded root and a correctly rounded
//          division are sequences of instructions: each starts from an approximation and refines it by
//          multiply-adds, and has a branch for special cases. rsqrtf() is that first approximation, accurate
//          to 2 units in the last place.
// Counter: instructions.
// Costs:   a bit of accuracy that the sum would have rounded away.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int rows = 8; // rows of points per block, one per warp

__global__ void gather(PotentialArgs args) {
    const int column = blockIdx.x * 32 + threadIdx.x;
    const int row = blockIdx.y * rows + threadIdx.y;
    if (column >= args.width || row >= args.height) return;

    const float x = column * args.spacing;
    const float y = row * args.spacing;
    float sum = 0;
    for (int i = 0; i < args.count; ++i) {
        const Atom atom = args.atoms[i];
        const float dx = x - atom.x;
        const float dy = y - atom.y;
        const float squares = dx * dx + dy * dy + atom.z * atom.z + SOFTENING * SOFTENING;
        sum += atom.charge * rsqrtf(squares);
    }
    args.potential[row * args.width + column] = sum;
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 block(32, rows);
    const dim3 grid(groups_of(32, args.width), groups_of(rows, args.height));
    gather<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
