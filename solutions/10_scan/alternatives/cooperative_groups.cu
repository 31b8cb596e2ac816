// Lab 10 with cooperative groups: a warp is a group that scans and reduces, and the block is one that waits.
// The functions of the library stand for the shuffles. One would choose it because the code says which
// threads take part.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;
using Warp = cg::thread_block_tile<32>;

constexpr int block = 256; // threads
constexpr int warps = block / 32;
constexpr int vectors = 8; // of four elements each, of a thread in a tile
constexpr int tile_elements = block * vectors * 4;

/// The vector of the row that begins with element @p i; zeros behind the end.
__device__ inline uint4 read_vector(const ScanArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const uint4*>(args.in + i);
    uint4 x = make_uint4(0, 0, 0, 0);
    if (i < args.count) x.x = args.in[i];
    if (i + 1 < args.count) x.y = args.in[i + 1];
    if (i + 2 < args.count) x.z = args.in[i + 2];
    return x;
}

/// Writes @p x to `out`, from element @p i on, with @p before added to each; and nothing behind the end.
__device__ inline void write_vector(const ScanArgs& args, long long i, uint4 x, unsigned int before) {
    const uint4 sums = make_uint4(x.x + before, x.y + before, x.z + before, x.w + before);
    if (i + 4 <= args.count) {
        __stwb(reinterpret_cast<uint4*>(args.out + i),
               sums); // an ordinary one the compiler may cut into four
    } else {
        if (i < args.count) args.out[i] = sums.x;
        if (i + 1 < args.count) args.out[i + 1] = sums.y;
        if (i + 2 < args.count) args.out[i + 2] = sums.z;
    }
}

/// The upper half of a tile's state says what the lower half is: nothing yet, the tile's own sum, or that of
/// all up to its end.
constexpr unsigned long long own_sum = 1ULL << 32;
constexpr unsigned long long prefix_sum = 2ULL << 32;

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the number of the first tile that nobody has taken
    unsigned long long* states; ///< one for each tile
};

static Scratch scratch_of(const ScanArgs& args) {
    return {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
}

__device__ inline void publish(const Scratch& scratch, long long tile, unsigned long long state) {
    __nv_atomic_store_n(&scratch.states[tile], state, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// The sum of all tiles before @p tile. A lane looks at one state, the warp at 32 of them, until one is a
/// prefix sum.
__device__ inline unsigned int look_back(const Warp& warp, const Scratch& scratch, long long tile) {
    unsigned int sum = 0;
    for (long long at = tile - 1 - warp.thread_rank();; at -= warp.size()) {
        unsigned long long state = prefix_sum; // there is nothing before the first tile
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (warp.any(state < own_sum));
        const unsigned int prefixes = warp.ballot(state >= prefix_sum);
        const unsigned int nearest = prefixes == 0 ? warp.size() - 1 : __ffs(static_cast<int>(prefixes)) - 1;
        const unsigned int counts = warp.thread_rank() <= nearest ? static_cast<unsigned int>(state) : 0;
        sum += cg::reduce(warp, counts, cg::plus<unsigned int>());
        if (prefixes != 0) return sum;
    }
}

__global__ void __launch_bounds__(block) scan_tiles(ScanArgs args, Scratch scratch) {
    __shared__ unsigned int sums[32]; // of the warps; and then, for each, what comes before it in the tile
    __shared__ unsigned int taken;
    __shared__ unsigned int tiles_before;
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
    unsigned int of_warp = 0;
#pragma unroll
    for (uint4& x : rows) {
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        const unsigned int through = cg::inclusive_scan(warp, x.w);
        const unsigned int before = of_warp + through - x.w;
        x = make_uint4(x.x + before, x.y + before, x.z + before, x.w + before);
        of_warp += warp.shfl(through, 31);
    }
    if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = of_warp;
    threads.sync();
    if (warp.meta_group_rank() == 0) {
        const unsigned int mine = warp.thread_rank() < warps ? sums[warp.thread_rank()] : 0;
        const unsigned int before_warp = cg::exclusive_scan(warp, mine);
        sums[warp.thread_rank()] = before_warp;
        const unsigned int total = warp.shfl(before_warp + mine, 31);
        if (warp.thread_rank() == 0) publish(scratch, tile, own_sum | total);
        const unsigned int before = look_back(warp, scratch, tile);
        if (warp.thread_rank() == 0) {
            publish(scratch, tile, prefix_sum | (before + total));
            tiles_before = before;
        }
    }
    threads.sync();
#pragma unroll
    for (int v = 0; v < vectors; ++v)
        write_vector(args, first + v * 128, rows[v], tiles_before + sums[warp.meta_group_rank()]);
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const long long tiles = groups_of(tile_elements, args.count);
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1))); // the ticket and the states
    scan_tiles<<<tiles, block>>>(args, scratch_of(args));
    CUDA_CHECK_LAUNCH();
}
