// Lab 11 with a barrier of the whole grid: all blocks count a tile each, wait for all of the others, and add
// up what the blocks before them keep. There are no tickets and no states that somebody polls. One would
// choose it for its simplicity, where the waits of all for the slowest block do not matter.

#include <cooperative_groups.h>

#include <algorithm>
#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int block = 256; // threads
constexpr int warps = block / 32;
constexpr int vectors = 8; // of four elements each, of a thread in a tile
constexpr int tile_elements = block * vectors * 4;

constexpr unsigned int all_lanes = 0xffffffff;

/// The sum of @p x of this lane and of all lanes before it.
__device__ inline unsigned int scan_warp(unsigned int x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const unsigned int before = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x += before;
    }
    return x;
}

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

/// Sets @p places to how many come before each of the thread's vectors among what its warp keeps. Returns how
/// many that is.
__device__ inline unsigned int find_places(const float4 (&rows)[vectors], unsigned int (&places)[vectors],
                                           float bound) {
    unsigned int of_warp = 0;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        const unsigned int own = count_below(rows[v], bound);
        const unsigned int through = scan_warp(own);
        places[v] = of_warp + through - own;
        of_warp += __shfl_sync(all_lanes, through, 31);
    }
    return of_warp;
}

/// Compacts a tile for each block, then the next ones. @p of_blocks has room for two counts of each block: a
/// fast block may be one turn ahead of those who still read.
__global__ void __launch_bounds__(block)
    compact_turns(CompactArgs args, unsigned int* of_blocks, long long tiles) {
    __shared__ float stage[tile_elements];
    __shared__ unsigned int of_warps[warps];
    __shared__ uint2 of_others[warps]; // what each warp has found of the blocks before this one, and of all
    const cg::grid_group grid = cg::this_grid();
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    unsigned int before = 0; // what all tiles of the turns before keep
    for (long long turn = 0; turn * gridDim.x < tiles; ++turn) {
        const long long tile = turn * gridDim.x + blockIdx.x;
        const long long first = tile * tile_elements + warp * (vectors * 128) + lane * 4;
        float4 rows[vectors];
#pragma unroll
        for (int v = 0; v < vectors; ++v) rows[v] = read_vector(args, first + v * 128);
        unsigned int places[vectors];
        const unsigned int of_warp = find_places(rows, places, args.bound);
        if (lane == 0) of_warps[warp] = of_warp;
        __syncthreads();
        unsigned int warps_before = 0;
        unsigned int total = 0;
#pragma unroll
        for (int w = 0; w < warps; ++w) {
            if (w == warp) warps_before = total;
            total += of_warps[w];
        }
        unsigned int* const counts = of_blocks + turn % 2 * gridDim.x;
        if (threadIdx.x == 0) counts[blockIdx.x] = total;
#pragma unroll
        for (int v = 0; v < vectors; ++v) put_below(stage, warps_before + places[v], rows[v], args.bound);
        grid.sync(); // the stage is there as well

        unsigned int lower = 0;
        unsigned int all = 0;
        for (unsigned int b = threadIdx.x; b < gridDim.x; b += block) {
            all += counts[b];
            if (b < blockIdx.x) lower += counts[b];
        }
        lower = __reduce_add_sync(all_lanes, lower);
        all = __reduce_add_sync(all_lanes, all);
        if (lane == 0) of_others[warp] = make_uint2(lower, all);
        __syncthreads();
        unsigned int tile_begins = before;
#pragma unroll
        for (const uint2& others : of_others) {
            tile_begins += others.x;
            before += others.y;
        }
        store_stage(args, stage, tile_begins, total);
        __syncthreads(); // nobody reads the stage any more
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) *args.kept = before;
}

static unsigned int resident_blocks() {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, compact_turns, block, 0));
    return static_cast<unsigned int>(multiprocessors * blocks);
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    static const unsigned int resident = resident_blocks(); // asked once: that takes longer than a launch
    CompactArgs of_kernel = args;
    unsigned int* of_blocks = args.scratch;
    long long tiles = groups_of(tile_elements, args.count);
    const auto blocks = static_cast<unsigned int>(std::min<long long>(tiles, resident));
    void* arguments[] = {&of_kernel, &of_blocks, &tiles};
    CUDA_CHECK(cudaLaunchCooperativeKernel(compact_turns, blocks, block, arguments, 0, nullptr));
}
