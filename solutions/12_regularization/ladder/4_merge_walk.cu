// Lab 12, the ladder. NOTES.md has the calculations and the measurements.
//   0_warp_per_row          one warp per row
//   1_lanes_by_mean         lanes per row chosen by the mean row length
//   2_binned                rows binned by length: four lanes, a warp or a block per row
//   3_long_in_chunks        long rows split into chunks
// > 4_merge_walk            merge path: equal items per thread, each thread walks along its own   <- you are here
//   5_nonzeros_split        equal nonzeros per tile, products through shared memory
//   6_items_split           equal items per tile: nonzeros and row ends
//   7_warp_searches         a 32-way search by a warp
//   8_past_the_first_cache  x read past L1
//   9_sliced                sliced ELL: rows sorted by length, 32 stored column by column
//   10_by_column            the nonzeros of each block sorted by column
//
// Change:  merge-based SpMV (Merrill and Garland). Each nonzero is an item, and so is the end of each row. Each thread
//          gets 8 items and each block 2048, located by a merge-path search. A thread walks along its items: a
//          nonzero adds a product, a row end completes a sum.
// Why:     all threads have equally many items, whatever the row lengths are.
// Counter: inactive lanes per nonzero.
// Costs:   a binary search per tile, and one per thread within its tile. Rows that span threads: a block-wide scan passes
//          their sums on as carries. Rows that span tiles: atomics.
// Limit:   the walk: at each item a lane tests whether it is a nonzero or a row end, and the lanes of a warp read
//          shared memory with a stride of eight elements.

#include <climits>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif
#ifndef ITEMS
#define ITEMS 8 // items per thread
#endif

constexpr int tile_items = BLOCK * ITEMS;
constexpr int warps = BLOCK / 32;
constexpr unsigned int all_lanes = 0xffffffff;

/// Merge-path search: returns how many of @p rows row ends come before @p diagonal in a range with @p nonzeros;
/// @p row_ends[r] nonzeros come before the end of row r.
__device__ inline int merge_path_search(const int* row_ends, int rows, int nonzeros, long long diagonal) {
    int low = static_cast<int>(max(diagonal - nonzeros, 0LL));
    int high = static_cast<int>(min(diagonal, static_cast<long long>(rows)));
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (row_ends[middle] + static_cast<long long>(middle) < diagonal) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Finds the row of each tile's first item. Clears a row that a tile boundary cuts, in all products.
__global__ void find_starts(SparseArgs args, int tiles, int* starts) {
    const int tile = blockIdx.x * BLOCK + threadIdx.x;
    if (tile > tiles) return;
    const long long items = static_cast<long long>(args.rows) + args.nonzeros;
    const long long diagonal = min(static_cast<long long>(tile) * tile_items, items);
    const int row = merge_path_search(args.row_offsets + 1, args.rows, args.nonzeros, diagonal);
    starts[tile] = row;
    if (row == args.rows) return;
    const long long end = static_cast<long long>(args.row_offsets[row + 1]) + row;
    if (end >= diagonal + tile_items) return; // the next tile begins in this row as well, and clears it
    for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + row] = 0;
}

/// Carry-out of a range of items: the partial sum of its last row, and whether that row begins in the range.
struct Carry {
    float sum;
    bool has_end; ///< the range contains the end of a row
};

__device__ inline Carry combine(Carry first, Carry second) {
    if (second.has_end) return second;
    return {first.sum + second.sum, first.has_end};
}

/// Exclusive scan of the threads' carries; @p total becomes the carry-out of the block.
__device__ inline Carry exclusive_scan_block(Carry inclusive, Carry& total) {
    __shared__ Carry warp_carries[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const Carry other = {__shfl_up_sync(all_lanes, inclusive.sum, distance),
                             __shfl_up_sync(all_lanes, static_cast<int>(inclusive.has_end), distance) != 0};
        if (lane >= distance) inclusive = combine(other, inclusive);
    }
    if (lane == 31) warp_carries[warp] = inclusive;
    Carry exclusive = {__shfl_up_sync(all_lanes, inclusive.sum, 1),
                       __shfl_up_sync(all_lanes, static_cast<int>(inclusive.has_end), 1) != 0};
    if (lane == 0) exclusive = {0, false};
    __syncthreads();
    Carry warp_prefix = {0, false};
    total = {0, false};
    for (int w = 0; w < warps; ++w) {
        if (w == warp) warp_prefix = total;
        total = combine(total, warp_carries[w]);
    }
    return combine(warp_prefix, exclusive);
}

__global__ void __launch_bounds__(BLOCK)
    walk_tiles(SparseArgs args, const int* starts, const float* __restrict__ x, float* y) {
    __shared__ float products[tile_items];
    __shared__ int
        row_ends[tile_items + 1]; // row end offsets of the tile's rows, relative to its first nonzero
    const long long first_item = static_cast<long long>(blockIdx.x) * tile_items;
    const long long all_items = static_cast<long long>(args.rows) + args.nonzeros;
    const int items = static_cast<int>(min(all_items - first_item, static_cast<long long>(tile_items)));
    const int first_row = starts[blockIdx.x];
    const int rows = starts[blockIdx.x + 1] - first_row; // rows that end in the tile
    const int begin = static_cast<int>(first_item - first_row);
    const int nonzeros = items - rows;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const int i = k * BLOCK + static_cast<int>(threadIdx.x);
        if (i < nonzeros) products[i] = args.values[begin + i] * x[args.column_indices[begin + i]];
    }
    for (int r = threadIdx.x; r <= rows; r += BLOCK)
        row_ends[r] = r < rows ? args.row_offsets[first_row + r + 1] - begin : INT_MAX;
    __syncthreads();

    const int thread_item = min(static_cast<int>(threadIdx.x) * ITEMS, items);
    int row = merge_path_search(row_ends, rows, nonzeros, thread_item);
    int i = thread_item - row;
    const int first_ended_row = row;
    float head = 0; // partial sum of the first row that ends in this thread
    Carry carry = {0, false};
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        if (thread_item + k >= items) break;
        if (i < row_ends[row]) {
            carry.sum += products[i++];
        } else {
            if (carry.has_end) y[first_row + row] = carry.sum;
            if (!carry.has_end) head = carry.sum;
            carry = {0, true};
            ++row;
        }
    }
    Carry total;
    const Carry prefix = exclusive_scan_block(carry, total);
    if (carry.has_end) {
        // The first row that ends in the tile may begin in an earlier tile.
        if (prefix.has_end) y[first_row + first_ended_row] = prefix.sum + head;
        if (!prefix.has_end) atomicAdd(y + first_row + first_ended_row, prefix.sum + head);
    }
    if (threadIdx.x == 0 && first_row + rows < args.rows) atomicAdd(y + first_row + rows, total.sum);
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // CUDA rejects a grid without blocks
    const auto tiles =
        static_cast<int>(groups_of(tile_items, static_cast<long long>(args.rows) + args.nonzeros));
    int* const starts = reinterpret_cast<int*>(args.scratch);
    find_starts<<<groups_of(BLOCK, tiles + 1LL), BLOCK>>>(args, tiles, starts);
    CUDA_CHECK_LAUNCH();
    for (long long k = 0; k < args.products; ++k) {
        walk_tiles<<<tiles, BLOCK>>>(args, starts, args.x + k * args.width, args.y + k * args.rows);
        CUDA_CHECK_LAUNCH();
    }
}
