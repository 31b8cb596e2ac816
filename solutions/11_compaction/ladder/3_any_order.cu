// Lab 11, the ladder. NOTES.md has the sums and the measurements.
//   0_flags_and_scan    flags, lab 10's scan, and a move by what it says
//   1_counts            counts of blocks in place of flags
//   2_ballots           a ballot in place of a scan in each warp
// > 3_any_order         an atomic for each warp, and no order   <- you are here
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
// Change:  one pass, and no scan at all: a warp adds its count to a counter in memory, and what the atomic returns is where
//          its elements go. Blocks stay, and take every so many elements.
// Why:     where the order does not matter, nobody has to wait for those before. That is why people use it, to make lists
//          of work for example.
// Counter: bytes moved for each that is needed.
// Costs:   the order, which is another one in each call. That is wrong here, so the rung fails.
// Limit:   an atomic for each warp and 32 elements, all to one address: they are done one after the other.

#include <algorithm>
#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

constexpr unsigned int all_lanes = 0xffffffff;

__global__ void __launch_bounds__(BLOCK) keep_in_any_order(CompactArgs args) {
    const int lane = threadIdx.x % 32;
    const long long apart = static_cast<long long>(gridDim.x) * BLOCK;
    const long long end = (args.count + 31) / 32 * 32; // all lanes of a warp come to the ballot
    for (long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x; i < end; i += apart) {
        const float element = i < args.count ? args.in[i] : INFINITY;
        const bool keep = element < args.bound;
        const unsigned int lanes = __ballot_sync(all_lanes, keep);
        unsigned long long before = 0;
        if (lane == 0 && lanes != 0)
            before = atomicAdd(reinterpret_cast<unsigned long long*>(args.kept), __popc(lanes));
        before = __shfl_sync(all_lanes, before, 0);
        if (keep) args.out[before + __popc(lanes & ((1U << lane) - 1))] = element;
    }
}

extern "C" void keep_below(const CompactArgs& args) {
    constexpr long long most_blocks = 1056; // 8 for each of an H200's multiprocessors
    CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    keep_in_any_order<<<std::min(groups_of(BLOCK, args.count), most_blocks), BLOCK>>>(args);
    CUDA_CHECK_LAUNCH();
}
