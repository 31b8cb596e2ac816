// Lab 12 with cooperative groups: two lanes that share a row are a group, the warp that adds up a long segment is
// another group, and both reduce with the same function. Choose it because the code names the participating
// threads.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int threads = 256;                               // threads per block
constexpr int vectors_per_thread = 2;                      // vectors of four nonzeros in flight per thread
constexpr int capacity = threads * vectors_per_thread * 4; // products that fit into the block's shared memory
constexpr int tile_items = capacity - 4; // four fewer: tiles begin at any nonzero, loads at multiples of four

/// Work of one block: tile_items consecutive items of the merge path, each a nonzero or the end of a row.
struct Tile {
    int first_row; ///< row of the first item; may begin in an earlier tile
    int end_row;   ///< row of the next tile's first item; may begin in this tile
    int begin;     ///< first nonzero
    int end;       ///< one past the last nonzero
    int base; ///< `begin` rounded down to a multiple of 4: products[i - base] is the product of nonzero i
};

__device__ inline Tile tile_of(const SparseArgs& args, const int* starts, int tile_index) {
    const long long items = static_cast<long long>(args.rows) + args.nonzeros;
    const long long first_item = static_cast<long long>(tile_index) * tile_items;
    Tile tile;
    tile.first_row = starts[tile_index];
    tile.end_row = starts[tile_index + 1];
    tile.begin = static_cast<int>(first_item - tile.first_row);
    tile.end = static_cast<int>(min(first_item + tile_items, items) - tile.end_row);
    tile.base = tile.begin / 4 * 4;
    return tile;
}

/// Merge-path search: returns how many rows end before @p diagonal, by binary search.
__device__ inline int merge_path_search(const SparseArgs& args, long long diagonal) {
    int low = static_cast<int>(max(diagonal - args.nonzeros, 0LL));
    int high = static_cast<int>(min(diagonal, static_cast<long long>(args.rows)));
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (args.row_offsets[middle + 1] + static_cast<long long>(middle) < diagonal) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Clears the row of a tile's first item in every product, unless the next tile begins in the same row.
__device__ inline void clear_cut_row(const SparseArgs& args, long long diagonal, int row) {
    if (row == args.rows) return; // past the last row
    const long long end = static_cast<long long>(args.row_offsets[row + 1]) + row;
    if (end >= diagonal + tile_items) return;
    for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + row] = 0;
}

/// Stores the sum of a row inside the tile, and adds it atomically if a tile boundary may cut the row.
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

constexpr int lanes = 2;              // lanes per row
constexpr int max_short_segment = 32; // products; a warp adds up longer segments

/// Returns the sum of a segment to each thread of the group.
template <typename Group>
__device__ inline float reduce_segment(const Group& group, const float* products, Segment segment) {
    float sum = 0;
    for (int i = segment.begin + static_cast<int>(group.thread_rank()); i < segment.end; i += group.size())
        sum += products[i];
    return cg::reduce(group, sum, cg::plus<float>());
}

/// Segmented sum: adds up the tile's rows, from its first to @p last_row.
__device__ inline void segmented_sum(const SparseArgs& args, const Tile& tile, int last_row,
                                     const float* products, float* y) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto group = cg::tiled_partition<lanes>(warp);
    const int groups = static_cast<int>(group.meta_group_size()); // groups per warp
    const int step = groups * static_cast<int>(warp.meta_group_size());
    // The trip count is equal for all lanes of a warp, because they add up long segments together.
    for (int first = tile.first_row + static_cast<int>(warp.meta_group_rank()) * groups; first <= last_row;
         first += step) {
        const int row = first + static_cast<int>(group.meta_group_rank());
        const Segment segment = row <= last_row ? row_segment(args, tile, row) : Segment{0, 0};
        const bool is_long = segment.end - segment.begin > max_short_segment;
        float sum = reduce_segment(group, products, is_long ? Segment{0, 0} : segment);
        unsigned int pending = warp.ballot(is_long && group.thread_rank() == 0);
        for (; pending != 0; pending &= pending - 1) {
            const int owner = __ffs(static_cast<int>(pending)) - 1;
            const Segment owner_segment = {warp.shfl(segment.begin, owner), warp.shfl(segment.end, owner)};
            const float warp_sum = reduce_segment(warp, products, owner_segment);
            if (static_cast<int>(warp.thread_rank()) == owner) sum = warp_sum;
        }
        if (row <= last_row && group.thread_rank() == 0) write_row_sum(tile, row, sum, y);
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

/// Computes the products of the tile's nonzeros. Each thread issues all of its loads of column indices and
/// values before the first use.
__device__ inline void compute_products(const SparseArgs& args, const Tile& tile, const float* __restrict__ x,
                                        float* products) {
    NonzeroVec4 loaded[vectors_per_thread];
#pragma unroll
    for (int k = 0; k < vectors_per_thread; ++k) {
        const int offset = (k * threads + static_cast<int>(threadIdx.x)) * 4;
        loaded[k] = offset < tile.end - tile.base ? load_vec4(args, tile.base + offset) : NonzeroVec4{};
    }
#pragma unroll
    for (int k = 0; k < vectors_per_thread; ++k) {
        const int offset = (k * threads + static_cast<int>(threadIdx.x)) * 4;
        if (offset >= tile.end - tile.base) continue;
        const auto [columns, values] = loaded[k];
        *reinterpret_cast<float4*>(products + offset) =
            make_float4(values.x * __ldg(x + columns.x), values.y * __ldg(x + columns.y),
                        values.z * __ldg(x + columns.z), values.w * __ldg(x + columns.w));
    }
}

/// Finds the row of each tile's first item; starts[tiles] becomes the number of rows.
__global__ void find_starts(SparseArgs args, int tiles, int* starts) {
    const int tile = blockIdx.x * threads + threadIdx.x;
    if (tile > tiles) return;
    const long long items = static_cast<long long>(args.rows) + args.nonzeros;
    const long long diagonal = min(static_cast<long long>(tile) * tile_items, items);
    const int row = merge_path_search(args, diagonal);
    starts[tile] = row;
    clear_cut_row(args, diagonal, row);
}

/// Multiplies one tile by a vector and sums the products per row. Eight blocks are resident per SM.
__global__ void __launch_bounds__(threads, 8)
    multiply_tiles(SparseArgs args, const int* starts, const float* __restrict__ x, float* y) {
    __shared__ __align__(16) float products[capacity];
    const Tile tile = tile_of(args, starts, static_cast<int>(blockIdx.x));
    compute_products(args, tile, x, products);
    __syncthreads();
    segmented_sum(args, tile, min(tile.end_row, args.rows - 1), products, y);
}

static int tiles_of(const SparseArgs& args) {
    return static_cast<int>(groups_of(tile_items, static_cast<long long>(args.rows) + args.nonzeros));
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // CUDA rejects a grid without blocks
    const int tiles = tiles_of(args);
    int* const starts = reinterpret_cast<int*>(args.scratch);
    find_starts<<<groups_of(threads, tiles + 1LL), threads>>>(args, tiles, starts);
    CUDA_CHECK_LAUNCH();
    for (long long k = 0; k < args.products; ++k) {
        multiply_tiles<<<tiles, threads>>>(args, starts, args.x + k * args.width, args.y + k * args.rows);
        CUDA_CHECK_LAUNCH();
    }
}
