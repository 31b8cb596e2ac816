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
__device__ inline int rows_before(const SparseArgs& args, long long item) { // replace
    return min(item, static_cast<long long>(args.rows)); // replace: as if all ends came first
} // replace
// END TODO(1)

// TODO(2): a row that a tile's edge cuts gets a sum from each tile that has a part of it, and so these are
// added by atomics. All other rows have one sum, which is stored. prepare_sums() is called before all
// else. clear_cut_row() is called once for each tile, in a launch before the products: `item` is the tile's
// first one, and `row` the row of that. (about 12 lines)
static void prepare_sums(const SparseArgs& args) { // replace: all of y is cleared
    const std::size_t elements = static_cast<std::size_t>(args.products) * args.rows; // replace
    CUDA_CHECK(cudaMemsetAsync(args.y, 0, elements * sizeof(float)));                 // replace
} // replace

__device__ inline void clear_cut_row(const SparseArgs&, long long, int) {} // replace

__device__ inline void put_sum(const Tile&, int row, float sum, float* y) { // replace
    atomicAdd(y + row, sum);                                                // replace
} // replace
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
__device__ inline void add_rows(const SparseArgs& args, const Tile& tile, int last, // replace
                                const float* products, float* y) {                  // replace
    for (int row = tile.first_row + threadIdx.x; row <= last; row += threads) {     // replace
        const Piece piece = piece_of_row(args, tile, row);                          // replace
        float sum = 0;                                                              // replace
        for (int i = piece.begin; i < piece.end; ++i) sum += products[i];           // replace
        put_sum(tile, row, sum, y);                                                 // replace
    }                                                                               // replace
} // replace
// END TODO(3)

// TODO(4): products[i - tile.base] for each nonzero i of the tile. Four columns and four values come with one
// load each, and a thread asks for all of its own before it uses the first. (about 38 lines)
__device__ inline void put_products(const SparseArgs& args, const Tile& tile, const float* x, // replace
                                    float* products) {                                        // replace
    for (int i = tile.begin + threadIdx.x; i < tile.end; i += threads)                        // replace
        products[i - tile.base] = args.values[i] * x[args.columns[i]];                        // replace
} // replace
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
