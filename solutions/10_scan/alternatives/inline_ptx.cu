// Lab 10 in inline PTX: loads that do not allocate in L1, stores that L2 may evict first, states by ld.relaxed
// and st.relaxed, and a shuffle that returns a predicate: whether the source lane exists. Choose it if the
// compiler does not use that predicate: a step of the scan is then a shuffle and an addition.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256; // threads
constexpr int warps = block / 32;
constexpr int vectors = 8; // vectors of four elements per thread and tile
constexpr int tile_elements = block * vectors * 4;
constexpr unsigned int all_lanes = 0xffffffff;

/// Inclusive prefix sum of @p x over the lanes of the warp.
__device__ inline unsigned int scan_warp(unsigned int x) {
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        asm volatile("{\n"
                     "    .reg .u32 addend;\n"
                     "    .reg .pred exists;\n"
                     "    shfl.sync.up.b32 addend|exists, %0, %1, 0, 0xffffffff;\n"
                     "    @exists add.u32 %0, %0, addend;\n"
                     "}"
                     : "+r"(x)
                     : "r"(distance));
    }
    return x;
}

/// Four elements of the input from index @p i on; zeros past the end.
__device__ inline uint4 read_vector(const ScanArgs& args, long long i) {
    uint4 x = make_uint4(0, 0, 0, 0);
    if (i + 4 <= args.count) {
        asm volatile("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(x.x), "=r"(x.y), "=r"(x.z), "=r"(x.w)
                     : "l"(__cvta_generic_to_global(args.in + i)));
        return x;
    }
    if (i < args.count) x.x = args.in[i];
    if (i + 1 < args.count) x.y = args.in[i + 1];
    if (i + 2 < args.count) x.z = args.in[i + 2];
    return x;
}

/// Writes @p x with @p prefix added to each element to `out`, from index @p i on; nothing past the end.
__device__ inline void write_vector(const ScanArgs& args, long long i, uint4 x, unsigned int prefix) {
    x = make_uint4(x.x + prefix, x.y + prefix, x.z + prefix, x.w + prefix);
    if (i + 4 <= args.count) {
        asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};"
                     :
                     : "l"(__cvta_generic_to_global(args.out + i)), "r"(x.x), "r"(x.y), "r"(x.z), "r"(x.w)
                     : "memory");
    } else {
        if (i < args.count) args.out[i] = x.x;
        if (i + 1 < args.count) args.out[i + 1] = x.y;
        if (i + 2 < args.count) args.out[i + 2] = x.z;
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
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;"
                 :
                 : "l"(__cvta_generic_to_global(scratch.states + tile)), "l"(state)
                 : "memory");
}

__device__ inline unsigned long long load_state(const Scratch& scratch, long long tile) {
    unsigned long long state;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                 : "=l"(state)
                 : "l"(__cvta_generic_to_global(scratch.states + tile))
                 : "memory");
    return state;
}

/// The sum of @p x over all lanes.
__device__ inline unsigned int sum_warp(unsigned int x) {
    unsigned int sum;
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(x));
    return sum;
}

/// The exclusive prefix of @p tile, by decoupled look-back: the warp reads 32 states at a time, one per lane,
/// until one is INCLUSIVE.
__device__ inline unsigned int look_back(const Scratch& scratch, long long tile) {
    unsigned int sum = 0;
    for (long long at = tile - 1 - threadIdx.x % 32;; at -= 32) {
        unsigned long long state = tile_inclusive; // the prefix of the first tile is 0
        do {
            if (at >= 0) state = load_state(scratch, at);
        } while (__any_sync(all_lanes, state < tile_partial));
        const unsigned int inclusive_lanes = __ballot_sync(all_lanes, state >= tile_inclusive);
        const unsigned int nearest = inclusive_lanes & (0 - inclusive_lanes); // the lowest set bit
        const bool counts = (1U << threadIdx.x % 32) <= nearest || nearest == 0;
        sum += sum_warp(counts ? static_cast<unsigned int>(state) : 0);
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
        if (lane == 0) publish(scratch, tile, tile_partial | total);
        const unsigned int exclusive_prefix = look_back(scratch, tile);
        if (lane == 0) {
            publish(scratch, tile, tile_inclusive | (exclusive_prefix + total));
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
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1))); // the ticket and the states
    scan_tiles<<<tiles, block>>>(args, scratch_of(args));
    CUDA_CHECK_LAUNCH();
}
