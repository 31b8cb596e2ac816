// Lab 11 in inline PTX: the mask of the lower lanes is the special register %lanemask_lt, three votes add up
// the counts of a row, loads do not allocate in L1, and L2 may evict stores first. Choose it if an instruction
// has an option that no function of the headers offers.

#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256; // threads
constexpr int warps = block / 32;
constexpr int vectors = 8; // vectors of four elements per thread and tile
constexpr int tile_elements = block * vectors * 4;

constexpr unsigned int all_lanes = 0xffffffff;

/// Inclusive prefix sum of @p x over the lanes of the warp.
__device__ inline unsigned int scan_warp(unsigned int x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const unsigned int addend = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x += addend;
    }
    return x;
}

__device__ inline unsigned int lanemask_lt() {
    unsigned int mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

/// The mask of the lanes whose @p yes is not 0.
__device__ inline unsigned int vote(unsigned int yes) {
    unsigned int lanes;
    asm volatile("{\n"
                 "    .reg .pred yes;\n"
                 "    setp.ne.u32 yes, %1, 0;\n"
                 "    vote.sync.ballot.b32 %0, yes, 0xffffffff;\n"
                 "}"
                 : "=r"(lanes)
                 : "r"(yes));
    return lanes;
}

/// Four elements of the input from index @p i on; infinity past the end, which no bound keeps.
__device__ inline float4 read_vector(const CompactArgs& args, long long i) {
    float4 x = make_float4(INFINITY, INFINITY, INFINITY, INFINITY);
    if (i + 4 <= args.count) {
        asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(x.x), "=f"(x.y), "=f"(x.z), "=f"(x.w)
                     : "l"(__cvta_generic_to_global(args.in + i)));
        return x;
    }
    if (i < args.count) x.x = args.in[i];
    if (i + 1 < args.count) x.y = args.in[i + 1];
    if (i + 2 < args.count) x.z = args.in[i + 2];
    return x;
}

__device__ inline unsigned int count_below(float4 x, float bound) {
    return (x.x < bound) + (x.y < bound) + (x.z < bound) + (x.w < bound);
}

/// Writes the kept elements of @p x to @p stage, from @p position on.
__device__ inline void scatter_below(float* stage, unsigned int position, float4 x, float bound) {
    if (x.x < bound) stage[position++] = x.x;
    if (x.y < bound) stage[position++] = x.y;
    if (x.z < bound) stage[position++] = x.z;
    if (x.w < bound) stage[position] = x.w;
}

/// Writes the @p total elements of the stage to `out`, from index @p tile_prefix on. Each warp starts at a
/// line of 128 bytes.
__device__ inline void store_stage(const CompactArgs& args, const float* stage, unsigned int tile_prefix,
                                   unsigned int total) {
    const int end = static_cast<int>(total);
    for (int i = static_cast<int>(threadIdx.x - tile_prefix % 32); i < end; i += block)
        if (i >= 0)
            asm volatile("st.global.cs.f32 [%0], %1;"
                         :
                         : "l"(__cvta_generic_to_global(args.out + (tile_prefix + i))), "f"(stage[i])
                         : "memory");
}

/// The upper half of a tile's state is its status: INVALID (0), PARTIAL (the lower half is the tile's own
/// count) or INCLUSIVE (it is the count of all tiles up to this one).
constexpr unsigned long long tile_partial = 1ULL << 32;
constexpr unsigned long long tile_inclusive = 2ULL << 32;

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the index of the next tile to take
    unsigned long long* states; ///< one per tile
};

static Scratch scratch_of(const CompactArgs& args) {
    return {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
}

__device__ inline void publish(const Scratch& scratch, long long tile, unsigned long long state) {
    __nv_atomic_store_n(&scratch.states[tile], state, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// The exclusive prefix of @p tile, by decoupled look-back: the warp reads 32 states at a time, one per lane,
/// until one is INCLUSIVE.
__device__ inline unsigned int look_back(const Scratch& scratch, long long tile) {
    const int lane = threadIdx.x % 32;
    unsigned int sum = 0;
    for (long long at = tile - 1 - lane;; at -= 32) {
        unsigned long long state = tile_inclusive; // the prefix of the first tile is 0
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (__any_sync(all_lanes, state < tile_partial));
        const unsigned int inclusive_lanes = __ballot_sync(all_lanes, state >= tile_inclusive);
        const int nearest = inclusive_lanes == 0 ? 31 : __ffs(static_cast<int>(inclusive_lanes)) - 1;
        sum += __reduce_add_sync(all_lanes, lane <= nearest ? static_cast<unsigned int>(state) : 0);
        if (inclusive_lanes != 0) return sum;
    }
}

/// Sets @p positions to the exclusive prefix of each of the thread's vectors: the number of elements that its warp
/// keeps before it. Returns the warp's count.
__device__ inline unsigned int find_positions(const float4 (&rows)[vectors],
                                              unsigned int (&positions)[vectors], float bound) {
    unsigned int warp_count = 0;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        const unsigned int own = count_below(rows[v], bound);
        positions[v] = warp_count;
#pragma unroll
        for (int bit = 0; bit < 3; ++bit) { // a count is at most 4
            const unsigned int lanes = vote(own >> bit & 1);
            positions[v] += __popc(lanes & lanemask_lt()) << bit;
            warp_count += __popc(lanes) << bit;
        }
    }
    return warp_count;
}

__global__ void __launch_bounds__(block) compact_tiles(CompactArgs args, Scratch scratch, long long tiles) {
    __shared__ float stage[tile_elements];
    __shared__ unsigned int warp_counts[32]; // counts per warp, and then their exclusive prefixes
    __shared__ unsigned int taken;
    __shared__ unsigned int tile_prefix;
    __shared__ unsigned int tile_count;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) taken = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    const long long tile = taken;
    const long long first = tile * tile_elements + warp * (vectors * 128) + lane * 4;

    float4 rows[vectors]; // the thread's vector of each row; a row has 32
#pragma unroll
    for (int v = 0; v < vectors; ++v) rows[v] = read_vector(args, first + v * 128);
    unsigned int positions[vectors];
    const unsigned int warp_count = find_positions(rows, positions, args.bound);
    if (lane == 0) warp_counts[warp] = warp_count;
    __syncthreads();
    if (warp == 0) {
        const unsigned int mine = lane < warps ? warp_counts[lane] : 0;
        const unsigned int inclusive = scan_warp(mine);
        warp_counts[lane] = inclusive - mine;
        const unsigned int total = __shfl_sync(all_lanes, inclusive, 31);
        if (lane == 0) publish(scratch, tile, tile_partial | total);
        const unsigned int exclusive_prefix = look_back(scratch, tile);
        if (lane == 0) {
            publish(scratch, tile, tile_inclusive | (exclusive_prefix + total));
            tile_prefix = exclusive_prefix;
            tile_count = total;
            if (tile == tiles - 1) *args.kept = exclusive_prefix + total;
        }
    }
    __syncthreads();
#pragma unroll
    for (int v = 0; v < vectors; ++v)
        scatter_below(stage, warp_counts[warp] + positions[v], rows[v], args.bound);
    __syncthreads(); // the stage is complete
    store_stage(args, stage, tile_prefix, tile_count);
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
