// Lab 11 for any predicate: the kernel is a template that is given a functor, and keeps what the functor says
// yes to. Elements behind the end do not exist for it, so that no value has to be found that is never kept.
// One would choose it where more than one condition is wanted.

#include <concepts>

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

template <typename T>
concept Predicate = requires(const T& keeps, float x) {
    { keeps(x) } -> std::same_as<bool>;
};

struct Below {
    float bound;
    __device__ bool operator()(float x) const { return x < bound; }
};

/// Four elements, and a bit for each that is kept.
struct Four {
    float elements[4];
    unsigned int kept;
};

template <Predicate Keeps>
__device__ inline Four read_four(const CompactArgs& args, long long i, const Keeps& keeps) {
    Four four = {};
    if (i + 4 <= args.count) {
        const float4 x = *reinterpret_cast<const float4*>(args.in + i);
        four = {{x.x, x.y, x.z, x.w}, 0};
    } else {
#pragma unroll
        for (int e = 0; e < 3; ++e) // the last one of four is missing
            if (i + e < args.count) four.elements[e] = args.in[i + e];
    }
#pragma unroll
    for (int e = 0; e < 4; ++e)
        if (i + e < args.count && keeps(four.elements[e])) four.kept |= 1U << e;
    return four;
}

/// Writes the @p total elements of the stage to `out`, from @p before on. A warp begins where a line of 128
/// bytes does.
__device__ inline void store_stage(const CompactArgs& args, const float* stage, unsigned int before,
                                   unsigned int total) {
    const int end = static_cast<int>(total);
    for (int i = static_cast<int>(threadIdx.x - before % 32); i < end; i += block)
        if (i >= 0) args.out[before + i] = stage[i];
}

/// The upper half of a tile's state says what the lower half is: nothing yet, how many the tile keeps, or how
/// many are kept up to its end.
constexpr unsigned long long own_count = 1ULL << 32;
constexpr unsigned long long all_before = 2ULL << 32;

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the number of the first tile that nobody has taken
    unsigned long long* states; ///< one for each tile
};

static Scratch scratch_of(const CompactArgs& args) {
    return {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
}

__device__ inline void publish(const Scratch& scratch, long long tile, unsigned long long state) {
    __nv_atomic_store_n(&scratch.states[tile], state, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// How many all tiles before @p tile keep. A lane looks at one state, the warp at 32 of them, until one says
/// it for all before.
__device__ inline unsigned int look_back(const Scratch& scratch, long long tile) {
    const int lane = threadIdx.x % 32;
    unsigned int sum = 0;
    for (long long at = tile - 1 - lane;; at -= 32) {
        unsigned long long state = all_before; // there is nothing before the first tile
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (__any_sync(all_lanes, state < own_count));
        const unsigned int ends = __ballot_sync(all_lanes, state >= all_before);
        const int nearest = ends == 0 ? 31 : __ffs(static_cast<int>(ends)) - 1;
        sum += __reduce_add_sync(all_lanes, lane <= nearest ? static_cast<unsigned int>(state) : 0);
        if (ends != 0) return sum;
    }
}

template <Predicate Keeps> __global__ void __launch_bounds__(block)
    compact_tiles(CompactArgs args, Scratch scratch, long long tiles, Keeps keeps) {
    __shared__ float stage[tile_elements];
    __shared__ unsigned int of_warps[32]; // counts; and then, for each, what the warps before it keep
    __shared__ unsigned int taken;
    __shared__ unsigned int tiles_before;
    __shared__ unsigned int of_tile;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) taken = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    const long long tile = taken;
    const long long first = tile * tile_elements + warp * (vectors * 128) + lane * 4;

    Four rows[vectors]; // of 32 fours each: one of the thread's in each row
#pragma unroll
    for (int v = 0; v < vectors; ++v) rows[v] = read_four(args, first + v * 128, keeps);
    unsigned int places[vectors];
    unsigned int of_warp = 0;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        const unsigned int own = __popc(rows[v].kept);
        const unsigned int through = scan_warp(own);
        places[v] = of_warp + through - own;
        of_warp += __shfl_sync(all_lanes, through, 31);
    }
    if (lane == 0) of_warps[warp] = of_warp;
    __syncthreads();
    if (warp == 0) {
        const unsigned int mine = lane < warps ? of_warps[lane] : 0;
        const unsigned int through = scan_warp(mine);
        of_warps[lane] = through - mine;
        const unsigned int total = __shfl_sync(all_lanes, through, 31);
        if (lane == 0) publish(scratch, tile, own_count | total);
        const unsigned int before = look_back(scratch, tile);
        if (lane == 0) {
            publish(scratch, tile, all_before | (before + total));
            tiles_before = before;
            of_tile = total;
            if (tile == tiles - 1) *args.kept = before + total;
        }
    }
    __syncthreads();
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        unsigned int place = of_warps[warp] + places[v];
#pragma unroll
        for (int e = 0; e < 4; ++e)
            if (rows[v].kept >> e & 1) stage[place++] = rows[v].elements[e];
    }
    __syncthreads(); // the stage is there
    store_stage(args, stage, tiles_before, of_tile);
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    const long long tiles = groups_of(tile_elements, args.count);
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1))); // the ticket and the states
    compact_tiles<<<tiles, block>>>(args, scratch_of(args), tiles, Below{args.bound});
    CUDA_CHECK_LAUNCH();
}
