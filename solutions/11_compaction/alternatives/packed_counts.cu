// Lab 11 with packed counts: a row of 32 vectors keeps 128 elements at most, so the counts of two rows fit a
// word with 16 bits for each, and one scan by shuffles does for both. One would choose it where the shuffles
// are many and the numbers small.

#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

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
__device__ inline unsigned int look_back(const Scratch& scratch, long long tile) {
    const int lane = threadIdx.x % 32;
    unsigned int sum = 0;
    for (long long at = tile - 1 - lane;; at -= 32) {
        unsigned long long state = all_before; // there is nothing before the first tile
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (__any_sync(all_lanes, state < own_count));
        const unsigned int ends = __ballot_sync(all_lanes, state >= all_before);
        const int nearest = ends == 0 ? 31 : __ffs(static_cast<int>(ends)) - 1;
        sum += __reduce_add_sync(all_lanes, lane <= nearest ? static_cast<unsigned int>(state) : 0);
        if (ends != 0) return sum;
    }
}

/// Sets @p places to how many come before each of the thread's vectors among what its warp keeps. Returns how
/// many that is.
__device__ inline unsigned int find_places(const float4 (&rows)[vectors], unsigned int (&places)[vectors],
                                           float bound) {
    unsigned int of_warp = 0;
#pragma unroll
    for (int v = 0; v < vectors; v += 2) {
        const unsigned int own = count_below(rows[v], bound) | count_below(rows[v + 1], bound) << 16;
        const unsigned int through = scan_warp(own); // neither half runs over into the other
        const unsigned int before = through - own;
        const unsigned int of_rows = __shfl_sync(all_lanes, through, 31);
        places[v] = of_warp + (before & 0xffff);
        of_warp += of_rows & 0xffff;
        places[v + 1] = of_warp + (before >> 16);
        of_warp += of_rows >> 16;
    }
    return of_warp;
}

__global__ void __launch_bounds__(block) compact_tiles(CompactArgs args, Scratch scratch, long long tiles) {
    __shared__ float stage[tile_elements];
    __shared__ unsigned int of_warps[32]; // counts; and then, for each, what the warps before it keep
    __shared__ unsigned int taken;
    __shared__ unsigned int tiles_before;
    __shared__ unsigned int of_tile;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) taken = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    const long long tile = taken;
    const long long first = tile * tile_elements + warp * (vectors * 128) + lane * 4;

    float4 rows[vectors]; // of 32 vectors each: one of the thread's in each row
#pragma unroll
    for (int v = 0; v < vectors; ++v) rows[v] = read_vector(args, first + v * 128);
    unsigned int places[vectors];
    const unsigned int of_warp = find_places(rows, places, args.bound);
    if (lane == 0) of_warps[warp] = of_warp;
    __syncthreads();
    if (warp == 0) {
        const unsigned int mine = lane < warps ? of_warps[lane] : 0;
        const unsigned int through = scan_warp(mine);
        of_warps[lane] = through - mine;
        const unsigned int total = __shfl_sync(all_lanes, through, 31);
        if (lane == 0) publish(scratch, tile, own_count | total);
        const unsigned int before = look_back(scratch, tile);
        if (lane == 0) {
            publish(scratch, tile, all_before | (before + total));
            tiles_before = before;
            of_tile = total;
            if (tile == tiles - 1) *args.kept = before + total;
        }
    }
    __syncthreads();
#pragma unroll
    for (int v = 0; v < vectors; ++v) put_below(stage, of_warps[warp] + places[v], rows[v], args.bound);
    __syncthreads(); // the stage is there
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
