// Lab 12, the ladder. NOTES.md has the sums and the measurements.
//   0_warp_a_row            a warp for each row
// > 1_lanes_by_mean         as many lanes for a row as its mean length asks for   <- you are here
//   2_binned                rows by their length: four lanes, a warp or a block for each
//   3_long_in_pieces        long rows cut into pieces
//   4_merge_walk            items cut into equal parts, and each thread walks along its own
//   5_nonzeros_split        nonzeros cut into equal parts, products through shared memory
//   6_items_split           nonzeros and ends of rows cut into equal parts
//   7_warp_searches         a warp searches together
//   8_past_the_first_cache  the vector read past L1
//   9_sliced                rows sorted by length, 32 of them column by column
//   10_by_column            a share of the nonzeros in the order of their columns
//
// Change:  rung 0 with 2, 4, 8, 16 or 32 lanes for a row: the power of two at or below half of the mean length, and
//          at least 2.
// Why:     with rows of 15 half of a warp's lanes find nothing to do.
// Counter: lanes that wait for each nonzero.
// Costs:   nothing where rows are alike: a band takes a third of rung 0's time.
// Limit:   a mean says nothing of the longest row. The fewer lanes it has, the longer it takes, so with a power law
//          this is slower than rung 0.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

constexpr unsigned int all_lanes = 0xffffffff;

/// The products of a row with a vector, added up by @p lanes threads.
template <int lanes> __global__ void __launch_bounds__(BLOCK)
    add_row(SparseArgs args, const float* __restrict__ x, float* y) {
    const long long row = (static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x) / lanes;
    const int lane = threadIdx.x % lanes;
    float sum = 0;
    if (row < args.rows)
        for (int i = args.begins[row] + lane; i < args.begins[row + 1]; i += lanes)
            sum += args.values[i] * x[args.columns[i]];
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
    if (args.rows == 0) return; // to CUDA a grid without blocks is an error
    const int mean = args.nonzeros / args.rows;
    if (mean >= 64) return multiply_by<32>(args);
    if (mean >= 32) return multiply_by<16>(args);
    if (mean >= 16) return multiply_by<8>(args);
    if (mean >= 8) return multiply_by<4>(args);
    multiply_by<2>(args);
}
