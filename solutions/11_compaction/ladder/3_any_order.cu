// Lab 11, the ladder. NOTES.md has the calculations and the measurements.
//   0_flags_and_scan    flags, lab 10's scan, and a scatter
//   1_counts            counts per block instead of flags
//   2_ballots           a ballot instead of a scan per warp
// > 3_any_order         an atomic per warp, and no order   <- you are here
//   4_one_pass          a single pass with decoupled look-back
//   5_more_per_thread   16 rows per warp instead of one
//   6_staged            kept elements are staged in shared memory
//   7_ahead_by_ballots  the next tile in flight, with 28 rows per warp
//   8_blocked           a blocked arrangement instead of warp-striped rows
//   9_two_barriers      two barriers per tile, and an early ticket
//   10_whole_lines      warps that write whole lines
//   11_wide_stores      16 bytes per lane in stores as well
//   12_stage_apart      a separate stage, and a single buffer
//   13_early_look       an early load of the states, before the tile is put in order
//
// Change:  one pass without a scan: a warp adds its count to a counter in memory, and its elements go to the index that the
//          atomic returns. The blocks are persistent, with a grid-stride loop over the elements.
// Why:     if the order does not matter, no warp must wait for the warps before it. Programs use this to build lists of
//          work, for example.
// Counter: bytes moved per byte needed.
// Costs:   the order, which differs from call to call. That is wrong here, so the rung fails.
// Limit:   an atomic per warp and 32 elements, all on one address: they are executed one after the other.

#include <algorithm>
#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif

constexpr unsigned int all_lanes = 0xffffffff;

__global__ void __launch_bounds__(BLOCK) keep_in_any_order(CompactArgs args) {
    const int lane = threadIdx.x % 32;
    const long long stride = static_cast<long long>(gridDim.x) * BLOCK;
    const long long end = (args.count + 31) / 32 * 32; // all lanes of a warp must execute the ballot
    for (long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x; i < end; i += stride) {
        const float element = i < args.count ? args.in[i] : INFINITY;
        const bool keep = element < args.bound;
        const unsigned int lanes = __ballot_sync(all_lanes, keep);
        unsigned long long base = 0;
        if (lane == 0 && lanes != 0)
            base = atomicAdd(reinterpret_cast<unsigned long long*>(args.kept), __popc(lanes));
        base = __shfl_sync(all_lanes, base, 0);
        if (keep) args.out[base + __popc(lanes & ((1U << lane) - 1))] = element;
    }
}

extern "C" void keep_below(const CompactArgs& args) {
    constexpr long long max_blocks = 1056; // 8 per multiprocessor of an H200
    CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    keep_in_any_order<<<std::min(groups_of(BLOCK, args.count), max_blocks), BLOCK>>>(args);
    CUDA_CHECK_LAUNCH();
}
