// Lab 12, the ladder. NOTES.md has the calculations and the measurements.
//   0_warp_per_row          one warp per row
//   1_lanes_by_mean         lanes per row chosen by the mean row length
//   2_binned                rows binned by length: four lanes, a warp or a block per row
//   3_long_in_chunks        long rows split into chunks
//   4_merge_walk            merge path: equal items per thread, each thread walks along its own
// > 5_nonzeros_split        equal nonzeros per tile, products through shared memory   <- you are here
//   6_items_split           equal items per tile: nonzeros and row ends
//   7_warp_searches         a 32-way search by a warp
//   8_past_the_first_cache  x read past L1
//   9_sliced                sliced ELL: rows sorted by length, 32 stored column by column
//   10_by_column            the nonzeros of each block sorted by column
//
// Change:  only nonzeros are counted: a tile has 2048. Their products go to shared memory; each thread issues two vector
//          loads of column indices and two of values, 16 bytes each, before the first use. Then two lanes add up a
//          row of up to 32 products, and a warp a longer one.
// Why:     no thread walks. The products do not depend on the rows, and a tile begins at a multiple of 2048 nonzeros,
//          so loads of 16 bytes are aligned and need not wait for the search.
// Counter: bytes per load instruction, from 127 to 229; warp instructions per nonzero, from 2.6 to 1.2.
// Costs:   two phases in a block, with a barrier between them.
// Limit:   the requests for x (NOTES.md). And the rows of a tile are not bounded: if a million empty rows are
//          between two nonzeros, one block has all of them.

#include <cstddef>

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

constexpr int capacity = BLOCK * VECTORS * 4; // nonzeros per tile
constexpr unsigned int all_lanes = 0xffffffff;

/// Work of one block: consecutive items of the merge path.
struct Tile {
    int first_row; ///< row of the first nonzero; may begin in an earlier tile
    int end_row;   ///< row of the next tile's first nonzero; may begin in this tile
    int begin;     ///< first nonzero
    int end;       ///< one past the last nonzero
};

/// Returns the row of nonzero @p i by binary search: how many rows end before it.
__device__ inline int find_row(const SparseArgs& args, int i) {
    int low = 0;
    int high = args.rows;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (args.row_offsets[middle + 1] <= i) {
            low = middle + 1; // this row ends before the nonzero, and so do all earlier rows
        } else {
            high = middle;
        }
    }
    return low;
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
    return {max(args.row_offsets[row], tile.begin) - tile.begin,
            min(args.row_offsets[row + 1], tile.end) - tile.begin};
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
        loaded[k] = offset < tile.end - tile.begin ? load_vec4(args, tile.begin + offset) : NonzeroVec4{};
    }
#pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const int offset = (k * BLOCK + static_cast<int>(threadIdx.x)) * 4;
        if (offset >= tile.end - tile.begin) continue;
        const auto [columns, values] = loaded[k];
        *reinterpret_cast<float4*>(products + offset) =
            make_float4(values.x * __ldg(x + columns.x), values.y * __ldg(x + columns.y),
                        values.z * __ldg(x + columns.z), values.w * __ldg(x + columns.w));
    }
}

/// Finds the row of each tile's first nonzero. The first tile begins with row 0, which may be empty; starts[tiles]
/// becomes the number of rows. Clears a row that a tile boundary cuts, in all products.
__global__ void find_starts(SparseArgs args, int tiles, int* starts) {
    const int tile = blockIdx.x * BLOCK + threadIdx.x;
    if (tile > tiles) return;
    const int row = tile == 0 ? 0 : tile == tiles ? args.rows : find_row(args, tile * capacity);
    starts[tile] = row;
    if (row == args.rows) return;
    if (args.row_offsets[row + 1] > (tile + 1LL) * capacity)
        return; // the next tile begins in this row as well, and clears it
    for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + row] = 0;
}

/// Multiplies one tile by a vector and sums the products per row. Eight blocks are resident per SM.
__global__ void __launch_bounds__(BLOCK, 8)
    multiply_tiles(SparseArgs args, const int* starts, const float* __restrict__ x, float* y) {
    __shared__ __align__(16) float products[capacity];
    Tile tile;
    tile.first_row = starts[blockIdx.x];
    tile.end_row = starts[blockIdx.x + 1];
    tile.begin = blockIdx.x * capacity;
    tile.end = tile.begin + min(capacity, args.nonzeros - tile.begin);

    compute_products(args, tile, x, products);
    __syncthreads();
    segmented_sum(args, tile, min(tile.end_row, args.rows - 1), products, y);
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // CUDA rejects a grid without blocks
    const auto tiles = static_cast<int>(groups_of(capacity, args.nonzeros));
    if (tiles == 0) { // without tiles no block writes the rows
        const std::size_t elements = static_cast<std::size_t>(args.products) * args.rows;
        CUDA_CHECK(cudaMemsetAsync(args.y, 0, elements * sizeof(float)));
        return;
    }
    int* const starts = reinterpret_cast<int*>(args.scratch);
    find_starts<<<groups_of(BLOCK, tiles + 1LL), BLOCK>>>(args, tiles, starts);
    CUDA_CHECK_LAUNCH();
    for (long long k = 0; k < args.products; ++k) {
        multiply_tiles<<<tiles, BLOCK>>>(args, starts, args.x + k * args.width, args.y + k * args.rows);
        CUDA_CHECK_LAUNCH();
    }
}
