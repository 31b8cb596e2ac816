// Lab 12, the ladder. NOTES.md has the calculations and the measurements.
//   0_warp_per_row          one warp per row
// > 1_lanes_by_mean         lanes per row chosen by the mean row length   <- you are here
//   2_binned                rows binned by length: four lanes, a warp or a block per row
//   3_long_in_chunks        long rows split into chunks
//   4_merge_walk            merge path: equal items per thread, each thread walks along its own
//   5_nonzeros_split        equal nonzeros per tile, products through shared memory
//   6_items_split           equal items per tile: nonzeros and row ends
//   7_warp_searches         a 32-way search by a warp
//   8_past_the_first_cache  x read past L1
//   9_sliced                sliced ELL: rows sorted by length, 32 stored column by column
//   10_by_column            the nonzeros of each block sorted by column
//
// Change:  rung 0 with 2, 4, 8, 16 or 32 lanes per row: the power of two at or below half of the mean length, and
//          at least 2.
// Why:     with rows of 15 nonzeros, half of a warp's lanes idle.
// Counter: inactive lanes per nonzero.
// Costs:   nothing if row lengths are similar: a band takes a third of rung 0's time.
// Limit:   the mean does not bound the longest row. With fewer lanes that row takes longer, so with a power law this
//          rung is slower than rung 0.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif

constexpr unsigned int all_lanes = 0xffffffff;

/// Multiplies a row by a vector, @p lanes threads per row.
template <int lanes> __global__ void __launch_bounds__(BLOCK)
    add_row(SparseArgs args, const float* __restrict__ x, float* y) {
    const long long row = (static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x) / lanes;
    const int lane = threadIdx.x % lanes;
    float sum = 0;
    if (row < args.rows)
        for (int i = args.row_offsets[row] + lane; i < args.row_offsets[row + 1]; i += lanes)
            sum += args.values[i] * x[args.column_indices[i]];
#pragma unroll
    for (int distance = lanes / 2; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(all_lanes, sum, distance);
    if (row < args.rows && lane == 0) y[row] = sum;
}

template <int lanes> static void multiply_by(const SparseArgs& args) {
    const auto blocks = groups_of(BLOCK / lanes, args.rows);
    for (long long k = 0; k < args.products; ++k) {
        add_row<lanes><<<blocks, BLOCK>>>(args, args.x + k * args.width, args.y + k * args.rows);
        CUDA_CHECK_LAUNCH();
    }
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // CUDA rejects a grid without blocks
    const int mean = args.nonzeros / args.rows;
    if (mean >= 64) return multiply_by<32>(args);
    if (mean >= 32) return multiply_by<16>(args);
    if (mean >= 16) return multiply_by<8>(args);
    if (mean >= 8) return multiply_by<4>(args);
    multiply_by<2>(args);
}
