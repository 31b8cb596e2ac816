// Lab 11 for any predicate: the kernel is a template with a functor, and keeps the elements for which the
// functor returns true. It is not called past the end of the array, so no value is needed that is never kept.
// Choose it if you need more than one condition.

#include <concepts>

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

template <typename T>
concept Predicate = requires(const T& keeps, float x) {
    { keeps(x) } -> std::same_as<bool>;
};

struct Below {
    float bound;
    __device__ bool operator()(float x) const { return x < bound; }
};

/// Four elements, and a bit per kept element.
struct Four {
    float elements[4];
    unsigned int kept;
};

template <Predicate Keeps>
__device__ inline Four read_four(const CompactArgs& args, long long i, const Keeps& keeps) {
    Four four = {};
    if (i + 4 <= args.count) {
        const float4 x = *reinterpret_cast<const float4*>(args.in + i);
        four = {{x.x, x.y, x.z, x.w}, 0};
    } else {
#pragma unroll
        for (int e = 0; e < 3; ++e) // fewer than four elements are left
            if (i + e < args.count) four.elements[e] = args.in[i + e];
    }
#pragma unroll
    for (int e = 0; e < 4; ++e)
        if (i + e < args.count && keeps(four.elements[e])) four.kept |= 1U << e;
    return four;
}

/// Writes the @p total elements of the stage to `out`, from index @p tile_prefix on. Each warp starts at a
/// line of 128 bytes.
__device__ inline void store_stage(const CompactArgs& args, const float* stage, unsigned int tile_prefix,
                                   unsigned int total) {
    const int end = static_cast<int>(total);
    for (int i = static_cast<int>(threadIdx.x - tile_prefix % 32); i < end; i += block)
        if (i >= 0) args.out[tile_prefix + i] = stage[i];
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

template <Predicate Keeps> __global__ void __launch_bounds__(block)
    compact_tiles(CompactArgs args, Scratch scratch, long long tiles, Keeps keeps) {
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

    Four rows[vectors]; // the thread's four elements of each row; a row has 128
#pragma unroll
    for (int v = 0; v < vectors; ++v) rows[v] = read_four(args, first + v * 128, keeps);
    unsigned int positions[vectors];
    unsigned int warp_count = 0;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        const unsigned int own = __popc(rows[v].kept);
        const unsigned int inclusive = scan_warp(own);
        positions[v] = warp_count + inclusive - own;
        warp_count += __shfl_sync(all_lanes, inclusive, 31);
    }
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
    for (int v = 0; v < vectors; ++v) {
        unsigned int position = warp_counts[warp] + positions[v];
#pragma unroll
        for (int e = 0; e < 4; ++e)
            if (rows[v].kept >> e & 1) stage[position++] = rows[v].elements[e];
    }
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
    compact_tiles<<<tiles, block>>>(args, scratch_of(args), tiles, Below{args.bound});
    CUDA_CHECK_LAUNCH();
}
