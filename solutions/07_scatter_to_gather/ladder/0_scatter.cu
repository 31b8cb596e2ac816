// Lab 07, the ladder. NOTES.md has the calculations and the measurements.
// > 0_scatter           a block per atom, neighbouring lanes at neighbouring points   <- you are here
//   1_gather            a thread per point, the only one that writes it
//   2_reciprocal_root   the root and the division in one instruction
//   3_constant_memory   atoms from constant memory
//   4_shared_tiles      tiles of atoms in shared memory
//   5_approximate_root  the bare root instruction of the hardware
//   6_points_in_a_row   four points per thread
//   7_eight_points      eight points per thread
//   8_patches           two by two points per thread
//   9_newton_roots      two roots of eight by multiply-adds
//
// Change:  a block per atom instead of a thread per atom. Its threads traverse the points together. Labs 01 to 06
//          teach nothing better: it is still a scatter.
// Why:     the baseline has 4096 threads, too few for a GPU (lab 01), and the 32 lanes of a warp add to one address,
//          one after the other (lab 06). Here 4096 blocks have 256 threads each. Neighbouring lanes add to
//          neighbouring points: 32 addresses, 4 sectors (lab 03). Blocks begin at different rows, so that blocks that
//          run at the same time seldom add to the same point.
// Counter: lanes per address: from 32 to 1. Atomics per interaction: one, as before.
// Costs:   each interaction is still an addition in L2. The root and the division are unchanged.

#include <cstddef>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int rows = 8; // rows of points of a block at a time, one per warp

__global__ void scatter(PotentialArgs args) {
    const Atom atom = args.atoms[blockIdx.x];
    const int first_row = blockIdx.x % args.height;
    for (int i = threadIdx.y; i < args.height; i += rows) {
        const int row = (first_row + i) % args.height;
        const float dy = row * args.spacing - atom.y;
        for (int column = threadIdx.x; column < args.width; column += 32) {
            const float dx = column * args.spacing - atom.x;
            const float squares = dx * dx + dy * dy + atom.z * atom.z + SOFTENING * SOFTENING;
            atomicAdd(&args.potential[row * args.width + column], atom.charge / sqrtf(squares));
        }
    }
}

extern "C" void potential(const PotentialArgs& args) {
    const std::size_t bytes = sizeof(float) * args.width * args.height;
    if (bytes == 0) return;
    CUDA_CHECK(cudaMemsetAsync(args.potential, 0, bytes));
    if (args.count == 0) return;
    scatter<<<args.count, dim3(32, rows)>>>(args);
    CUDA_CHECK_LAUNCH();
}
