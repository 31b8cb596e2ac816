// Lab 11, the ladder. NOTES.md has the sums and the measurements.
// > 0_flags_and_scan    flags, lab 10's scan, and a move by what it says   <- you are here
//   1_counts            counts of blocks in place of flags
//   2_ballots           a ballot in place of a scan in each warp
//   3_any_order         an atomic for each warp, and no order
//   4_one_pass          one pass, whose blocks look back
//   5_more_a_thread     16 rows a warp instead of one
//   6_staged            what is kept goes through shared memory
//   7_ahead_by_ballots  the next tile ahead, with 28 rows a warp
//   8_runs              a run for each thread instead of rows
//   9_two_barriers      two barriers a tile, and an early ticket
//   10_whole_lines      warps that write whole lines
//   11_wide_stores      16 bytes a lane in stores as well
//   12_stage_apart      a stage of its own, and a single slot
//   13_early_look       a look at other tiles before the own one is put in order
//
// Change:  against the baseline: the flags are scanned by lab 10's solution, in one pass over them.
// Why:     the scan no longer goes through all flags 28 times.
// Counter: bytes moved for each that is needed.
// Costs:   nothing.
// Limit:   six and a half words are moved for each element, and one and a half are needed: the flag is written and read, its
//          sum is written and read, the element is read twice, and half of the elements are written.

#include <cuda_pipeline.h>

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads of the kernels around the scan
#endif

constexpr int threads = 1024; // of the scan
constexpr int warps = threads / 32;
constexpr int run = 28; // elements a thread scans alone

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
/// The sum of the @p x of all threads before this one; @p total is that of all.
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

/// How `scratch` is used: flags, which become sums in place, and behind them what blocks tell each other.
struct Scratch {
    unsigned int* flags;
    unsigned int* ticket;
    unsigned long long* states;
};

constexpr unsigned long long known = 1ULL << 32;

static Scratch scratch_of(const CompactArgs& args) {
    unsigned int* const behind = args.scratch + (args.count + 63) / 64 * 64;
    return {args.scratch, behind, reinterpret_cast<unsigned long long*>(behind + 2)};
}

__device__ inline unsigned int sum_of_tiles(const Scratch& scratch, unsigned int first, unsigned int end) {
    unsigned int sum = 0;
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += threads) {
        unsigned long long state = 0;
        while (state < known)
            state = __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        sum += static_cast<unsigned int>(state);
    }
    unsigned int total = 0;
    scan_block(sum, total);
    return total;
}

/// The four flags from number @p i on; zeros behind the end.
__device__ inline uint4 read_piece(const unsigned int* flags, long long count, long long i) {
    if (i + 4 <= count) return *reinterpret_cast<const uint4*>(flags + i);
    unsigned int piece[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) piece[e] = i + e < count ? flags[i + e] : 0;
    return make_uint4(piece[0], piece[1], piece[2], piece[3]);
}

__device__ inline void begin_part(uint4* part, const unsigned int* flags, long long count, long long first) {
#pragma unroll
    for (int piece = threadIdx.x % 32; piece < 32 * run / 4; piece += 32) {
        const long long i = first + 4 * piece;
        if (i + 4 <= count) {
            __pipeline_memcpy_async(part + piece, flags + i, sizeof(uint4));
        } else {
            part[piece] = read_piece(flags, count, i);
        }
    }
    __pipeline_commit();
}

__device__ inline void store_part(const uint4* part, unsigned int* flags, long long count, long long first) {
#pragma unroll
    for (int piece = threadIdx.x % 32; piece < 32 * run / 4; piece += 32) {
        const long long i = first + 4 * piece;
        if (i + 4 <= count) {
            *reinterpret_cast<uint4*>(flags + i) = part[piece];
        } else {
            const auto* sums = reinterpret_cast<const unsigned int*>(part + piece);
            for (int e = 0; i + e < count; ++e) flags[i + e] = sums[e];
        }
    }
}

