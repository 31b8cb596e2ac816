// Lab 10 with cuda::pipeline: blocks stay, and a pipeline of two stages brings the next tile while the block
// works on this one. A block looks back no further than to its own last tile. One would choose it where
// stages have names and their number may grow; the primitives of cuda_pipeline.h do the same with less to
// say.

#include <cuda/pipeline>

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 1024; // threads
constexpr int warps = block / 32;
constexpr int vectors = 7; // of four elements each, of a thread in a tile
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

constexpr unsigned long long known = 1ULL << 32;

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the number of the first tile that nobody has taken
    unsigned long long* states; ///< one for each tile: 0, or `known` and the sum of the tile
};

/// The sum of @p x of all threads of the block before this one; @p total is that of all.
__device__ inline unsigned int scan_block(unsigned int x, unsigned int& total) {
    __shared__ unsigned int sums[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned int through = scan_warp(x);
    __syncthreads(); // nobody still reads the sums of the call before
    if (lane == 31) sums[warp] = through;
    __syncthreads();
    const unsigned int of_warps = scan_warp(sums[lane]);
    total = __shfl_sync(all_lanes, of_warps, warps - 1);
    return __shfl_sync(all_lanes, of_warps, warp) - sums[warp] + through - x;
}

/// The sum of tiles @p first to @p end - 1; waits until all of them are known.
__device__ inline unsigned int sum_of_tiles(const Scratch& scratch, unsigned int first, unsigned int end) {
    unsigned int sum = 0;
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += block) {
        unsigned long long state = 0;
        while (state < known)
            state = __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        sum += static_cast<unsigned int>(state);
    }
    unsigned int total = 0;
    scan_block(sum, total);
    return total;
}

/// The thread's part of a tile: a vector in each row of its warp.
struct Part {
    uint4* words;
    long long first;
};

using Pipeline = cuda::pipeline<cuda::thread_scope_thread>;

__device__ inline void begin_stage(const Part& part, const ScanArgs& args, Pipeline& pipeline) {
    pipeline.producer_acquire();
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        const long long i = part.first + v * 128;
        if (i + 4 <= args.count) {
            cuda::memcpy_async(part.words + v * 32, reinterpret_cast<const uint4*>(args.in + i),
                               cuda::aligned_size_t<16>(16), pipeline);
        } else {
            part.words[v * 32] = read_vector(args, i);
        }
    }
    pipeline.producer_commit();
}

__global__ void __launch_bounds__(block) scan_tiles(ScanArgs args, Scratch scratch, unsigned int tiles) {
    extern __shared__ uint4 slots[];
    __shared__ unsigned int taken[2];
    const int in_tile = threadIdx.x / 32 * (vectors * 32) + threadIdx.x % 32; // the thread's first vector
    const auto part_of = [&](int turn, unsigned int tile) {
        return Part{slots + turn % stages * (block * vectors) + in_tile,
                    static_cast<long long>(tile) * tile_elements + in_tile * 4};
    };
    Pipeline pipeline = cuda::make_pipeline();
    if (threadIdx.x == 0) taken[1] = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles) begin_stage(part_of(0, tile), args, pipeline);
    unsigned int before = 0;  // the sum of all tiles before number `unknown`
    unsigned int unknown = 0; // the first tile that this block knows nothing of
    for (int turn = 0; tile < tiles; ++turn) {
        const Part part = part_of(turn, tile);
        if (threadIdx.x == 0) taken[turn % 2] = atomicAdd(scratch.ticket, 1U);
        pipeline.consumer_wait(); // a thread only uses what it has brought itself
        unsigned int before_vector[vectors];
        unsigned int of_warp = 0;
#pragma unroll
        for (int v = 0; v < vectors; ++v) {
            const uint4 x = part.words[v * 32];
            const unsigned int own = x.x + x.y + x.z + x.w;
            const unsigned int through = scan_warp(own);
            before_vector[v] = of_warp + through - own;
            of_warp += __shfl_sync(all_lanes, through, 31);
        }
        unsigned int total = 0;
        const unsigned int last = threadIdx.x % 32 == 31 ? of_warp : 0;
        const unsigned int before_thread = scan_block(last, total);
        if (threadIdx.x == 0)
            __nv_atomic_store_n(&scratch.states[tile], known | total, __NV_ATOMIC_RELAXED,
                                __NV_THREAD_SCOPE_DEVICE);
        const unsigned int next = taken[turn % 2];
        if (next < tiles) begin_stage(part_of(turn + 1, next), args, pipeline);
        before += sum_of_tiles(scratch, unknown, tile);
#pragma unroll
        for (int v = 0; v < vectors; ++v) {
            uint4 x = part.words[v * 32];
            x.y += x.x;
            x.z += x.y;
            x.w += x.z;
            write_vector(args, part.first + v * 128, x, before + before_thread + before_vector[v]);
        }
        pipeline.consumer_release();
        before += total;
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
    CUDA_CHECK(cudaFuncSetAttribute(scan_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scan_tiles, block, bytes));
    return static_cast<unsigned int>(multiprocessors * blocks);
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    constexpr int bytes = stages * tile_elements * static_cast<int>(sizeof(unsigned int));
    static const unsigned int resident =
        resident_blocks(bytes); // asked once: that takes longer than a launch
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(tile_elements, args.count));
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1ULL))); // the ticket and the states
    scan_tiles<<<std::min(tiles, resident), block, bytes>>>(args, scratch, tiles);
    CUDA_CHECK_LAUNCH();
}
