// Lab 10 with fences: a sum is stored, then comes __threadfence(), and then its flag, both as volatile words.
// It is how programs were written before there were atomics with an order, and one meets it in many of them
// still.

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

/// Makes prefix sums of the warp's rows, each of 32 vectors, one row behind the other. Returns the sum of all
/// of them.
__device__ inline unsigned int scan_rows(uint4 (&rows)[vectors]) {
    unsigned int sum = 0;
#pragma unroll
    for (uint4& x : rows) {
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        const unsigned int through = scan_warp(x.w);
        const unsigned int before = sum + through - x.w;
        x = make_uint4(x.x + before, x.y + before, x.z + before, x.w + before);
        sum += __shfl_sync(all_lanes, through, 31);
    }
    return sum;
}

constexpr unsigned int has_own = 1;
constexpr unsigned int has_prefix = 2;

/// How `scratch` is used. A tile's flag says which of its two sums are there.
struct Scratch {
    unsigned int* ticket;          ///< the number of the first tile that nobody has taken
    volatile unsigned int* flags;  ///< one for each tile
    volatile unsigned int* own;    ///< the sum of the tile itself, if its flag is `has_own` or more
    volatile unsigned int* prefix; ///< the sum of all up to its end, if its flag is `has_prefix`
};

static Scratch scratch_of(const ScanArgs& args, long long tiles) {
    unsigned int* const flags = args.scratch + 1;
    return {args.scratch, flags, flags + tiles, flags + 2 * tiles};
}

__device__ inline void publish(const Scratch& scratch, volatile unsigned int* sums, long long tile,
                               unsigned int sum, unsigned int flag) {
    sums[tile] = sum;
    __threadfence(); // nobody sees the flag before the sum
    scratch.flags[tile] = flag;
}

__device__ inline unsigned int flag_of(const Scratch& scratch, long long tile) {
    const unsigned int flag = scratch.flags[tile];
    __threadfence(); // what is read from here on is not older than the flag
    return flag;
}

/// The sum of all tiles before @p tile. A lane looks at one flag, the warp at 32 of them, until one has a
/// prefix sum.
__device__ inline unsigned int look_back(const Scratch& scratch, long long tile) {
    unsigned int sum = 0;
    for (long long at = tile - 1 - threadIdx.x % 32;; at -= 32) {
        unsigned int flag = has_prefix; // there is nothing before the first tile
        do {
            if (at >= 0) flag = flag_of(scratch, at);
        } while (__any_sync(all_lanes, flag == 0));
        const unsigned int prefixes = __ballot_sync(all_lanes, flag == has_prefix);
        const int nearest = prefixes == 0 ? 31 : __ffs(static_cast<int>(prefixes)) - 1;
        unsigned int found = 0;
        if (at >= 0 && static_cast<int>(threadIdx.x % 32) <= nearest)
            found = flag == has_prefix ? scratch.prefix[at] : scratch.own[at];
        sum += __reduce_add_sync(all_lanes, found);
        if (prefixes != 0) return sum;
    }
}

__global__ void __launch_bounds__(block) scan_tiles(ScanArgs args, Scratch scratch) {
    __shared__ unsigned int sums[32]; // of the warps; and then, for each, what comes before it in the tile
    __shared__ unsigned int taken;
    __shared__ unsigned int tiles_before;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) taken = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    const long long tile = taken;
    const long long first = tile * tile_elements + warp * (vectors * 128) + lane * 4;

    uint4 rows[vectors];
#pragma unroll
    for (int v = 0; v < vectors; ++v) rows[v] = read_vector(args, first + v * 128);
    const unsigned int of_warp = scan_rows(rows);
    if (lane == 0) sums[warp] = of_warp;
    __syncthreads();
    if (warp == 0) {
        const unsigned int mine = lane < warps ? sums[lane] : 0;
        const unsigned int through = scan_warp(mine);
        sums[lane] = through - mine;
        const unsigned int total = __shfl_sync(all_lanes, through, 31);
        if (lane == 0) publish(scratch, scratch.own, tile, total, has_own);
        const unsigned int before = look_back(scratch, tile);
        if (lane == 0) {
            publish(scratch, scratch.prefix, tile, before + total, has_prefix);
            tiles_before = before;
        }
    }
    __syncthreads();
#pragma unroll
    for (int v = 0; v < vectors; ++v) write_vector(args, first + v * 128, rows[v], tiles_before + sums[warp]);
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const long long tiles = groups_of(tile_elements, args.count);
    CUDA_CHECK(
        cudaMemsetAsync(args.scratch, 0, (1 + tiles) * sizeof(unsigned int))); // the ticket and the flags
    scan_tiles<<<tiles, block>>>(args, scratch_of(args, tiles));
    CUDA_CHECK_LAUNCH();
}
