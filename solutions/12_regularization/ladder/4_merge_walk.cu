// Lab 12, the ladder. NOTES.md has the sums and the measurements.
//   0_warp_a_row            a warp for each row
//   1_lanes_by_mean         as many lanes for a row as its mean length asks for
//   2_binned                rows by their length: four lanes, a warp or a block for each
//   3_long_in_pieces        long rows cut into pieces
// > 4_merge_walk            items cut into equal parts, and each thread walks along its own   <- you are here
//   5_nonzeros_split        nonzeros cut into equal parts, products through shared memory
//   6_items_split           nonzeros and ends of rows cut into equal parts
//   7_warp_searches         a warp searches together
//   8_past_the_first_cache  the vector read past L1
//   9_sliced                rows sorted by length, 32 of them column by column
//   10_by_column            a share of the nonzeros in the order of their columns
//
// Change:  rows no longer say who does what. Each nonzero is an item, and each row has one more, its end. Each thread
//          gets 8 items, each block 2048, found by a search. A thread walks along its items: at a nonzero it
//          adds a product, at an end it has a sum.
// Why:     all parts are equal, whatever the rows are like. Merge path is the name of this.
// Counter: lanes that wait for each nonzero.
// Costs:   a search for each tile, and one for each thread in its tile. Rows that end in another thread than they began
//          in: a scan of the block hands their sums on. Rows that end in another tile: atomics.
// Limit:   the walk: at each item a lane asks whether it is a nonzero or an end, and the lanes of a warp read
//          from shared memory eight places apart.

#include <climits>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif
#ifndef ITEMS
#define ITEMS 8 // of a thread
#endif

constexpr int tile_items = BLOCK * ITEMS;
constexpr int warps = BLOCK / 32;
constexpr unsigned int all_lanes = 0xffffffff;

/// How many rows end before item @p item of a stretch that has @p rows ends and @p nonzeros; @p ends[r] nonzeros come
/// before the end of row r.
__device__ inline int rows_before(const int* ends, int rows, int nonzeros, long long item) {
    int low = static_cast<int>(max(item - nonzeros, 0LL));
    int high = static_cast<int>(min(item, static_cast<long long>(rows)));
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (ends[middle] + static_cast<long long>(middle) < item) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// The row of each tile's first item. A row that an edge cuts is cleared, for all products.
__global__ void find_starts(SparseArgs args, int tiles, int* starts) {
    const int tile = blockIdx.x * BLOCK + threadIdx.x;
    if (tile > tiles) return;
    const long long items = static_cast<long long>(args.rows) + args.nonzeros;
    const long long item = min(static_cast<long long>(tile) * tile_items, items);
    const int row = rows_before(args.begins + 1, args.rows, args.nonzeros, item);
    starts[tile] = row;
    if (row == args.rows) return;
    const long long end = static_cast<long long>(args.begins[row + 1]) + row;
    if (end >= item + tile_items) return; // it is the first row of the next tile, too
    for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + row] = 0;
}

/// What a stretch of items hands on: the sum of its last row, and whether that began in the stretch.
struct Carry {
    float sum;
    bool closed; ///< the stretch has an end of a row
};

__device__ inline Carry behind(Carry first, Carry second) {
    if (second.closed) return second;
    return {first.sum + second.sum, first.closed};
}

/// What all threads before this one hand on, and in @p total what the whole block does.
__device__ inline Carry before_in_block(Carry own, Carry& total) {
    __shared__ Carry of_warps[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const Carry other = {__shfl_up_sync(all_lanes, own.sum, distance),
                             __shfl_up_sync(all_lanes, static_cast<int>(own.closed), distance) != 0};
        if (lane >= distance) own = behind(other, own);
    }
    if (lane == 31) of_warps[warp] = own;
    Carry before = {__shfl_up_sync(all_lanes, own.sum, 1),
                    __shfl_up_sync(all_lanes, static_cast<int>(own.closed), 1) != 0};
    if (lane == 0) before = {0, false};
    __syncthreads();
    Carry warps_before = {0, false};
    total = {0, false};
    for (int w = 0; w < warps; ++w) {
        if (w == warp) warps_before = total;
        total = behind(total, of_warps[w]);
    }
    return behind(warps_before, before);
}

__global__ void __launch_bounds__(BLOCK)
    walk_tiles(SparseArgs args, const int* starts, const float* __restrict__ x, float* y) {
    __shared__ float products[tile_items];
    __shared__ int ends[tile_items + 1]; // of the tile's rows, from its first nonzero on
    const long long first_item = static_cast<long long>(blockIdx.x) * tile_items;
    const long long all_items = static_cast<long long>(args.rows) + args.nonzeros;
    const int items = static_cast<int>(min(all_items - first_item, static_cast<long long>(tile_items)));
    const int first_row = starts[blockIdx.x];
    const int rows = starts[blockIdx.x + 1] - first_row; // that end in the tile
    const int begin = static_cast<int>(first_item - first_row);
    const int nonzeros = items - rows;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const int i = k * BLOCK + static_cast<int>(threadIdx.x);
        if (i < nonzeros) products[i] = args.values[begin + i] * x[args.columns[begin + i]];
    }
    for (int r = threadIdx.x; r <= rows; r += BLOCK)
        ends[r] = r < rows ? args.begins[first_row + r + 1] - begin : INT_MAX;
    __syncthreads();

    const int first = min(static_cast<int>(threadIdx.x) * ITEMS, items);
    int row = rows_before(ends, rows, nonzeros, first);
    int i = first - row;
    const int first_end = row;
    float head = 0; // of the first row that ends here: what it has here
    Carry own = {0, false};
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        if (first + k >= items) break;
        if (i < ends[row]) {
            own.sum += products[i++];
        } else {
            if (own.closed) y[first_row + row] = own.sum;
            if (!own.closed) head = own.sum;
            own = {0, true};
            ++row;
        }
    }
    Carry total;
    const Carry before = before_in_block(own, total);
    if (own.closed) {
        // The first row that ends in the tile may have begun in one before.
        if (before.closed) y[first_row + first_end] = before.sum + head;
        if (!before.closed) atomicAdd(y + first_row + first_end, before.sum + head);
    }
    if (threadIdx.x == 0 && first_row + rows < args.rows) atomicAdd(y + first_row + rows, total.sum);
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // to CUDA a grid without blocks is an error
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
