// Lab 11 with cuda::pipeline: blocks stay, and a pipeline of two stages brings the next tile while the block
// works on this one. A block asks no further back than to its own last tile. One would choose it where stages
// have names and their number may grow; the primitives of cuda_pipeline.h do the same with less to say.

#include <cuda/pipeline>

#include <algorithm>
#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 1024; // threads
constexpr int warps = block / 32;
constexpr int vectors = 7; // of a thread's run: an odd number, so no two of eight lanes meet in a bank
constexpr int tile_elements = block * vectors * 4;
constexpr int stages = 2;

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

/// The vector of the row that begins with element @p i; behind the end stands what no bound keeps.
__device__ inline float4 read_vector(const CompactArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const float4*>(args.in + i);
    float4 x = make_float4(INFINITY, INFINITY, INFINITY, INFINITY);
    if (i < args.count) x.x = args.in[i];
    if (i + 1 < args.count) x.y = args.in[i + 1];
    if (i + 2 < args.count) x.z = args.in[i + 2];
    return x;
}

__device__ inline unsigned int count_below(float4 x, float bound) {
    return (x.x < bound) + (x.y < bound) + (x.z < bound) + (x.w < bound);
}

/// Puts what is kept of @p x to @p stage, from @p place on.
__device__ inline void put_below(float* stage, unsigned int place, float4 x, float bound) {
    if (x.x < bound) stage[place++] = x.x;
    if (x.y < bound) stage[place++] = x.y;
    if (x.z < bound) stage[place++] = x.z;
    if (x.w < bound) stage[place] = x.w;
}

/// Writes the @p total elements of the stage to `out`, from @p before on. A warp begins where a line of 128
/// bytes does.
__device__ inline void store_stage(const CompactArgs& args, const float* stage, unsigned int before,
                                   unsigned int total) {
    const int end = static_cast<int>(total);
    for (int i = static_cast<int>(threadIdx.x - before % 32); i < end; i += block)
        if (i >= 0) args.out[before + i] = stage[i];
}

constexpr unsigned long long known = 1ULL << 32;

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the number of the first tile that nobody has taken
    unsigned long long* states; ///< one for each tile: 0, or `known` and how many the tile keeps
};

/// What tiles @p first to @p end - 1 keep, as far as this thread asks for them; waits until that is known.
__device__ inline unsigned int ask_tiles(const Scratch& scratch, unsigned int first, unsigned int end) {
    unsigned int sum = 0;
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += block) {
        unsigned long long state = 0;
        while (state < known)
            state = __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        sum += static_cast<unsigned int>(state);
    }
    return sum;
}

using Pipeline = cuda::pipeline<cuda::thread_scope_thread>;

/// Begins to bring the warp's part of a tile, elements @p first and behind.
__device__ inline void begin_part(float4* part, const CompactArgs& args, long long first,
                                  Pipeline& pipeline) {
    pipeline.producer_acquire();
#pragma unroll
    for (int v = threadIdx.x % 32; v < 32 * vectors; v += 32) {
        const long long i = first + v * 4;
        if (i + 4 <= args.count) {
            cuda::memcpy_async(part + v, reinterpret_cast<const float4*>(args.in + i),
                               cuda::aligned_size_t<16>(16), pipeline);
        } else {
            part[v] = read_vector(args, i);
        }
    }
    pipeline.producer_commit();
}

__global__ void __launch_bounds__(block)
    compact_tiles(CompactArgs args, Scratch scratch, unsigned int tiles) {
    extern __shared__ float4 slots[];
    __shared__ unsigned int taken[2];
    __shared__ unsigned int of_warps[warps];
    __shared__ unsigned int of_others[warps]; // what the warps have found of the tiles between
    const unsigned int lane = threadIdx.x % 32;
    const unsigned int warp = threadIdx.x / 32;
    const auto slot_of = [&](int turn) { return slots + turn % stages * (block * vectors); };
    const auto part_of = [&](int turn) { return slot_of(turn) + warp * (32 * vectors); };
    const auto first_of = [&](unsigned int tile) {
        return static_cast<long long>(tile) * tile_elements + warp * (128 * vectors);
    };
    Pipeline pipeline = cuda::make_pipeline();
    if (threadIdx.x == 0) taken[1] = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles) begin_part(part_of(0), args, first_of(tile), pipeline);
    unsigned int before = 0;  // how many all tiles before number `unknown` keep
    unsigned int unknown = 0; // the first tile that this block knows nothing of
    for (int turn = 0; tile < tiles; ++turn) {
        if (threadIdx.x == 0) taken[turn % 2] = atomicAdd(scratch.ticket, 1U);
        pipeline.consumer_wait();
        __syncwarp(); // the other lanes' copies are there as well
        float4 run[vectors];
        unsigned int own = 0;
#pragma unroll
        for (int v = 0; v < vectors; ++v) {
            run[v] = part_of(turn)[lane * vectors + v];
            own += count_below(run[v], args.bound);
        }
        const unsigned int through_lane = scan_warp(own);
        if (lane == 31) of_warps[warp] = through_lane;
        __syncthreads();                                             // all have read their runs, too
        const unsigned int through_warp = scan_warp(of_warps[lane]); // each warp does it, and waits for none
        const unsigned int total = __shfl_sync(all_lanes, through_warp, warps - 1);
        unsigned int place = __shfl_sync(all_lanes, through_warp, warp) - of_warps[warp] + through_lane - own;
        if (threadIdx.x == 0)
            __nv_atomic_store_n(&scratch.states[tile], known | total, __NV_ATOMIC_RELAXED,
                                __NV_THREAD_SCOPE_DEVICE);
        const unsigned int next = taken[turn % 2];
        if (next < tiles) begin_part(part_of(turn + 1), args, first_of(next), pipeline);

        auto* const stage = reinterpret_cast<float*>(slot_of(turn));
#pragma unroll
        for (int v = 0; v < vectors; ++v) {
            put_below(stage, place, run[v], args.bound);
            place += count_below(run[v], args.bound);
        }
        const unsigned int others = __reduce_add_sync(all_lanes, ask_tiles(scratch, unknown, tile));
        if (lane == 0) of_others[warp] = others;
        __syncthreads(); // the stage is there, and what the others keep
        before += __reduce_add_sync(all_lanes, of_others[lane]);
        store_stage(args, stage, before, total);
        pipeline.consumer_release();
        before += total;
        if (tile == tiles - 1 && threadIdx.x == 0) *args.kept = before;
        unknown = tile + 1;
        tile = next;
    }
}

static unsigned int resident_blocks(int bytes) {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(compact_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, compact_tiles, block, bytes));
    return static_cast<unsigned int>(multiprocessors * blocks);
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    constexpr int bytes = stages * tile_elements * static_cast<int>(sizeof(float));
    static const unsigned int resident =
        resident_blocks(bytes); // asked once: that takes longer than a launch
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(tile_elements, args.count));
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1ULL))); // the ticket and the states
    compact_tiles<<<std::min(tiles, resident), block, bytes>>>(args, scratch, tiles);
    CUDA_CHECK_LAUNCH();
}
