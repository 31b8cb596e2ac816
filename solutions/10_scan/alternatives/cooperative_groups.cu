// Lab 10 with cooperative groups: a warp is a group that scans and reduces, and the block is a group that
// synchronizes. Functions of the library replace the shuffles. Choose it because the code names the threads
// that take part.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;
using Warp = cg::thread_block_tile<32>;

constexpr int block = 256; // threads
constexpr int warps = block / 32;
constexpr int vectors = 8; // vectors of four elements per thread and tile
constexpr int tile_elements = block * vectors * 4;

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

/// The upper half of a tile's state is its status: INVALID (0), PARTIAL (the lower half is the tile's own sum)
/// or INCLUSIVE (it is the sum of all tiles up to this one).
constexpr unsigned long long tile_partial = 1ULL << 32;
constexpr unsigned long long tile_inclusive = 2ULL << 32;

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the index of the next tile to take
    unsigned long long* states; ///< one per tile
};

static Scratch scratch_of(const ScanArgs& args) {
    return {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
}

__device__ inline void publish(const Scratch& scratch, long long tile, unsigned long long state) {
    __nv_atomic_store_n(&scratch.states[tile], state, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// The exclusive prefix of @p tile, by decoupled look-back: the warp reads 32 states at a time, one per lane,
/// until one is INCLUSIVE.
__device__ inline unsigned int look_back(const Warp& warp, const Scratch& scratch, long long tile) {
    unsigned int sum = 0;
    for (long long at = tile - 1 - warp.thread_rank();; at -= warp.size()) {
        unsigned long long state = tile_inclusive; // the prefix of the first tile is 0
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (warp.any(state < tile_partial));
        const unsigned int inclusive_lanes = warp.ballot(state >= tile_inclusive);
        const unsigned int nearest =
            inclusive_lanes == 0 ? warp.size() - 1 : __ffs(static_cast<int>(inclusive_lanes)) - 1;
        const unsigned int counts = warp.thread_rank() <= nearest ? static_cast<unsigned int>(state) : 0;
        sum += cg::reduce(warp, counts, cg::plus<unsigned int>());
        if (inclusive_lanes != 0) return sum;
    }
}

__global__ void __launch_bounds__(block) scan_tiles(ScanArgs args, Scratch scratch) {
    __shared__ unsigned int sums[32]; // sums per warp, and then their exclusive prefixes in the tile
    __shared__ unsigned int taken;
    __shared__ unsigned int tile_prefix;
    const cg::thread_block threads = cg::this_thread_block();
    const Warp warp = cg::tiled_partition<32>(threads);
    if (threads.thread_rank() == 0) taken = atomicAdd(scratch.ticket, 1U);
    threads.sync();
    const long long tile = taken;
    const long long first =
        tile * tile_elements + warp.meta_group_rank() * (vectors * 128) + warp.thread_rank() * 4;

    uint4 rows[vectors];
#pragma unroll
    for (int v = 0; v < vectors; ++v) rows[v] = read_vector(args, first + v * 128);
    unsigned int warp_sum = 0;
#pragma unroll
    for (uint4& x : rows) {
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        const unsigned int inclusive = cg::inclusive_scan(warp, x.w);
        const unsigned int exclusive_prefix = warp_sum + inclusive - x.w;
        x = make_uint4(x.x + exclusive_prefix, x.y + exclusive_prefix, x.z + exclusive_prefix,
                       x.w + exclusive_prefix);
        warp_sum += warp.shfl(inclusive, 31);
    }
    if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = warp_sum;
    threads.sync();
    if (warp.meta_group_rank() == 0) {
        const unsigned int mine = warp.thread_rank() < warps ? sums[warp.thread_rank()] : 0;
        const unsigned int warp_prefix = cg::exclusive_scan(warp, mine);
        sums[warp.thread_rank()] = warp_prefix;
        const unsigned int total = warp.shfl(warp_prefix + mine, 31);
        if (warp.thread_rank() == 0) publish(scratch, tile, tile_partial | total);
        const unsigned int exclusive_prefix = look_back(warp, scratch, tile);
        if (warp.thread_rank() == 0) {
            publish(scratch, tile, tile_inclusive | (exclusive_prefix + total));
            tile_prefix = exclusive_prefix;
        }
    }
    threads.sync();
#pragma unroll
    for (int v = 0; v < vectors; ++v)
        write_vector(args, first + v * 128, rows[v], tile_prefix + sums[warp.meta_group_rank()]);
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const long long tiles = groups_of(tile_elements, args.count);
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1))); // the ticket and the states
    scan_tiles<<<tiles, block>>>(args, scratch_of(args));
    CUDA_CHECK_LAUNCH();
}
