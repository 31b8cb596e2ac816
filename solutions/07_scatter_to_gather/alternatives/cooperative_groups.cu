// With cooperative groups: a block of 16 warps is four teams of 128 threads, and each team computes the same
// points with a quarter of the atoms. At the end the teams' sums are added up. Choose it for a small grid,
// which has too few points for all SMs: four times as many threads have work.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int points = 4; // per thread, all in one row, 32 columns apart
constexpr int rows = 4;   // rows of points per block
constexpr int teams = 4;  // per block; they share the atoms of a tile
constexpr int tile = 256; // atoms in shared memory at once
constexpr int team_size = 32 * rows;
constexpr int block_size = teams * team_size;

/// Returns 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

/// Adds an atom's shares to the sums of the points (x[j], y). @p atom has z² + SOFTENING² in place of z.
__device__ void add_atom(const Atom& atom, const float (&x)[points], float y, float (&sum)[points]) {
    const float dy = y - atom.y;
    const float of_row = dy * dy + atom.z;
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const float dx = x[j] - atom.x;
        sum[j] += atom.charge * inverse_root(dx * dx + of_row);
    }
}

__global__ void __launch_bounds__(block_size) gather(PotentialArgs args) {
    __shared__ Atom atoms[tile];
    __shared__ float of_teams[teams][points][team_size];
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const int team = warp.meta_group_rank() / rows, row_in_block = warp.meta_group_rank() % rows;
    const int row = blockIdx.y * rows + row_in_block;
    const int first_column = blockIdx.x * 32 * points + warp.thread_rank();
    float x[points], sum[points] = {};
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;

    for (int first = 0; first < args.count; first += tile) {
        const int count = min(tile, args.count - first);
        cg::memcpy_async(block, atoms, args.atoms + first, count * sizeof(Atom));
        cg::wait(block);
        for (int i = block.thread_rank(); i < count; i += block.size())
            atoms[i].z = atoms[i].z * atoms[i].z + SOFTENING * SOFTENING;
        block.sync();
#pragma unroll 8
        for (int i = team; i < count; i += teams) add_atom(atoms[i], x, row * args.spacing, sum);
        block.sync();
    }
    const int in_team = row_in_block * 32 + warp.thread_rank();
#pragma unroll
    for (int j = 0; j < points; ++j) of_teams[team][j][in_team] = sum[j];
    block.sync();

    // Team t writes point t of each thread, so all teams share this work.
    static_assert(teams == points);
    float total = 0;
#pragma unroll
    for (int t = 0; t < teams; ++t) total += of_teams[t][team][in_team];
    const int column = first_column + team * 32;
    if (row < args.height && column < args.width) args.potential[row * args.width + column] = total;
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 grid(groups_of(32 * points, args.width), groups_of(rows, args.height));
    gather<<<grid, block_size>>>(args);
    CUDA_CHECK_LAUNCH();
}
