// Lab 07: scatter to gather.
//
// Write the four regions from TODO to END TODO, in the order of their numbers. README.md explains the tasks,
// lab.h the interface.

#include "kernelsmith/check.h"
#include "lab.h"

/// Returns 1 / sqrt(x), accurate to all but the last bits of a float. @p x is at least SOFTENING².
__device__ float inverse_root(float x) {
    // TODO(2): the special-function unit has one instruction for it. (about 3 lines)
    return 1.0f / sqrtf(x); // replace
    // END TODO(2)
}

// TODO(4): several points per thread. add_atom() computes once all that is the same for these points; then each
// point has its own dx, root and sum. Point j is (x[j], y). Sweep the shape and write down the best one; #ifndef
// allows a sweep to set it. (about 22 lines)
#define POINTS 1 // replace: points per thread, all in one row
#define ROWS 8   // replace: rows of points per block, one per warp
#define TILE 256 // replace: atoms in shared memory at once
#define UNROLL 4 // replace: atoms per iteration of the unrolled loop over a tile
__device__ void add_atom(const Atom& atom, const float* x, float y, float* sum) { // replace
    const float dx = x[0] - atom.x;                                               // replace
    const float dy = y - atom.y;                                                  // replace
    sum[0] += atom.charge * inverse_root(dx * dx + dy * dy + atom.z);             // replace
} // replace
// END TODO(4)

constexpr int block_size = 32 * ROWS;
[[maybe_unused]] constexpr int unroll = UNROLL; // for #pragma unroll, which does not expand macros
static_assert(block_size <= 1024, "a block has at most 1024 threads");
static_assert(TILE * sizeof(Atom) <= 48 * 1024, "the tile fits into 48 KB");

/// Adds the shares of all atoms to the sums of this thread's points. Every thread of the block calls it, also one
/// whose points are beyond the grid.
__device__ void add_atoms(const PotentialArgs& args, const float* x, float y, float* sum) {
    // TODO(3): tile by tile. The threads of the block load TILE atoms into shared memory, each thread every
    // block_size-th atom, with z² + SOFTENING² in place of z; then all threads use them. Where must the two
    // barriers be? (about 14 lines)
    for (int i = 0; i < args.count; ++i) {                // replace
        Atom atom = args.atoms[i];                        // replace: from global memory
        atom.z = atom.z * atom.z + SOFTENING * SOFTENING; // replace
        add_atom(atom, x, y, sum);                        // replace
    }                                                     // replace
    // END TODO(3)
}

/// Each thread computes the potential of its points from all atoms. No other thread adds to these points.
__global__ void __launch_bounds__(block_size) gather(PotentialArgs args) {
    // TODO(1): which points does this thread own? A block has ROWS rows of 32 * POINTS neighbouring points, one row
    // per warp. The points of a thread are 32 columns apart. add_atoms() adds up; then write each sum whose point
    // is inside the grid to args.potential. (about 12 lines)
    if (threadIdx.x + threadIdx.y == 0) args.potential[0] = 0; // replace: only one of the points
    // END TODO(1)
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 block(32, ROWS);
    const dim3 grid(groups_of(32 * POINTS, args.width), groups_of(ROWS, args.height));
    gather<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
