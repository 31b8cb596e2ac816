// Lab 10 for any operator: a functor combines two elements. It must be associative and have a neutral element,
// but it need not be commutative: the kernel keeps the order of operands everywhere. Choose it if you need
// scans with other operators than +.

#include <concepts>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256; // threads
constexpr int warps = block / 32;
constexpr int vectors = 8; // vectors of four elements per thread and tile
constexpr int tile_elements = block * vectors * 4;
constexpr unsigned int all_lanes = 0xffffffff;

struct Sum {
    static constexpr unsigned int neutral = 0;
    __device__ unsigned int operator()(unsigned int earlier, unsigned int later) const {
        return earlier + later;
    }
};

template <typename T>
concept Operator = requires(const T& op, unsigned int x) {
    { op(x, x) } -> std::same_as<unsigned int>;
    { T::neutral } -> std::convertible_to<unsigned int>;
};

/// Inclusive scan of @p x over the lanes of the warp.
template <Operator Op> __device__ inline unsigned int scan_warp(const Op& op, unsigned int x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const unsigned int earlier = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x = op(earlier, x);
    }
    return x;
}

/// Converts an inclusive scan of the warp to the exclusive one.
template <Operator Op> __device__ inline unsigned int to_exclusive(const Op&, unsigned int inclusive) {
    const unsigned int exclusive = __shfl_up_sync(all_lanes, inclusive, 1);
    return threadIdx.x % 32 == 0 ? Op::neutral : exclusive;
}

/// Four elements of the input from index @p i on; neutral elements past the end.
template <Operator Op> __device__ inline uint4 read_vector(const ScanArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const uint4*>(args.in + i);
    unsigned int x[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) x[e] = i + e < args.count ? args.in[i + e] : Op::neutral;
    return make_uint4(x[0], x[1], x[2], x[3]);
}

__device__ inline void write_vector(const ScanArgs& args, long long i, uint4 x) {
    if (i + 4 <= args.count) {
        __stwb(reinterpret_cast<uint4*>(args.out + i),
               x); // the compiler may split an ordinary store into four
    } else {
        if (i < args.count) args.out[i] = x.x;
        if (i + 1 < args.count) args.out[i + 1] = x.y;
        if (i + 2 < args.count) args.out[i + 2] = x.z;
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

/// The exclusive prefix of @p tile, by decoupled look-back. Lane 0 reads the state of the last tile before it,
/// and the lanes after lane 0 those of earlier tiles.
template <Operator Op>
__device__ inline unsigned int look_back(const Op& op, const Scratch& scratch, long long tile) {
    const int lane = threadIdx.x % 32;
    unsigned int sum = Op::neutral;
    for (long long at = tile - 1 - lane;; at -= 32) {
        unsigned long long state = tile_inclusive | Op::neutral; // the prefix of the first tile is 0
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (__any_sync(all_lanes, state < tile_partial));
        const unsigned int inclusive_lanes = __ballot_sync(all_lanes, state >= tile_inclusive);
        const int nearest = inclusive_lanes == 0 ? 31 : __ffs(static_cast<int>(inclusive_lanes)) - 1;
        unsigned int x = lane <= nearest ? static_cast<unsigned int>(state) : Op::neutral;
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2) {
            const unsigned int earlier = __shfl_down_sync(all_lanes, x, distance);
            if (lane + distance < 32) x = op(earlier, x);
        }
        sum = op(__shfl_sync(all_lanes, x, 0), sum);
        if (inclusive_lanes != 0) return sum;
    }
}

template <Operator Op> __global__ void __launch_bounds__(block)
    scan_tiles(ScanArgs args, Scratch scratch, Op op) {
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
    unsigned int vector_prefix[vectors];
#pragma unroll
    for (int v = 0; v < vectors; ++v) rows[v] = read_vector<Op>(args, first + v * 128);
    unsigned int warp_sum = Op::neutral;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        uint4& x = rows[v];
        x.y = op(x.x, x.y);
        x.z = op(x.y, x.z);
        x.w = op(x.z, x.w);
        const unsigned int inclusive = scan_warp(op, x.w);
        vector_prefix[v] = op(warp_sum, to_exclusive(op, inclusive));
        warp_sum = op(warp_sum, __shfl_sync(all_lanes, inclusive, 31));
    }
    if (lane == 0) sums[warp] = warp_sum;
    __syncthreads();
    if (warp == 0) {
        const unsigned int inclusive = scan_warp(op, lane < warps ? sums[lane] : Op::neutral);
        sums[lane] = to_exclusive(op, inclusive);
        const unsigned int total = __shfl_sync(all_lanes, inclusive, 31);
        if (lane == 0) publish(scratch, tile, tile_partial | total);
        const unsigned int exclusive_prefix = look_back(op, scratch, tile);
        if (lane == 0) {
            publish(scratch, tile, tile_inclusive | op(exclusive_prefix, total));
            tile_prefix = exclusive_prefix;
        }
    }
    __syncthreads();
    const unsigned int warp_prefix = op(tile_prefix, sums[warp]);
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        const unsigned int exclusive_prefix = op(warp_prefix, vector_prefix[v]);
        const uint4 x = rows[v];
        write_vector(args, first + v * 128,
                     make_uint4(op(exclusive_prefix, x.x), op(exclusive_prefix, x.y),
                                op(exclusive_prefix, x.z), op(exclusive_prefix, x.w)));
    }
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const long long tiles = groups_of(tile_elements, args.count);
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1))); // the ticket and the states
    scan_tiles<<<tiles, block>>>(args, scratch_of(args), Sum());
    CUDA_CHECK_LAUNCH();
}
