// Lab 12, the ladder. NOTES.md has the calculations and the measurements.
//   0_warp_per_row          one warp per row
//   1_lanes_by_mean         lanes per row chosen by the mean row length
//   2_binned                rows binned by length: four lanes, a warp or a block per row
// > 3_long_in_chunks        long rows split into chunks   <- you are here
//   4_merge_walk            merge path: equal items per thread, each thread walks along its own
//   5_nonzeros_split        equal nonzeros per tile, products through shared memory
//   6_items_split           equal items per tile: nonzeros and row ends
//   7_warp_searches         a 32-way search by a warp
//   8_past_the_first_cache  x read past L1
//   9_sliced                sliced ELL: rows sorted by length, 32 stored column by column
//   10_by_column            the nonzeros of each block sorted by column
//
// Change:  rung 2, but a row with more than 1024 nonzeros is split into chunks of up to 2048, and a block processes one
//          chunk. Atomics add the sums of the chunks.
// Why:     no block has more than 2048 nonzeros of work.
// Counter: atomics on global memory per nonzero: one per chunk of a long row, and one per warp for its positions in a bin.
// Costs:   a row in chunks must be cleared before each product is added; `bin_rows` clears it for all products.
// Limit:   the lanes of a warp still wait for the longest of its 8 rows, and each bin is a launch that must end.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif

constexpr unsigned int all_lanes = 0xffffffff;
constexpr int warps = BLOCK / 32;

/// Rows of at most max_short_row nonzeros get short_row_lanes lanes each.
constexpr int max_short_row = 32;
constexpr int short_row_lanes = 4;
constexpr int max_medium_row = 1024; // longest row that one warp adds up
constexpr int chunk_length = 2048;   // nonzeros of a longer row per block

/// A chunk of a long row.
struct RowChunk {
    int row;
    int begin; ///< first nonzero
    int end;   ///< one past the last nonzero
};

/// The bins in scratch: the rows of two length classes, the chunks of longer rows, and the size of each bin.
struct Bins {
    int* counts;
    int* rows[2];
    RowChunk* chunks; ///< at most one per chunk_length nonzeros, and one per row longer than max_medium_row
    explicit Bins(const SparseArgs& args) : counts(reinterpret_cast<int*>(args.scratch)) {
        for (int bin = 0; bin < 2; ++bin) rows[bin] = counts + 32 + static_cast<long long>(bin) * args.rows;
        chunks = reinterpret_cast<RowChunk*>(rows[1] + args.rows);
    }
};

/// Reserves a position in a bin for each member lane, with one atomic per warp (a warp-aggregated atomic).
__device__ inline int reserve_position(int* count, bool is_member) {
    const unsigned int mask = __ballot_sync(all_lanes, is_member);
    const int lane = threadIdx.x % 32;
    int base = 0;
    if (lane == 0 && mask != 0) base = atomicAdd(count, __popc(mask));
    return __shfl_sync(all_lanes, base, 0) + __popc(mask & ((1U << lane) - 1));
}

/// Puts each row into the bin for its length, or its chunks into the list of chunks. Clears a row in chunks.
__global__ void bin_rows(SparseArgs args, Bins bins) {
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    const bool exists = row < args.rows;
    const int begin = exists ? args.row_offsets[row] : 0;
    const int end = exists ? args.row_offsets[row + 1] : 0;
    const int own_bin = end - begin <= max_short_row ? 0 : end - begin <= max_medium_row ? 1 : 2;
#pragma unroll
    for (int bin = 0; bin < 2; ++bin) {
        const bool is_member = exists && own_bin == bin;
        const int position = reserve_position(bins.counts + bin, is_member);
        if (is_member) bins.rows[bin][position] = row;
    }
    if (own_bin < 2) return;
    int position = atomicAdd(bins.counts + 2, (end - begin + chunk_length - 1) / chunk_length);
    for (int i = begin; i < end; i += chunk_length)
        bins.chunks[position++] = {row, i, i < end - chunk_length ? i + chunk_length : end};
    for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + row] = 0;
}

