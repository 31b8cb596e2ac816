// Lab 12: a sparse matrix times vectors, cut into tiles of equal work wherever its rows begin and end.
//
// Yours are the four regions from TODO to END TODO; work in the order of their numbers. The kernels that put
// them together stand behind them. README.md explains the tasks, lab.h the interface.
//
// Items are what the work is cut by. Each nonzero is one, and each row has one more, its end, behind its
// nonzeros. A tile is tile_items of them, one behind the other: the work of a block.

#include <cstddef>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 256;                    // in a block
constexpr int vectors = 2;                      // of four nonzeros each, that a thread has under way at once
constexpr int capacity = threads * vectors * 4; // products for which a block has room
constexpr int tile_items = capacity - 4; // the four: a tile need not begin at a multiple of four nonzeros

/// The part of the matrix that a block works on.
struct Tile {
    int first_row; ///< the row of its first item; may have begun in a tile before
    int end_row;   ///< the row of the next tile's first item; may have begun in this one
    int begin;     ///< its first nonzero
    int end;       ///< behind its last one
    int base; ///< `begin`, rounded down to a multiple of 4: products[i - base] is the product of nonzero i
};

// TODO(1): how many rows end before item number `item`, counted from 0: it belongs to that row. If it is r,
// `item` - r nonzeros come before the item. The end of row r has args.begins[r + 1] nonzeros and r ends of
// rows before it. No load is needed for each row: search. (about 12 lines)
__device__ inline int rows_before(const SparseArgs& args, long long item) {
    int low = static_cast<int>(max(item - args.nonzeros, 0LL));
    int high = static_cast<int>(min(item, static_cast<long long>(args.rows)));
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (args.begins[middle + 1] + static_cast<long long>(middle) < item) {
            low = middle + 1; // that row ends before the item, and so do all above it
        } else {
            high = middle;
        }
    }
    return low;
}
// END TODO(1)

// TODO(2): a row that a tile's edge cuts gets a sum from each tile that has a part of it, and so these are
// added by atomics. All other rows have one sum, which is stored. prepare_sums() is called before all
// else. clear_cut_row() is called once for each tile, in a launch before the products: `item` is the tile's
// first one, and `row` the row of that. (about 12 lines)
static void prepare_sums(const SparseArgs&) {} // nothing: clear_cut_row() clears what has to be cleared

__device__ inline void clear_cut_row(const SparseArgs& args, long long item, int row) {
    if (row == args.rows) return; // behind the last one
    const long long end = static_cast<long long>(args.begins[row + 1]) + row;
    if (end >= item + tile_items) return; // it is the first row of the next tile, too
    for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + row] = 0;
}

__device__ inline void put_sum(const Tile& tile, int row, float sum, float* y) {
    if (row > tile.first_row && row < tile.end_row) {
        y[row] = sum;
    } else {
        atomicAdd(y + row, sum);
    }
}
// END TODO(2)

/// What a tile has of a row: products[begin] to products[end - 1].
struct Piece {
    int begin;
    int end;
};

__device__ inline Piece piece_of_row(const SparseArgs& args, const Tile& tile, int row) {
    return {max(args.begins[row], tile.begin) - tile.base, min(args.begins[row + 1], tile.end) - tile.base};
}

// TODO(3): the sum of each row of the tile, from its first to row `last`, and put_sum() for each. As handed out, one
// thread does it for a row, however long that is. Take two lanes for a row of up to 32 products, and all lanes
// of a warp for a longer one. (about 35 lines)
constexpr unsigned int all_lanes = 0xffffffff;
constexpr int lanes = 2;       // that share a row
constexpr int long_piece = 32; // more products than this are for a warp

/// The sum of @p x of a group of @p size lanes, to each of them.
template <int size> __device__ inline float sum_of_lanes(float x) {
#pragma unroll
    for (int distance = size / 2; distance > 0; distance /= 2) x += __shfl_xor_sync(all_lanes, x, distance);
    return x;
}

__device__ inline float sum_by_warp(const float* products, Piece piece) {
    float sum = 0;
    for (int i = piece.begin + threadIdx.x % 32; i < piece.end; i += 32) sum += products[i];
    return sum_of_lanes<32>(sum);
}

