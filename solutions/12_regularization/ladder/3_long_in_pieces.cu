// Lab 12, the ladder. NOTES.md has the sums and the measurements.
//   0_warp_a_row            a warp for each row
//   1_lanes_by_mean         as many lanes for a row as its mean length asks for
//   2_binned                rows by their length: four lanes, a warp or a block for each
// > 3_long_in_pieces        long rows cut into pieces   <- you are here
//   4_merge_walk            items cut into equal parts, and each thread walks along its own
//   5_nonzeros_split        nonzeros cut into equal parts, products through shared memory
//   6_items_split           nonzeros and ends of rows cut into equal parts
//   7_warp_searches         a warp searches together
//   8_past_the_first_cache  the vector read past L1
//   9_sliced                rows sorted by length, 32 of them column by column
//   10_by_column            a share of the nonzeros in the order of their columns
//
// Change:  rung 2, but a row with more than 1024 nonzeros is cut into parts of up to 2048, and a block does one
//          part. Sums of parts are added by atomics.
// Why:     now there is no large piece of work left.
// Counter: atomics on global memory for each nonzero: one for each part of a long row, and one a warp for its places in a list.
// Costs:   whatever has parts has to be cleared before; `deal_rows` does it for all products.
// Limit:   lanes of a list still wait for the longest among 8 rows, and for each list a launch has to end.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

constexpr unsigned int all_lanes = 0xffffffff;
constexpr int warps = BLOCK / 32;

/// Rows up to this length are for `few` lanes.
constexpr int short_row = 32;
constexpr int few = 4;
constexpr int middle_row = 1024;  // and up to this for a warp
constexpr int part_length = 2048; // of a longer row, for a block

/// A part of a long row.
struct Part {
    int row;
    int begin; ///< its first nonzero
    int end;   ///< behind its last one
};

/// In scratch: the rows of two length classes, the parts of longer rows, and how many are in each list.
struct Lists {
    int* counts;
    int* rows[2];
    Part*
        parts; ///< at most one for each part_length nonzeros, and one for each row with more than middle_row
    explicit Lists(const SparseArgs& args) : counts(reinterpret_cast<int*>(args.scratch)) {
        for (int list = 0; list < 2; ++list)
            rows[list] = counts + 32 + static_cast<long long>(list) * args.rows;
        parts = reinterpret_cast<Part*>(rows[1] + args.rows);
    }
};

/// A place in a list for each lane that wants one: a warp asks for all of its lanes together.
__device__ inline int place_in(int* count, bool wanted) {
    const unsigned int lanes = __ballot_sync(all_lanes, wanted);
    const int lane = threadIdx.x % 32;
    int first = 0;
    if (lane == 0 && lanes != 0) first = atomicAdd(count, __popc(lanes));
    return __shfl_sync(all_lanes, first, 0) + __popc(lanes & ((1U << lane) - 1));
}

/// Puts each row into the list for its length, or its parts into the list of parts. A row in parts is cleared.
__global__ void deal_rows(SparseArgs args, Lists lists) {
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    const bool exists = row < args.rows;
    const int begin = exists ? args.begins[row] : 0;
    const int end = exists ? args.begins[row + 1] : 0;
    const int own = end - begin <= short_row ? 0 : end - begin <= middle_row ? 1 : 2;
#pragma unroll
    for (int list = 0; list < 2; ++list) {
        const bool wanted = exists && own == list;
        const int place = place_in(lists.counts + list, wanted);
        if (wanted) lists.rows[list][place] = row;
    }
    if (own < 2) return;
    int place = atomicAdd(lists.counts + 2, (end - begin + part_length - 1) / part_length);
    for (int i = begin; i < end; i += part_length)
        lists.parts[place++] = {row, i, i < end - part_length ? i + part_length : end};
    for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + row] = 0;
}

/// The sum of @p x of a group of @p size lanes, to each of them.
template <int size> __device__ inline float sum_of_lanes(float x) {
#pragma unroll
    for (int distance = size / 2; distance > 0; distance /= 2) x += __shfl_xor_sync(all_lanes, x, distance);
    return x;
}

/// The products of nonzeros @p i, i + step and so on, up to @p end.
__device__ inline float sum_of_products(const SparseArgs& args, const float* x, int i, int end, int step) {
    float sum = 0;
#pragma unroll 4
    for (; i < end; i += step) sum += args.values[i] * x[args.columns[i]];
    return sum;
}

/// Rows of a list, @p lanes threads for each.
template <int lanes> __global__ void __launch_bounds__(BLOCK)
    add_rows(SparseArgs args, const int* rows, const int* count, const float* __restrict__ x, float* y) {
    const long long first = (static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x) / lanes;
    const int lane = threadIdx.x % lanes;
    const int end = *count;
    // A warp's lanes stay together for the sake of the shuffles.
    for (long long i = first; i - first % (32 / lanes) < end; i += gridDim.x * (BLOCK / lanes)) {
        const int row = i < end ? rows[i] : -1;
        float sum = 0;
        if (row >= 0) sum = sum_of_products(args, x, args.begins[row] + lane, args.begins[row + 1], lanes);
        sum = sum_of_lanes<lanes>(sum);
        if (row >= 0 && lane == 0) y[row] = sum;
    }
}

/// The sum of @p x of a block, to thread 0.
__device__ inline float sum_of_block(float x) {
    __shared__ float sums[warps];
    x = sum_of_lanes<32>(x);
    __syncthreads(); // nobody still reads the sums of the call before
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = x;
    __syncthreads();
    return sum_of_lanes<warps>(sums[threadIdx.x % warps]);
}

/// Parts of long rows, a block for each.
__global__ void __launch_bounds__(BLOCK)
    add_parts(SparseArgs args, const Part* parts, const int* count, const float* __restrict__ x, float* y) {
    for (int i = blockIdx.x; i < *count; i += gridDim.x) {
        const Part part = parts[i];
        const int first = part.begin + static_cast<int>(threadIdx.x);
        const float sum = sum_of_block(sum_of_products(args, x, first, part.end, BLOCK));
        if (threadIdx.x == 0) atomicAdd(y + part.row, sum);
    }
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // to CUDA a grid without blocks is an error
    const Lists lists(args);
    CUDA_CHECK(cudaMemsetAsync(lists.counts, 0, 3 * sizeof(int)));
    deal_rows<<<groups_of(BLOCK, args.rows), BLOCK>>>(args, lists);
    CUDA_CHECK_LAUNCH();
    // How many are in a list, the host does not know; a block takes several turns where a list is longer than the grid.
    const auto most = [&](int rows) { return std::min(groups_of(rows, args.rows), 1LL << 16); };
    for (long long k = 0; k < args.products; ++k) {
        const float* const x = args.x + k * args.width;
        float* const y = args.y + k * args.rows;
        add_parts<<<most(256), BLOCK>>>(args, lists.parts, lists.counts + 2, x, y);
        add_rows<32><<<most(8 * warps), BLOCK>>>(args, lists.rows[1], lists.counts + 1, x, y);
        add_rows<few><<<most(BLOCK / few), BLOCK>>>(args, lists.rows[0], lists.counts, x, y);
        CUDA_CHECK_LAUNCH();
    }
}
