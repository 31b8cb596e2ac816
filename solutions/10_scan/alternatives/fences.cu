// Lab 10 with fences: a store of the sum, a __threadfence(), and a store of the flag; both words are volatile.
// Programs were written like this before CUDA had atomics with a memory order, and many still are.

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

/// Four elements of the input from index @p i on; zeros past the end.
__device__ inline uint4 read_vector(const ScanArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const uint4*>(args.in + i);
    uint4 x = make_uint4(0, 0, 0, 0);
    if (i < args.count) x.x = args.in[i];
    if (i + 1 < args.count) x.y = args.in[i + 1];
    if (i + 2 < args.count) x.z = args.in[i + 2];
    return x;
}

/// Writes @p x with @p prefix added to each element to `out`, from index @p i on; nothing past the end.
__device__ inline void write_vector(const ScanArgs& args, long long i, uint4 x, unsigned int prefix) {
    const uint4 sums = make_uint4(x.x + prefix, x.y + prefix, x.z + prefix, x.w + prefix);
    if (i + 4 <= args.count) {
        __stwb(reinterpret_cast<uint4*>(args.out + i),
               sums); // the compiler may split an ordinary store into four
    } else {
        if (i < args.count) args.out[i] = sums.x;
        if (i + 1 < args.count) args.out[i + 1] = sums.y;
        if (i + 2 < args.count) args.out[i + 2] = sums.z;
    }
}

/// Replaces the warp tile by its inclusive prefix sums, row by row; a row is 32 vectors, one per lane.
/// Returns the sum of the warp tile.
__device__ inline unsigned int scan_rows(uint4 (&rows)[vectors]) {
    unsigned int sum = 0;
#pragma unroll
    for (uint4& x : rows) {
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        const unsigned int inclusive = scan_warp(x.w);
        const unsigned int exclusive = sum + inclusive - x.w;
        x = make_uint4(x.x + exclusive, x.y + exclusive, x.z + exclusive, x.w + exclusive);
        sum += __shfl_sync(all_lanes, inclusive, 31);
    }
    return sum;
}

constexpr unsigned int tile_partial = 1;
constexpr unsigned int tile_inclusive = 2;

/// Layout of `scratch`. A tile's flag says which of its two sums have been published.
struct Scratch {
    unsigned int* ticket;         ///< the index of the next tile to take
    volatile unsigned int* flags; ///< one per tile
    volatile unsigned int*
        partial_sums; ///< the tile's own sum, if its flag is `tile_partial` or `tile_inclusive`
    volatile unsigned int*
        inclusive_sums; ///< the sum of all tiles up to this one, if its flag is `tile_inclusive`
};

static Scratch scratch_of(const ScanArgs& args, long long tiles) {
    unsigned int* const flags = args.scratch + 1;
    return {args.scratch, flags, flags + tiles, flags + 2 * tiles};
}

__device__ inline void publish(const Scratch& scratch, volatile unsigned int* sums, long long tile,
                               unsigned int sum, unsigned int flag) {
    sums[tile] = sum;
    __threadfence(); // no thread sees the flag before the sum
    scratch.flags[tile] = flag;
}

__device__ inline unsigned int flag_of(const Scratch& scratch, long long tile) {
    const unsigned int flag = scratch.flags[tile];
    __threadfence(); // later loads are ordered after the load of the flag
    return flag;
}

/// The exclusive prefix of @p tile, by decoupled look-back: the warp reads 32 flags at a time, one per lane,
/// until one is INCLUSIVE.
__device__ inline unsigned int look_back(const Scratch& scratch, long long tile) {
    unsigned int sum = 0;
    for (long long at = tile - 1 - threadIdx.x % 32;; at -= 32) {
        unsigned int flag = tile_inclusive; // the prefix of the first tile is 0
        do {
            if (at >= 0) flag = flag_of(scratch, at);
        } while (__any_sync(all_lanes, flag == 0));
        const unsigned int inclusive_lanes = __ballot_sync(all_lanes, flag == tile_inclusive);
        const int nearest = inclusive_lanes == 0 ? 31 : __ffs(static_cast<int>(inclusive_lanes)) - 1;
        unsigned int found = 0;
        if (at >= 0 && static_cast<int>(threadIdx.x % 32) <= nearest)
            found = flag == tile_inclusive ? scratch.inclusive_sums[at] : scratch.partial_sums[at];
        sum += __reduce_add_sync(all_lanes, found);
        if (inclusive_lanes != 0) return sum;
    }
}

__global__ void __launch_bounds__(block) scan_tiles(ScanArgs args, Scratch scratch) {
    __shared__ unsigned int sums[32]; // sums per warp, and then their exclusive prefixes in the tile
    __shared__ unsigned int taken;
    __shared__ unsigned int tile_prefix;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) taken = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    const long long tile = taken;
    const long long first = tile * tile_elements + warp * (vectors * 128) + lane * 4;

    uint4 rows[vectors];
#pragma unroll
    for (int v = 0; v < vectors; ++v) rows[v] = read_vector(args, first + v * 128);
    const unsigned int warp_sum = scan_rows(rows);
    if (lane == 0) sums[warp] = warp_sum;
    __syncthreads();
    if (warp == 0) {
        const unsigned int mine = lane < warps ? sums[lane] : 0;
        const unsigned int inclusive = scan_warp(mine);
        sums[lane] = inclusive - mine;
        const unsigned int total = __shfl_sync(all_lanes, inclusive, 31);
        if (lane == 0) publish(scratch, scratch.partial_sums, tile, total, tile_partial);
        const unsigned int exclusive_prefix = look_back(scratch, tile);
        if (lane == 0) {
            publish(scratch, scratch.inclusive_sums, tile, exclusive_prefix + total, tile_inclusive);
            tile_prefix = exclusive_prefix;
        }
    }
    __syncthreads();
#pragma unroll
    for (int v = 0; v < vectors; ++v) write_vector(args, first + v * 128, rows[v], tile_prefix + sums[warp]);
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const long long tiles = groups_of(tile_elements, args.count);
    CUDA_CHECK(
        cudaMemsetAsync(args.scratch, 0, (1 + tiles) * sizeof(unsigned int))); // the ticket and the flags
    scan_tiles<<<tiles, block>>>(args, scratch_of(args, tiles));
    CUDA_CHECK_LAUNCH();
}