__device__ inline void add_rows(const SparseArgs& args, const Tile& tile, int last, const float* products,
                                float* y) {
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    // All lanes of a warp stay together, so that they can do a long row together.
    for (int first = tile.first_row + warp * (32 / lanes); first <= last; first += threads / lanes) {
        const int row = first + lane / lanes;
        const Piece piece = row <= last ? piece_of_row(args, tile, row) : Piece{0, 0};
        const bool is_long = piece.end - piece.begin > long_piece;
        float sum = 0;
        if (!is_long)
            for (int i = piece.begin + lane % lanes; i < piece.end; i += lanes) sum += products[i];
        sum = sum_of_lanes<lanes>(sum);
        unsigned int left = __ballot_sync(all_lanes, is_long && lane % lanes == 0);
        for (; left != 0; left &= left - 1) {
            const int owner = __ffs(left) - 1;
            const Piece shared = {__shfl_sync(all_lanes, piece.begin, owner),
                                  __shfl_sync(all_lanes, piece.end, owner)};
            const float of_warp = sum_by_warp(products, shared);
            if (lane == owner) sum = of_warp;
        }
        if (row <= last && lane % lanes == 0) put_sum(tile, row, sum, y);
    }
}
// END TODO(3)

// TODO(4): products[i - tile.base] for each nonzero i of the tile. Four columns and four values come with one
// load each, and a thread asks for all of its own before it uses the first. (about 38 lines)
struct Four {
    int4 columns;
    float4 values;
};

/// Nonzeros @p i to @p i + 3, as far as there are any: 0 in column 0 is in their place.
__device__ inline Four read_four(const SparseArgs& args, int i) {
    if (i <= args.nonzeros - 4)
        return {__ldcs(reinterpret_cast<const int4*>(args.columns + i)),
                __ldcs(reinterpret_cast<const float4*>(args.values + i))};
    Four four = {};
    int* const columns = &four.columns.x;
    float* const values = &four.values.x;
#pragma unroll
    for (int e = 0; e < 3; ++e) { // the last one of four is missing
        if (i >= args.nonzeros - e) continue;
        columns[e] = args.columns[i + e];
        values[e] = args.values[i + e];
    }
    return four;
}

__device__ inline void put_products(const SparseArgs& args, const Tile& tile, const float* __restrict__ x,
                                    float* products) {
    Four fours[vectors];
#pragma unroll
    for (int k = 0; k < vectors; ++k) {
        const int at = (k * threads + static_cast<int>(threadIdx.x)) * 4;
        fours[k] = at < tile.end - tile.base ? read_four(args, tile.base + at) : Four{};
    }
#pragma unroll
    for (int k = 0; k < vectors; ++k) {
        const int at = (k * threads + static_cast<int>(threadIdx.x)) * 4;
        if (at >= tile.end - tile.base) continue;
        const auto [columns, values] = fours[k];
        *reinterpret_cast<float4*>(products + at) =
            make_float4(values.x * __ldg(x + columns.x), values.y * __ldg(x + columns.y),
                        values.z * __ldg(x + columns.z), values.w * __ldg(x + columns.w));
    }
}
// END TODO(4)

/// The row of each tile's first item, and behind the last tile the number of rows.
__global__ void find_starts(SparseArgs args, int tiles, int* starts) {
    const int tile = blockIdx.x * threads + threadIdx.x;
    if (tile > tiles) return;
    const long long items = static_cast<long long>(args.rows) + args.nonzeros;
    const long long item = min(static_cast<long long>(tile) * tile_items, items);
    const int row = rows_before(args, item);
    starts[tile] = row;
    clear_cut_row(args, item, row);
}

/// The products of a tile with a vector, and their sums by rows. Eight blocks fit a multiprocessor.
__global__ void __launch_bounds__(threads, 8)
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

    put_products(args, tile, x, products);
    __syncthreads();
    add_rows(args, tile, min(tile.end_row, args.rows - 1), products, y);
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // to CUDA a grid without blocks is an error
    const auto tiles =
        static_cast<int>(groups_of(tile_items, static_cast<long long>(args.rows) + args.nonzeros));
    int* const starts = reinterpret_cast<int*>(args.scratch);
    prepare_sums(args);
    find_starts<<<groups_of(threads, tiles + 1LL), threads>>>(args, tiles, starts);
    CUDA_CHECK_LAUNCH();
    for (long long k = 0; k < args.products; ++k) {
        multiply_tiles<<<tiles, threads>>>(args, starts, args.x + k * args.width, args.y + k * args.rows);
        CUDA_CHECK_LAUNCH();
    }
}
