// Lab 10 with blocks of two dimensions: x is the lane and y the warp, so nothing has to be divided. A block
// has 512 threads with four vectors each. A clearing kernel stands in place of the memset. One would choose
// it where the code is to say rows and columns.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int warps = 16;
constexpr int block = 32 * warps; // threads
constexpr int vectors = 4;        // of four elements each, of a thread in a tile
constexpr int tile_elements = block * vectors * 4;

constexpr unsigned int all_lanes = 0xffffffff;

/// The sum of @p x of this lane and of all lanes before it.
__device__ inline unsigned int scan_warp(unsigned int x) {
    const int lane = threadIdx.x;
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
__device__ inline unsigned int look_back(const Scratch& scratch, long long tile) {
    unsigned int sum = 0;
    for (long long at = tile - 1 - threadIdx.x;; at -= 32) {
        unsigned long long state = prefix_sum; // there is nothing before the first tile
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (__any_sync(all_lanes, state < own_sum));
        const unsigned int prefixes = __ballot_sync(all_lanes, state >= prefix_sum);
        const unsigned int nearest = prefixes & (0 - prefixes); // the lowest bit alone
        const bool counts = (1U << threadIdx.x) <= nearest || nearest == 0;
        sum += __reduce_add_sync(all_lanes, counts ? static_cast<unsigned int>(state) : 0);
        if (prefixes != 0) return sum;
    }
}

__global__ void __launch_bounds__(block) scan_tiles(ScanArgs args, Scratch scratch) {
    __shared__ unsigned int sums[32]; // of the warps; and then, for each, what comes before it in the tile
    __shared__ unsigned int taken;
    __shared__ unsigned int tiles_before;
    const int lane = threadIdx.x;
    const int warp = threadIdx.y;
    if (warp == 0 && lane == 0) taken = atomicAdd(scratch.ticket, 1U);
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
        if (lane == 0) publish(scratch, tile, own_sum | total);
        const unsigned int before = look_back(scratch, tile);
        if (lane == 0) {
            publish(scratch, tile, prefix_sum | (before + total));
            tiles_before = before;
        }
    }
    __syncthreads();
#pragma unroll
    for (int v = 0; v < vectors; ++v) write_vector(args, first + v * 128, rows[v], tiles_before + sums[warp]);
}

__global__ void clear(Scratch scratch, long long tiles) {
    const long long tile = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (tile == 0) *scratch.ticket = 0;
    if (tile < tiles) scratch.states[tile] = 0;
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const long long tiles = groups_of(tile_elements, args.count);
    clear<<<groups_of(block, tiles), block>>>(scratch_of(args), tiles);
    CUDA_CHECK_LAUNCH();
    scan_tiles<<<tiles, dim3(32, warps)>>>(args, scratch_of(args));
    CUDA_CHECK_LAUNCH();
}
