// Lab 12, the ladder. NOTES.md has the calculations and the measurements.
//   0_warp_per_row          one warp per row
//   1_lanes_by_mean         lanes per row chosen by the mean row length
//   2_binned                rows binned by length: four lanes, a warp or a block per row
//   3_long_in_chunks        long rows split into chunks
//   4_merge_walk            merge path: equal items per thread, each thread walks along its own
//   5_nonzeros_split        equal nonzeros per tile, products through shared memory
//   6_items_split           equal items per tile: nonzeros and row ends
//   7_warp_searches         a 32-way search by a warp
// > 8_past_the_first_cache  x read past L1   <- you are here
//   9_sliced                sliced ELL: rows sorted by length, 32 stored column by column
//   10_by_column            the nonzeros of each block sorted by column
//
// Change:  rung 6, but x is read by __ldcg(): from L2, bypassing L1.
// Why:     x has 8 MB and L1 256 KB: most lines that L1 allocates are never used again.
// Counter: none of the gates' counters.
// Costs:   if neighbouring rows use the same elements, as in a band, each of them is a request to L2.
// Limit:   the same requests. With or without L1, a load from a random address is a request to L2.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif
#ifndef VECTORS
#define VECTORS 2 // vectors of four nonzeros in flight per thread
#endif
#ifndef LANES
#define LANES 2 // lanes per row
#endif

constexpr int capacity = BLOCK * VECTORS * 4; // products that fit into the block's shared memory
constexpr int tile_items = capacity - 4; // four fewer: tiles begin at any nonzero, loads at multiples of four
constexpr unsigned int all_lanes = 0xffffffff;

/// Work of one block: consecutive items of the merge path.
struct Tile {
    int first_row; ///< row of the first item; may begin in an earlier tile
    int end_row;   ///< row of the next tile's first item; may begin in this tile
    int begin;     ///< first nonzero
    int end;       ///< one past the last nonzero
    int base; ///< `begin` rounded down to a multiple of 4: products[i - base] is the product of nonzero i
};

__device__ inline int merge_path_search(const SparseArgs& args, long long diagonal) {
    int low = static_cast<int>(max(diagonal - args.nonzeros, 0LL));
    int high = static_cast<int>(min(diagonal, static_cast<long long>(args.rows)));
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (args.row_offsets[middle + 1] + static_cast<long long>(middle) < diagonal) {
            low = middle + 1; // this row ends before the diagonal, and so do all earlier rows
        } else {
            high = middle;
        }
    }
    return low;
}

__device__ inline void clear_cut_row(const SparseArgs& args, long long diagonal, int row) {
    if (row == args.rows) return; // past the last row
    const long long end = static_cast<long long>(args.row_offsets[row + 1]) + row;
    if (end >= diagonal + tile_items) return; // the next tile begins in this row as well, and clears it
    for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + row] = 0;
}

__device__ inline void write_row_sum(const Tile& tile, int row, float sum, float* y) {
    if (row > tile.first_row && row < tile.end_row) {
        y[row] = sum;
    } else {
        atomicAdd(y + row, sum);
    }
}

/// A tile's segment of one row: products[begin] to products[end - 1].
struct Segment {
    int begin;
    int end;
};

__device__ inline Segment row_segment(const SparseArgs& args, const Tile& tile, int row) {
    return {max(args.row_offsets[row], tile.begin) - tile.base,
            min(args.row_offsets[row + 1], tile.end) - tile.base};
}

constexpr int lanes = LANES;
constexpr int max_short_segment = 16 * LANES; // products; a warp adds up longer segments

/// Returns the sum of @p x over each group of @p size lanes to all lanes of the group.
template <int size> __device__ inline float reduce_lanes(float x) {
#pragma unroll
    for (int distance = size / 2; distance > 0; distance /= 2) x += __shfl_xor_sync(all_lanes, x, distance);
    return x;
}

__device__ inline float reduce_segment(const float* products, Segment segment) {
    float sum = 0;
    for (int i = segment.begin + threadIdx.x % 32; i < segment.end; i += 32) sum += products[i];
    return reduce_lanes<32>(sum);
}

