// Mistake: the atoms are taken to lie in the plane of the grid.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef POINTS
#define POINTS 4 // points a thread, all in one row
#endif
#ifndef ROWS
#define ROWS 16 // rows of points a block; each is a warp's
#endif
#ifndef TILE
#define TILE 256 // atoms in shared memory at once
#endif
#ifndef UNROLL
#define UNROLL 16 // atoms in a round of the innermost loop
#endif

constexpr int block_size = 32 * ROWS;
constexpr int unroll = UNROLL; // a pragma does not look into macros
static_assert(block_size <= 1024, "a block has at most 1024 threads");
static_assert(TILE * sizeof(Atom) <= 48 * 1024, "the tile fits into 48 KB");

/// What the threads of a block read together: atoms, with z² + SOFTENING² where z was. That part of the sum
/// of squares is the same for all points.
struct Tile {
    Atom atoms[TILE];
};

/// The points of a thread: their row, their columns, and their sums so far.
struct Points {
    int row;
    int column[POINTS];
    float sum[POINTS];
};

/// Which points are this thread's. A block has ROWS rows of 32 * POINTS neighbouring points each, and some
/// may lie beyond the grid.
__device__ Points points_of_thread() {
    Points points = {};
    points.row = blockIdx.y * ROWS + threadIdx.y;
#pragma unroll
    for (int j = 0; j < POINTS; ++j) points.column[j] = (blockIdx.x * POINTS + j) * 32 + threadIdx.x;
    return points;
}

/// Writes the thread's sums, each to its point.
__device__ void store(const Points& points, const PotentialArgs& args) {
#pragma unroll
    for (int j = 0; j < POINTS; ++j) {
        if (points.row < args.height && points.column[j] < args.width)
            args.potential[points.row * args.width + points.column[j]] = points.sum[j];
    }
}

/// 1 / sqrt(x) for an x of at least SOFTENING², to all but the last bits of a float.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

/// Adds to each of the thread's sums the share of the tile's first @p count atoms.
__device__ void add_tile(Points& points, const Tile& tile, int count, float spacing) {
    const float y = points.row * spacing;
    float x[POINTS];
#pragma unroll
    for (int j = 0; j < POINTS; ++j) x[j] = points.column[j] * spacing;
#pragma unroll unroll
    for (int i = 0; i < count; ++i) {
        const Atom atom = tile.atoms[i];
        const float dy = y - atom.y;
        const float shared_squares = dy * dy + atom.z;
#pragma unroll
        for (int j = 0; j < POINTS; ++j) {
            const float dx = x[j] - atom.x;
            points.sum[j] += atom.charge * inverse_root(dx * dx + shared_squares);
        }
    }
}

/// A thread computes the potential of its points, from all atoms; nobody else adds to them.
__global__ void __launch_bounds__(block_size) gather(PotentialArgs args) {
    __shared__ Tile tile;
    Points points = points_of_thread();
    for (int first = 0; first < args.count; first += TILE) {
        const int count = min(TILE, args.count - first);
        for (int i = threadIdx.y * 32 + threadIdx.x; i < count; i += block_size) {
            Atom atom = args.atoms[first + i];
            atom.z = SOFTENING * SOFTENING;
            tile.atoms[i] = atom;
        }
        __syncthreads();
        add_tile(points, tile, count, args.spacing);
        __syncthreads();
    }
    store(points, args);
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 block(32, ROWS);
    const dim3 grid(groups_of(32 * POINTS, args.width), groups_of(ROWS, args.height));
    gather<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
