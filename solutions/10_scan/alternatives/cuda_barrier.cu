// Lab 10 with cuda::barrier and cuda::memcpy_async: the block as a group copies a whole tile to shared memory
// with one call, and the copy arrives at the barrier. On an H200 that is one bulk copy. Choose it if the tile
// is contiguous in memory; no thread computes addresses.

#include <cooperative_groups.h>
#include <cuda/barrier>

#include "kernelsmith/check.h"
#include "lab.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // init() sets the barrier up

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
__device__ inline unsigned int look_back(const Scratch& scratch, long long tile) {
    unsigned int sum = 0;
    for (long long at = tile - 1 - threadIdx.x % 32;; at -= 32) {
        unsigned long long state = tile_inclusive; // the prefix of the first tile is 0
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (__any_sync(all_lanes, state < tile_partial));
        const unsigned int inclusive_lanes = __ballot_sync(all_lanes, state >= tile_inclusive);
        const unsigned int nearest = inclusive_lanes & (0 - inclusive_lanes); // the lowest set bit
        const bool counts = (1U << threadIdx.x % 32) <= nearest || nearest == 0;
        sum += __reduce_add_sync(all_lanes, counts ? static_cast<unsigned int>(state) : 0);
        if (inclusive_lanes != 0) return sum;
    }
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;

/// Loads a tile to shared memory, with zeros past the end of the array, and waits until it is complete.
__device__ inline void load_tile(uint4* buffer, const ScanArgs& args, long long tile, Barrier& tile_loaded) {
    const long long first = tile * tile_elements;
    if (first + tile_elements <= args.count) {
        constexpr std::size_t bytes = tile_elements * sizeof(unsigned int);
        cuda::memcpy_async(cooperative_groups::this_thread_block(), buffer,
                           reinterpret_cast<const uint4*>(args.in + first), cuda::aligned_size_t<16>(bytes),
                           tile_loaded);
    } else {
        for (int v = threadIdx.x; v < block * vectors; v += block)
            buffer[v] = read_vector(args, first + v * 4);
    }
    tile_loaded.arrive_and_wait();
}

__global__ void __launch_bounds__(block) scan_tiles(ScanArgs args, Scratch scratch) {
    __shared__ __align__(16) uint4 buffer[block * vectors];
    __shared__ Barrier tile_loaded;
    __shared__ unsigned int sums[32]; // sums per warp, and then their exclusive prefixes in the tile
    __shared__ unsigned int taken;
    __shared__ unsigned int tile_prefix;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) {
        init(&tile_loaded, block);
        taken = atomicAdd(scratch.ticket, 1U);
    }
    __syncthreads();
    const long long tile = taken;
    load_tile(buffer, args, tile, tile_loaded);

    const uint4* const thread_vectors = buffer + warp * (vectors * 32) + lane;
    unsigned int vector_prefix[vectors];
    unsigned int warp_sum = 0;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        const uint4 x = thread_vectors[v * 32];
        const unsigned int own = x.x + x.y + x.z + x.w;
        const unsigned int inclusive = scan_warp(own);
        vector_prefix[v] = warp_sum + inclusive - own;
        warp_sum += __shfl_sync(all_lanes, inclusive, 31);
    }
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
    const long long first = tile * tile_elements + warp * (vectors * 128) + lane * 4;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        uint4 x = thread_vectors[v * 32];
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        write_vector(args, first + v * 128, x, tile_prefix + sums[warp] + vector_prefix[v]);
    }
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const long long tiles = groups_of(tile_elements, args.count);
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1))); // the ticket and the states
    scan_tiles<<<tiles, block>>>(args, scratch_of(args));
    CUDA_CHECK_LAUNCH();
}
