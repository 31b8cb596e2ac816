// Lab 11 with cooperative groups: a warp is a group that scans its counts and reduces what other tiles say,
// and the block is one that waits. The functions of the library stand for shuffles and ballots. One would
// choose it because the code says which threads take part.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;
using Warp = cg::thread_block_tile<32>;

constexpr int block = 256; // threads
constexpr int warps = block / 32;
constexpr int vectors = 8; // of four elements each, of a thread in a tile
constexpr int tile_elements = block * vectors * 4;

/// The vector of the row that begins with element @p i; behind the end stands what no bound keeps.
__device__ inline float4 read_vector(const CompactArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const float4*>(args.in + i);
    float4 x = make_float4(INFINITY, INFINITY, INFINITY, INFINITY);
    if (i < args.count) x.x = args.in[i];
    if (i + 1 < args.count) x.y = args.in[i + 1];
    if (i + 2 < args.count) x.z = args.in[i + 2];
    return x;
}

__device__ inline unsigned int count_below(float4 x, float bound) {
    return (x.x < bound) + (x.y < bound) + (x.z < bound) + (x.w < bound);
}

/// Puts what is kept of @p x to @p stage, from @p place on.
__device__ inline void put_below(float* stage, unsigned int place, float4 x, float bound) {
    if (x.x < bound) stage[place++] = x.x;
    if (x.y < bound) stage[place++] = x.y;
    if (x.z < bound) stage[place++] = x.z;
    if (x.w < bound) stage[place] = x.w;
}

/// Writes the @p total elements of the stage to `out`, from @p before on. A warp begins where a line of 128
/// bytes does.
__device__ inline void store_stage(const CompactArgs& args, const float* stage, unsigned int before,
                                   unsigned int total) {
    const int end = static_cast<int>(total);
    for (int i = static_cast<int>(threadIdx.x - before % 32); i < end; i += block)
        if (i >= 0) args.out[before + i] = stage[i];
}

/// The upper half of a tile's state says what the lower half is: nothing yet, how many the tile keeps, or how
/// many are kept up to its end.
constexpr unsigned long long own_count = 1ULL << 32;
constexpr unsigned long long all_before = 2ULL << 32;

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the number of the first tile that nobody has taken
    unsigned long long* states; ///< one for each tile
};

static Scratch scratch_of(const CompactArgs& args) {
    return {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
}

__device__ inline void publish(const Scratch& scratch, long long tile, unsigned long long state) {
    __nv_atomic_store_n(&scratch.states[tile], state, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// How many all tiles before @p tile keep. A lane looks at one state, the warp at 32 of them, until one says
/// it for all before.
__device__ inline unsigned int look_back(const Warp& warp, const Scratch& scratch, long long tile) {
    unsigned int sum = 0;
    for (long long at = tile - 1 - warp.thread_rank();; at -= warp.size()) {
        unsigned long long state = all_before; // there is nothing before the first tile
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (warp.any(state < own_count));
        const unsigned int ends = warp.ballot(state >= all_before);
        const unsigned int nearest = ends == 0 ? warp.size() - 1 : __ffs(static_cast<int>(ends)) - 1;
        const unsigned int counts = warp.thread_rank() <= nearest ? static_cast<unsigned int>(state) : 0;
        sum += cg::reduce(warp, counts, cg::plus<unsigned int>());
        if (ends != 0) return sum;
    }
}

__global__ void __launch_bounds__(block) compact_tiles(CompactArgs args, Scratch scratch, long long tiles) {
    __shared__ float stage[tile_elements];
    __shared__ unsigned int of_warps[32]; // counts; and then, for each, what the warps before it keep
    __shared__ unsigned int taken;
    __shared__ unsigned int tiles_before;
    __shared__ unsigned int of_tile;
    const cg::thread_block threads = cg::this_thread_block();
    const Warp warp = cg::tiled_partition<32>(threads);
    if (threads.thread_rank() == 0) taken = atomicAdd(scratch.ticket, 1U);
    threads.sync();
    const long long tile = taken;
    const long long first =
        tile * tile_elements + warp.meta_group_rank() * (vectors * 128) + warp.thread_rank() * 4;

    float4 rows[vectors]; // of 32 vectors each: one of the thread's in each row
#pragma unroll
    for (int v = 0; v < vectors; ++v) rows[v] = read_vector(args, first + v * 128);
    unsigned int places[vectors];
    unsigned int of_warp = 0;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        const unsigned int own = count_below(rows[v], args.bound);
        const unsigned int lanes_before = cg::exclusive_scan(warp, own);
        places[v] = of_warp + lanes_before;
        of_warp += warp.shfl(lanes_before + own, 31);
    }
    if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = of_warp;
    threads.sync();
    if (warp.meta_group_rank() == 0) {
        const unsigned int mine = warp.thread_rank() < warps ? of_warps[warp.thread_rank()] : 0;
        const unsigned int warps_before = cg::exclusive_scan(warp, mine);
        of_warps[warp.thread_rank()] = warps_before;
        const unsigned int total = warp.shfl(warps_before + mine, 31);
        if (warp.thread_rank() == 0) publish(scratch, tile, own_count | total);
        const unsigned int before = look_back(warp, scratch, tile);
        if (warp.thread_rank() == 0) {
            publish(scratch, tile, all_before | (before + total));
            tiles_before = before;
            of_tile = total;
            if (tile == tiles - 1) *args.kept = before + total;
        }
    }
    threads.sync();
#pragma unroll
    for (int v = 0; v < vectors; ++v)
        put_below(stage, of_warps[warp.meta_group_rank()] + places[v], rows[v], args.bound);
    threads.sync(); // the stage is there
    store_stage(args, stage, tiles_before, of_tile);
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    const long long tiles = groups_of(tile_elements, args.count);
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1))); // the ticket and the states
    compact_tiles<<<tiles, block>>>(args, scratch_of(args), tiles);
    CUDA_CHECK_LAUNCH();
}
