// Lab 10, the ladder. NOTES.md has the sums and the measurements.
//   0_three_phases      a scan in each block, and its sums by launches of their own
//   1_tree              a tree in place of steps: fewer additions
//   2_padded            the tree without bank conflicts
//   3_shuffles          a scan in each warp by shuffles
//   4_reduce_then_scan  sums first, and then scans that write once
// > 5_one_pass          one pass, whose blocks look back   <- you are here
//   6_more_a_thread     eight vectors a thread instead of one
//   7_tile_in_shared    the tile waits in shared memory
//   8_ahead_on_a_chain  the next tile ahead, with blocks that stay
//   9_own_last_tile     a look back no further than the own last tile
//   10_runs             a run for each thread instead of rows
//   11_without_tickets  tiles in the order of the blocks
//   12_sum_first        the sum of a tile first, and its scan while others are waited for
//
// Change:  one launch, which reads each element once. A block adds up its tile, says the sum to all, and
//          looks back at what the blocks before it have said: their own sums, or the sum of all up to their
//          end, whichever is known. This is the decoupled look-back of Merrill and Garland.
// Why:     only the sums of the blocks have to wait for one another, and not the row.
// Counter: bytes moved for each that is needed, from 1.5 to 1.
// Costs:   a ticket, so that a block only waits for blocks that run already; states that have to be
//          cleared.
// Limit:   a tile of 4 KB: while a block looks back, nothing of it is under way.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif
#ifndef VECTORS
#define VECTORS 1 // of four elements each, of a thread in a tile
#endif

constexpr int warps = BLOCK / 32;
constexpr int TILE = BLOCK * VECTORS * 4; // elements
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

/// The vector of the row that begins with element @p i; zeros behind the end.
__device__ inline uint4 read_vector(const ScanArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const uint4*>(args.in + i);
    unsigned int elements[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) elements[e] = i + e < args.count ? args.in[i + e] : 0;
    return make_uint4(elements[0], elements[1], elements[2], elements[3]);
}

/// Writes @p sums to `out`, from element @p i on, and nothing behind the end.
__device__ inline void write_vector(const ScanArgs& args, long long i, uint4 sums) {
    if (i + 4 <= args.count) {
        __stwb(reinterpret_cast<uint4*>(args.out + i), sums); // an ordinary one the compiler cuts into four
    } else {
        if (i < args.count) args.out[i] = sums.x;
        if (i + 1 < args.count) args.out[i + 1] = sums.y;
        if (i + 2 < args.count) args.out[i + 2] = sums.z;
    }
}

/// A thread's part of a tile: a warp has VECTORS rows of 32 vectors, and a lane one vector of each row.
struct Rows {
    uint4 vector[VECTORS];
};

/// The first element of the thread's first vector in tile @p tile; its others are 128 elements apart each.
__device__ inline long long first_element(long long tile) {
    return tile * TILE + threadIdx.x / 32 * (VECTORS * 128) + threadIdx.x % 32 * 4;
}

__device__ inline void load(Rows& rows, const ScanArgs& args, long long tile) {
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) rows.vector[v] = read_vector(args, first_element(tile) + v * 128);
}

/// With @p before added to each element.
__device__ inline void store(const Rows& rows, const ScanArgs& args, long long tile, unsigned int before) {
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const uint4 x = rows.vector[v];
        write_vector(args, first_element(tile) + v * 128,
                     make_uint4(x.x + before, x.y + before, x.z + before, x.w + before));
    }
}

/// Makes prefix sums of the warp's rows, one row behind the other. Returns the sum of all of them.
__device__ inline unsigned int scan_rows(Rows& rows) {
    unsigned int sum = 0;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        uint4& x = rows.vector[v];
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        const unsigned int through = scan_warp(x.w);
        const unsigned int before = sum + through - x.w;
        x.x += before;
        x.y += before;
        x.z += before;
        x.w += before;
        sum += __shfl_sync(all_lanes, through, 31);
    }
    return sum;
}

/// What is known of a tile, in the upper half of its state; the sum is in the lower half. One word, so that nobody sees
/// one half without the other.
constexpr unsigned long long own_sum = 1ULL << 32;    ///< the sum of the tile itself
constexpr unsigned long long prefix_sum = 2ULL << 32; ///< the sum of all up to its end

/// Scratch: a ticket, and a state for each tile.
struct Scratch {
    unsigned int* ticket;
    unsigned long long* states;
};

static Scratch scratch_of(const ScanArgs& args) {
    return {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
}

/// All of it to 0, for @p tiles tiles.
static void clear(const ScanArgs& args, long long tiles) {
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1)));
}

__device__ inline void publish(const Scratch& scratch, long long tile, unsigned long long state) {
    __nv_atomic_store_n(&scratch.states[tile], state, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// The sum of all tiles before @p tile, for every lane of the warp that calls it. A lane looks at one state, the warp at 32
/// of them, and goes on to the 32 before these until one of them is a prefix sum.
__device__ inline unsigned int look_back(const Scratch& scratch, long long tile) {
    unsigned int sum = 0;
    for (long long at = tile - 1 - threadIdx.x % 32;; at -= 32) {
        unsigned long long state = prefix_sum; // there is nothing before the first tile
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (__any_sync(all_lanes, state < own_sum));
        const unsigned int prefixes = __ballot_sync(all_lanes, state >= prefix_sum);
        const int nearest = prefixes == 0 ? 31 : __ffs(static_cast<int>(prefixes)) - 1;
        const bool counts = static_cast<int>(threadIdx.x % 32) <= nearest;
        sum += __reduce_add_sync(all_lanes, counts ? static_cast<unsigned int>(state) : 0);
        if (prefixes != 0) return sum;
    }
}

__global__ void __launch_bounds__(BLOCK) scan_tiles(ScanArgs args, Scratch scratch) {
    __shared__ unsigned int sums[32];
    __shared__ unsigned int taken;
    __shared__ unsigned int tiles_before;
    if (threadIdx.x == 0) taken = atomicAdd(scratch.ticket, 1u);
    __syncthreads();
    const long long tile = taken;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    Rows rows;
    load(rows, args, tile);
    const unsigned int sum = scan_rows(rows);
    if (lane == 0) sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        const unsigned int mine = lane < warps ? sums[lane] : 0;
        const unsigned int through = scan_warp(mine);
        sums[lane] = through - mine;
        const unsigned int total = __shfl_sync(all_lanes, through, 31);
        if (lane == 0) publish(scratch, tile, own_sum | total);
        const unsigned int before = look_back(scratch, tile);
        if (lane == 0) {
            publish(scratch, tile, prefix_sum | (before + total));
            tiles_before = before;
        }
    }
    __syncthreads();
    store(rows, args, tile, tiles_before + sums[warp]);
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const long long tiles = groups_of(TILE, args.count);
    clear(args, tiles);
    scan_tiles<<<tiles, BLOCK>>>(args, scratch_of(args));
    CUDA_CHECK_LAUNCH();
}
