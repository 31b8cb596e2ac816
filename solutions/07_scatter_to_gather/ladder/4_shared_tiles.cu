// Lab 07, the ladder. NOTES.md has the calculations and the measurements.
//   0_scatter           a block per atom, neighbouring lanes at neighbouring points
//   1_gather            a thread per point, the only one that writes it
//   2_reciprocal_root   the root and the division in one instruction
//   3_constant_memory   atoms from constant memory
// > 4_shared_tiles      tiles of atoms in shared memory   <- you are here
//   5_approximate_root  the bare root instruction of the hardware
//   6_points_in_a_row   four points per thread
//   7_eight_points      eight points per thread
//   8_patches           two by two points per thread
//   9_newton_roots      two roots of eight by multiply-adds
//
// Change:  from rung 2: the block loads a tile of atoms into shared memory, uses them, and loads the next tile.
//          While it fills the tile, it computes z² + SOFTENING², which is the same for all points.
// Why:     a load from L1 must look up a tag, and its data arrives later than data from shared memory. All
//          lanes read the same 16 bytes, a broadcast without bank conflicts.
// Counter: loads from global memory: from one per interaction to one per 256, the points of a block.
//          Instructions: one multiply-add fewer.
// Costs:   two barriers per tile. Threads beyond the grid must execute them, so they stay to the end.

#include "kernelsmith/check.h"
#include "lab.h"

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
