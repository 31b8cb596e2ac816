// Lab 10 for any operator: what joins two elements is a functor, and the kernel asks of it no more than that
// it is associative and has a neutral element. It keeps the order everywhere, so it would do for maps as
// well. One would choose it where more than sums are to be scanned.

#include <concepts>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256; // threads
constexpr int warps = block / 32;
constexpr int vectors = 8; // of four elements each, of a thread in a tile
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

/// What @p x of this lane and of all lanes before it come to.
template <Operator Op> __device__ inline unsigned int scan_warp(const Op& op, unsigned int x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const unsigned int before = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x = op(before, x);
    }
    return x;
}

/// From an inclusive scan of the warp to what the lanes before this one come to.
template <Operator Op> __device__ inline unsigned int lanes_before(const Op&, unsigned int through) {
    const unsigned int before = __shfl_up_sync(all_lanes, through, 1);
    return threadIdx.x % 32 == 0 ? Op::neutral : before;
}

/// Four elements from @p i on; neutral ones behind the end.
template <Operator Op> __device__ inline uint4 read_vector(const ScanArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const uint4*>(args.in + i);
    unsigned int x[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) x[e] = i + e < args.count ? args.in[i + e] : Op::neutral;
    return make_uint4(x[0], x[1], x[2], x[3]);
}

__device__ inline void write_vector(const ScanArgs& args, long long i, uint4 x) {
    if (i + 4 <= args.count) {
        __stwb(reinterpret_cast<uint4*>(args.out + i), x); // an ordinary one the compiler may cut into four
    } else {
        if (i < args.count) args.out[i] = x.x;
        if (i + 1 < args.count) args.out[i + 1] = x.y;
        if (i + 2 < args.count) args.out[i + 2] = x.z;
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

/// What all tiles before @p tile come to. Lane 0 looks at the last of them, and the lanes behind it at
/// earlier ones.
template <Operator Op>
__device__ inline unsigned int look_back(const Op& op, const Scratch& scratch, long long tile) {
    const int lane = threadIdx.x % 32;
    unsigned int sum = Op::neutral;
    for (long long at = tile - 1 - lane;; at -= 32) {
        unsigned long long state = prefix_sum | Op::neutral; // there is nothing before the first tile
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (__any_sync(all_lanes, state < own_sum));
        const unsigned int prefixes = __ballot_sync(all_lanes, state >= prefix_sum);
        const int nearest = prefixes == 0 ? 31 : __ffs(static_cast<int>(prefixes)) - 1;
        unsigned int x = lane <= nearest ? static_cast<unsigned int>(state) : Op::neutral;
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2) {
            const unsigned int earlier = __shfl_down_sync(all_lanes, x, distance);
            if (lane + distance < 32) x = op(earlier, x);
        }
        sum = op(__shfl_sync(all_lanes, x, 0), sum);
        if (prefixes != 0) return sum;
    }
}

template <Operator Op> __global__ void __launch_bounds__(block)
    scan_tiles(ScanArgs args, Scratch scratch, Op op) {
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
    unsigned int before_vector[vectors];
#pragma unroll
    for (int v = 0; v < vectors; ++v) rows[v] = read_vector<Op>(args, first + v * 128);
    unsigned int of_warp = Op::neutral;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        uint4& x = rows[v];
        x.y = op(x.x, x.y);
        x.z = op(x.y, x.z);
        x.w = op(x.z, x.w);
        const unsigned int through = scan_warp(op, x.w);
        before_vector[v] = op(of_warp, lanes_before(op, through));
        of_warp = op(of_warp, __shfl_sync(all_lanes, through, 31));
    }
    if (lane == 0) sums[warp] = of_warp;
    __syncthreads();
    if (warp == 0) {
        const unsigned int through = scan_warp(op, lane < warps ? sums[lane] : Op::neutral);
        sums[lane] = lanes_before(op, through);
        const unsigned int total = __shfl_sync(all_lanes, through, 31);
        if (lane == 0) publish(scratch, tile, own_sum | total);
        const unsigned int before = look_back(op, scratch, tile);
        if (lane == 0) {
            publish(scratch, tile, prefix_sum | op(before, total));
            tiles_before = before;
        }
    }
    __syncthreads();
    const unsigned int before_warp = op(tiles_before, sums[warp]);
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        const unsigned int before = op(before_warp, before_vector[v]);
        const uint4 x = rows[v];
        write_vector(args, first + v * 128,
                     make_uint4(op(before, x.x), op(before, x.y), op(before, x.z), op(before, x.w)));
    }
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const long long tiles = groups_of(tile_elements, args.count);
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1))); // the ticket and the states
    scan_tiles<<<tiles, block>>>(args, scratch_of(args), Sum());
    CUDA_CHECK_LAUNCH();
}
