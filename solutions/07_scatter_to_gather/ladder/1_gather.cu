// Lab 07, the ladder. NOTES.md has the sums and the measurements.
//   0_scatter           a block an atom, neighbouring lanes at neighbouring points
// > 1_gather            a thread a point, which it alone writes   <- you are here
//   2_reciprocal_root   the root and the division in one
//   3_constant_memory   atoms through constant memory
//   4_shared_tiles      atoms through tiles in shared memory
//   5_approximate_root  the root as the hardware gives it
//   6_points_in_a_row   four points a thread
//   7_eight_points      eight points a thread
//   8_patches           two by two points a thread
//   9_newton_roots      two roots of eight by multiply-adds
//
// Change:  from a thread an atom, which adds to every point, to a thread a point, which adds up all atoms.
//          The sum lies in a register until it is complete; each potential is written once.
// Why:     the atoms are read by everybody and written by nobody, the potentials are written. Who owns what
//          is written needs no atomics. And there are 256 times as many points as atoms, so 256 times as many
//          threads: 4096 atoms are 32 blocks of 128, for 132 SMs.
// Counter: global atomics: all of them are gone. Loads: one for each interaction, of 16 bytes, the same for
//          all lanes of a warp: one sector.
// Costs:   nothing. Every thread reads all atoms, but L1 has them.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int rows = 8; // of points a block; each is a warp's

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
        sum += atom.charge / sqrtf(squares);
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
