// Lab 07: scatter to gather.
//
// Yours are the four regions from TODO to END TODO; work in the order of their numbers. README.md explains
// the tasks, lab.h the interface.

#include "kernelsmith/check.h"
#include "lab.h"

/// 1 / sqrt(x) for an x of at least SOFTENING², to all but the last bits of a float.
__device__ float inverse_root(float x) {
    // TODO(2): the special-function unit has one instruction for it. (about 3 lines)
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
    // END TODO(2)
}

// TODO(4): several points a thread. What is the same for all of them, add_atom() computes once; then each point
// has its own dx, root and sum. Point j is (x[j], y). Sweep the shape, then write down the best; under #ifndef a
// sweep can set it. (about 22 lines)
#ifndef POINTS
#define POINTS 4 // a thread, all in one row
#endif
#ifndef ROWS
#define ROWS 16 // of points a block; each is a warp's
#endif
#ifndef TILE
#define TILE 256 // atoms in shared memory at once
#endif
#ifndef UNROLL
#define UNROLL 16 // atoms in a round of the loop over a tile
#endif
__device__ void add_atom(const Atom& atom, const float* x, float y, float* sum) {
    const float dy = y - atom.y;
    const float of_row = dy * dy + atom.z;
#pragma unroll
    for (int j = 0; j < POINTS; ++j) {
        const float dx = x[j] - atom.x;
        sum[j] += atom.charge * inverse_root(dx * dx + of_row);
    }
}
// END TODO(4)

constexpr int block_size = 32 * ROWS;
[[maybe_unused]] constexpr int unroll = UNROLL; // for a pragma, which does not look into macros
static_assert(block_size <= 1024, "a block has at most 1024 threads");
static_assert(TILE * sizeof(Atom) <= 48 * 1024, "the tile fits into 48 KB");

/// Adds the shares of all atoms to the sums of this thread's points. Every thread of the block comes here, also
/// one whose points lie beyond the grid.
__device__ void add_atoms(const PotentialArgs& args, const float* x, float y, float* sum) {
    // TODO(3): by the tile. The threads of the block bring TILE atoms into shared memory, each of them every
    // block_size-th, with z² + SOFTENING² in the place of z; then all use them. Where do the two barriers stand?
    // (about 14 lines)
    __shared__ Atom tile[TILE];
    for (int first = 0; first < args.count; first += TILE) {
        const int count = min(TILE, args.count - first);
        for (int i = threadIdx.y * 32 + threadIdx.x; i < count; i += block_size) {
            Atom atom = args.atoms[first + i];
            atom.z = atom.z * atom.z + SOFTENING * SOFTENING;
            tile[i] = atom;
        }
        __syncthreads();
#pragma unroll unroll
        for (int i = 0; i < count; ++i) add_atom(tile[i], x, y, sum);
        __syncthreads();
    }
    // END TODO(3)
}

/// A thread computes the potential of its points, from all atoms; nobody else adds to them.
__global__ void __launch_bounds__(block_size) gather(PotentialArgs args) {
    // TODO(1): which points are this thread's? A block has ROWS rows of 32 * POINTS neighbouring points, a row for
    // each warp, and from one point of a thread to its next it is 32 columns. add_atoms() adds up; then each sum
    // whose point lies in the grid goes to its place. (about 12 lines)
    const int row = blockIdx.y * ROWS + threadIdx.y;
    const int first_column = blockIdx.x * POINTS * 32 + threadIdx.x;
    float x[POINTS], sum[POINTS] = {};
#pragma unroll
    for (int j = 0; j < POINTS; ++j) x[j] = (first_column + j * 32) * args.spacing;
    add_atoms(args, x, row * args.spacing, sum);
#pragma unroll
    for (int j = 0; j < POINTS; ++j) {
        const int column = first_column + j * 32;
        if (row < args.height && column < args.width) args.potential[row * args.width + column] = sum[j];
    }
    // END TODO(1)
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 block(32, ROWS);
    const dim3 grid(groups_of(32 * POINTS, args.width), groups_of(ROWS, args.height));
    gather<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
