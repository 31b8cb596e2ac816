// Lab 07, the ladder. NOTES.md has the sums and the measurements.
//   0_scatter           a block an atom, neighbouring lanes at neighbouring points
//   1_gather            a thread a point, which it alone writes
//   2_reciprocal_root   the root and the division in one
//   3_constant_memory   atoms through constant memory
// > 4_shared_tiles      atoms through tiles in shared memory   <- you are here
//   5_approximate_root  the root as the hardware gives it
//   6_points_in_a_row   four points a thread
//   7_eight_points      eight points a thread
//   8_patches           two by two points a thread
//   9_newton_roots      two roots of eight by multiply-adds
//
// Change:  from rung 2: the block brings TILE atoms into shared memory, uses them, and brings the next. What
//          an atom contributes to all points, z² + SOFTENING², is computed on the way.
// Why:     a load from L1 has to look up a tag, and its data come back later than those of shared memory. All
//          lanes read the same 16 bytes, so that none waits for another's bank.
// Counter: loads from global memory: from one an interaction to one for each of the block's points.
//          Instructions: a multiply-add less.
// Costs:   two barriers a tile. Threads beyond the grid have to come to them, so they stay to the end.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int rows = 8;   // of points a block; each is a warp's
constexpr int tile = 256; // atoms in shared memory at once
constexpr int block_size = 32 * rows;

__global__ void gather(PotentialArgs args) {
    __shared__ Atom atoms[tile]; // with z² + SOFTENING² where z was
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
            sum += atom.charge * rsqrtf(dx * dx + (dy * dy + atom.z));
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