/// Returns the sum of @p x over each group of @p size lanes to all lanes of the group.
template <int size> __device__ inline float reduce_lanes(float x) {
#pragma unroll
    for (int distance = size / 2; distance > 0; distance /= 2) x += __shfl_xor_sync(all_lanes, x, distance);
    return x;
}

/// Adds up the products of nonzeros @p i, i + step, ... before @p end.
__device__ inline float sum_of_products(const SparseArgs& args, const float* x, int i, int end, int step) {
    float sum = 0;
#pragma unroll 4
    for (; i < end; i += step) sum += args.values[i] * x[args.column_indices[i]];
    return sum;
}

/// Multiplies each row of a bin by x and writes the result to y, @p lanes threads per row.
template <int lanes> __global__ void __launch_bounds__(BLOCK)
    add_rows(SparseArgs args, const int* rows, const int* count, const float* __restrict__ x, float* y) {
    const long long first = (static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x) / lanes;
    const int lane = threadIdx.x % lanes;
    const int end = *count;
    // The trip count is equal for all lanes of a warp: every shuffle needs all of them.
    for (long long i = first; i - first % (32 / lanes) < end; i += gridDim.x * (BLOCK / lanes)) {
        const int row = i < end ? rows[i] : -1;
        float sum = 0;
        if (row >= 0)
            sum = sum_of_products(args, x, args.row_offsets[row] + lane, args.row_offsets[row + 1], lanes);
        sum = reduce_lanes<lanes>(sum);
        if (row >= 0 && lane == 0) y[row] = sum;
    }
}

/// Returns the sum of @p x over the block to all threads, which must all call it.
__device__ inline float reduce_block(float x) {
    __shared__ float sums[warps];
    x = reduce_lanes<32>(x);
    __syncthreads(); // all threads have read the sums of the previous call
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = x;
    __syncthreads();
    return reduce_lanes<warps>(sums[threadIdx.x % warps]);
}

/// Multiplies chunks of long rows by x and adds the results to y, one block per chunk.
__global__ void __launch_bounds__(BLOCK) add_chunks(SparseArgs args, const RowChunk* chunks, const int* count,
                                                    const float* __restrict__ x, float* y) {
    for (int i = blockIdx.x; i < *count; i += gridDim.x) {
        const RowChunk chunk = chunks[i];
        const int first = chunk.begin + static_cast<int>(threadIdx.x);
        const float sum = reduce_block(sum_of_products(args, x, first, chunk.end, BLOCK));
        if (threadIdx.x == 0) atomicAdd(y + chunk.row, sum);
    }
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // CUDA rejects a grid without blocks
    const Bins bins(args);
    CUDA_CHECK(cudaMemsetAsync(bins.counts, 0, 3 * sizeof(int)));
    bin_rows<<<groups_of(BLOCK, args.rows), BLOCK>>>(args, bins);
    CUDA_CHECK_LAUNCH();
    // The host does not know how many entries a bin has; a grid-stride loop covers bins that are longer than the grid.
    const auto grid_for = [&](int rows) { return std::min(groups_of(rows, args.rows), 1LL << 16); };
    for (long long k = 0; k < args.products; ++k) {
        const float* const x = args.x + k * args.width;
        float* const y = args.y + k * args.rows;
        add_chunks<<<grid_for(256), BLOCK>>>(args, bins.chunks, bins.counts + 2, x, y);
        add_rows<32><<<grid_for(8 * warps), BLOCK>>>(args, bins.rows[1], bins.counts + 1, x, y);
        add_rows<short_row_lanes>
            <<<grid_for(BLOCK / short_row_lanes), BLOCK>>>(args, bins.rows[0], bins.counts, x, y);
        CUDA_CHECK_LAUNCH();
    }
}