__device__ inline void segmented_sum(const SparseArgs& args, const Tile& tile, int last_row,
                                     const float* products, float* y) {
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    // The trip count is equal for all lanes of a warp, because they add up long segments together.
    for (int first = tile.first_row + warp * (32 / lanes); first <= last_row; first += BLOCK / lanes) {
        const int row = first + lane / lanes;
        const Segment segment = row <= last_row ? row_segment(args, tile, row) : Segment{0, 0};
        const bool is_long = segment.end - segment.begin > max_short_segment;
        float sum = 0;
        if (!is_long)
            for (int i = segment.begin + lane % lanes; i < segment.end; i += lanes) sum += products[i];
        sum = reduce_lanes<lanes>(sum);
        unsigned int pending = __ballot_sync(all_lanes, is_long && lane % lanes == 0);
        for (; pending != 0; pending &= pending - 1) {
            const int owner = __ffs(pending) - 1;
            const Segment owner_segment = {__shfl_sync(all_lanes, segment.begin, owner),
                                           __shfl_sync(all_lanes, segment.end, owner)};
            const float warp_sum = reduce_segment(products, owner_segment);
            if (lane == owner) sum = warp_sum;
        }
        if (row <= last_row && lane % lanes == 0) write_row_sum(tile, row, sum, y);
    }
}

struct NonzeroVec4 {
    int4 columns;
    float4 values;
};

/// Loads nonzeros @p i to @p i + 3; missing ones at the end become value 0 in column 0.
__device__ inline NonzeroVec4 load_vec4(const SparseArgs& args, int i) {
    if (i <= args.nonzeros - 4)
        return {__ldcs(reinterpret_cast<const int4*>(args.column_indices + i)),
                __ldcs(reinterpret_cast<const float4*>(args.values + i))};
    NonzeroVec4 vec = {};
    int* const columns = &vec.columns.x;
    float* const values = &vec.values.x;
#pragma unroll
    for (int e = 0; e < 3; ++e) { // at most three of the four exist
        if (i >= args.nonzeros - e) continue;
        columns[e] = args.column_indices[i + e];
        values[e] = args.values[i + e];
    }
    return vec;
}

__device__ inline void compute_products(const SparseArgs& args, const Tile& tile, const float* __restrict__ x,
                                        float* products) {
    NonzeroVec4 loaded[VECTORS];
#pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const int offset = (k * BLOCK + static_cast<int>(threadIdx.x)) * 4;
        loaded[k] = offset < tile.end - tile.base ? load_vec4(args, tile.base + offset) : NonzeroVec4{};
    }
#pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const int offset = (k * BLOCK + static_cast<int>(threadIdx.x)) * 4;
        if (offset >= tile.end - tile.base) continue;
        const auto [columns, values] = loaded[k];
        *reinterpret_cast<float4*>(products + offset) =
            make_float4(values.x * __ldcg(x + columns.x), values.y * __ldcg(x + columns.y),
                        values.z * __ldcg(x + columns.z), values.w * __ldcg(x + columns.w));
    }
}

/// Finds the row of each tile's first item; starts[tiles] becomes the number of rows.
__global__ void find_starts(SparseArgs args, int tiles, int* starts) {
    const int tile = blockIdx.x * BLOCK + threadIdx.x;
    if (tile > tiles) return;
    const long long items = static_cast<long long>(args.rows) + args.nonzeros;
    const long long diagonal = min(static_cast<long long>(tile) * tile_items, items);
    const int row = merge_path_search(args, diagonal);
    starts[tile] = row;
    clear_cut_row(args, diagonal, row);
}

/// Multiplies one tile by a vector and sums the products per row. Eight blocks are resident per SM.
__global__ void __launch_bounds__(BLOCK, 8)
    multiply_tiles(SparseArgs args, const int* starts, const float* __restrict__ x, float* y) {
    __shared__ __align__(16) float products[capacity];
    const long long first_item = static_cast<long long>(blockIdx.x) * tile_items;
    const long long end_item =
        min(first_item + tile_items, static_cast<long long>(args.rows) + args.nonzeros);
    Tile tile;
    tile.first_row = starts[blockIdx.x];
    tile.end_row = starts[blockIdx.x + 1];
    tile.begin = static_cast<int>(first_item - tile.first_row);
    tile.end = static_cast<int>(end_item - tile.end_row);
    tile.base = tile.begin / 4 * 4;

    compute_products(args, tile, x, products);
    __syncthreads();
    segmented_sum(args, tile, min(tile.end_row, args.rows - 1), products, y);
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // CUDA rejects a grid without blocks
    const auto tiles =
        static_cast<int>(groups_of(tile_items, static_cast<long long>(args.rows) + args.nonzeros));
    int* const starts = reinterpret_cast<int*>(args.scratch);
    find_starts<<<groups_of(BLOCK, tiles + 1LL), BLOCK>>>(args, tiles, starts);
    CUDA_CHECK_LAUNCH();
    for (long long k = 0; k < args.products; ++k) {
        multiply_tiles<<<tiles, BLOCK>>>(args, starts, args.x + k * args.width, args.y + k * args.rows);
        CUDA_CHECK_LAUNCH();
    }
}
