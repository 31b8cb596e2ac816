// Lab 10 with cuda::barrier and cuda::memcpy_async: the block as a group copies a whole tile to shared memory
// with one call, and the copy arrives at the barrier. On an H200 that is one bulk copy. One would choose it
// where the tile is one stretch of memory; no thread works out addresses.

#include <cooperative_groups.h>
#include <cuda/barrier>

#include "kernelsmith/check.h"
#include "lab.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // init() is what sets the barrier up

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
    for (long long at = tile - 1 - threadIdx.x % 32;; at -= 32) {
        unsigned long long state = prefix_sum; // there is nothing before the first tile
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (__any_sync(all_lanes, state < own_sum));
        const unsigned int prefixes = __ballot_sync(all_lanes, state >= prefix_sum);
        const unsigned int nearest = prefixes & (0 - prefixes); // the lowest bit alone
        const bool counts = (1U << threadIdx.x % 32) <= nearest || nearest == 0;
        sum += __reduce_add_sync(all_lanes, counts ? static_cast<unsigned int>(state) : 0);
        if (prefixes != 0) return sum;
    }
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;

/// Brings a tile to shared memory, zeros behind the end of the row, and waits until all of it is there.
__device__ inline void bring(uint4* slot, const ScanArgs& args, long long tile, Barrier& brought) {
    const long long first = tile * tile_elements;
    if (first + tile_elements <= args.count) {
        constexpr std::size_t bytes = tile_elements * sizeof(unsigned int);
        cuda::memcpy_async(cooperative_groups::this_thread_block(), slot,
                           reinterpret_cast<const uint4*>(args.in + first), cuda::aligned_size_t<16>(bytes),
                           brought);
    } else {
        for (int v = threadIdx.x; v < block * vectors; v += block) slot[v] = read_vector(args, first + v * 4);
    }
    brought.arrive_and_wait();
}

__global__ void __launch_bounds__(block) scan_tiles(ScanArgs args, Scratch scratch) {
    __shared__ __align__(16) uint4 slot[block * vectors];
    __shared__ Barrier brought;
    __shared__ unsigned int sums[32]; // of the warps; and then, for each, what comes before it in the tile
    __shared__ unsigned int taken;
    __shared__ unsigned int tiles_before;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) {
        init(&brought, block);
        taken = atomicAdd(scratch.ticket, 1U);
    }
    __syncthreads();
    const long long tile = taken;
    bring(slot, args, tile, brought);

    const uint4* const part = slot + warp * (vectors * 32) + lane;
    unsigned int before_vector[vectors];
    unsigned int of_warp = 0;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        const uint4 x = part[v * 32];
        const unsigned int own = x.x + x.y + x.z + x.w;
        const unsigned int through = scan_warp(own);
        before_vector[v] = of_warp + through - own;
        of_warp += __shfl_sync(all_lanes, through, 31);
    }
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
    const long long first = tile * tile_elements + warp * (vectors * 128) + lane * 4;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        uint4 x = part[v * 32];
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        write_vector(args, first + v * 128, x, tiles_before + sums[warp] + before_vector[v]);
    }
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const long long tiles = groups_of(tile_elements, args.count);
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1))); // the ticket and the states
    scan_tiles<<<tiles, block>>>(args, scratch_of(args));
    CUDA_CHECK_LAUNCH();
}