/// Lab 10's scan, in place.
__global__ void __launch_bounds__(threads) scan_tiles(Scratch scratch, long long count, unsigned int tiles) {
    extern __shared__ uint4 shared[];
    __shared__ unsigned int taken[2];
    const unsigned int warp = threadIdx.x / 32;
    const auto part_of_turn = [&](int turn) { return shared + (turn % 2 * warps + warp) * (32 * run / 4); };
    const auto first_of_part = [&](unsigned int tile) {
        return (static_cast<long long>(tile) * warps + warp) * (32 * run);
    };

    if (threadIdx.x == 0) taken[1] = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles) begin_part(part_of_turn(0), scratch.flags, count, first_of_part(tile));
    unsigned int before = 0;
    unsigned int unknown = 0;
    for (int turn = 0; tile < tiles; ++turn) {
        uint4* const part = part_of_turn(turn);
        __pipeline_wait_prior(0);
        __syncwarp();
        unsigned int sums[run];
        unsigned int sum = 0;
#pragma unroll
        for (int i = 0; i < run; i += 4) {
            const uint4 piece = part[(threadIdx.x % 32 * run + i) / 4];
            sums[i] = sum += piece.x;
            sums[i + 1] = sum += piece.y;
            sums[i + 2] = sum += piece.z;
            sums[i + 3] = sum += piece.w;
        }
        if (threadIdx.x == 0) taken[turn % 2] = atomicAdd(scratch.ticket, 1U);
        unsigned int total = 0;
        const unsigned int threads_before = scan_block(sum, total);
        if (threadIdx.x == 0)
            __nv_atomic_store_n(&scratch.states[tile], known | total, __NV_ATOMIC_RELAXED,
                                __NV_THREAD_SCOPE_DEVICE);
        __syncthreads();
        const unsigned int next = taken[turn % 2];
        if (next < tiles) begin_part(part_of_turn(turn + 1), scratch.flags, count, first_of_part(next));

        before += sum_of_tiles(scratch, unknown, tile);
        const unsigned int first = before + threads_before;
#pragma unroll
        for (int i = 0; i < run; i += 4)
            part[(threadIdx.x % 32 * run + i) / 4] =
                make_uint4(first + sums[i], first + sums[i + 1], first + sums[i + 2], first + sums[i + 3]);
        __syncwarp();
        store_part(part, scratch.flags, count, first_of_part(tile));
        before += total;
        unknown = tile + 1;
        tile = next;
    }
}

/// 1 for each element that is kept, and 0 for each other one.
__global__ void set_flags(CompactArgs args, unsigned int* flags) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    if (i < args.count) flags[i] = args.in[i] < args.bound ? 1 : 0;
}

/// Writes what is kept to its place: @p sums says how many are kept up to each element, and with it.
__global__ void move_kept(CompactArgs args, const unsigned int* sums) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    if (i >= args.count) return;
    if (args.in[i] < args.bound) args.out[sums[i] - 1] = args.in[i];
    if (i == args.count - 1) *args.kept = sums[i];
}

/// The device's multiprocessors: each has room for one block of scan_tiles(), with @p bytes of shared memory.
static unsigned int multiprocessors(int bytes) {
    int device = 0;
    int count = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(scan_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    return count;
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    constexpr int shared = 2 * threads * run * static_cast<int>(sizeof(unsigned int)); // two slots
    static const unsigned int most_blocks = multiprocessors(shared);
    const Scratch scratch = scratch_of(args);
    const long long blocks = groups_of(BLOCK, args.count);
    const auto tiles = static_cast<unsigned int>(groups_of(threads * run, args.count));
    CUDA_CHECK(cudaMemsetAsync(scratch.ticket, 0, 8 * (tiles + 1ULL)));
    set_flags<<<blocks, BLOCK>>>(args, scratch.flags);
    CUDA_CHECK_LAUNCH();
    scan_tiles<<<std::min(tiles, most_blocks), threads, shared>>>(scratch, args.count, tiles);
    CUDA_CHECK_LAUNCH();
    move_kept<<<blocks, BLOCK>>>(args, scratch.flags);
    CUDA_CHECK_LAUNCH();
}
