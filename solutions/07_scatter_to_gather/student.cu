// Lab 07: scatter to gather.
//
// Write the four regions from TODO to END TODO, in the order of their numbers. README.md explains the tasks,
// lab.h the interface.

#include "kernelsmith/check.h"
#include "lab.h"

/// Returns 1 / sqrt(x), accurate to all but the last bits of a float. @p x is at least SOFTENING².
__device__ float inverse_root(float x) {
    // TODO(2): the special-function unit has one instruction for it. (about 3 lines)
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
    // END TODO(2)
}

// TODO(4): several points per thread. add_atom() computes once all that is the same for these points; then each
// point has its own dx, root and sum. Point j is (x[j], y). Sweep the shape and write down the best one; #ifndef
// allows a sweep to set it. (about 22 lines)
#ifndef POINTS
#define POINTS 4 // per thread, all in one row
#endif
#ifndef ROWS
#define ROWS 16 // rows of points per block, one per warp
#endif
#ifndef TILE
#define TILE 256 // atoms in shared memory at once
#endif
#ifndef UNROLL
#define UNROLL 16 // atoms per iteration of the unrolled loop over a tile
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
[[maybe_unused]] constexpr int unroll = UNROLL; // for #pragma unroll, which does not expand macros
static_assert(block_size <= 1024, "a block has at most 1024 threads");
static_assert(TILE * sizeof(Atom) <= 48 * 1024, "the tile fits into 48 KB");

/// Adds the shares of all atoms to the sums of this thread's points. Every thread of the block calls it, also one
/// whose points are beyond the grid.
__device__ void add_atoms(const PotentialArgs& args, const float* x, float y, float* sum) {
    // TODO(3): tile by tile. The threads of the block load TILE atoms into shared memory, each thread every
    // block_size-th atom, with z² + SOFTENING² in place of z; then all threads use them. Where must the two
    // barriers be? (about 14 lines)
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

/// Each thread computes the potential of its points from all atoms. No other thread adds to these points.
__global__ void __launch_bounds__(block_size) gather(PotentialArgs args) {
    // TODO(1): which points does this thread own? A block has ROWS rows of 32 * POINTS neighbouring points, one row
    // per warp. The points of a thread are 32 columns apart. add_atoms() adds up; then write each sum whose point
    // is inside the grid to args.potential. (about 12 lines)
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
