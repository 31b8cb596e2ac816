// Lab 12: sparse matrix-vector products (SpMV) of a matrix in CSR format, with the load balanced by a merge path.
//
// Fill in the four regions from TODO to END TODO, in the order of their numbers. The kernels that call your
// functions are below them. README.md explains the tasks, lab.h the interface.
//
// An item is a nonzero or the end of a row, and the end of a row follows its nonzeros. A tile is tile_items
// consecutive items, the work of one block. Diagonal d of the merge path has d items before it.

#include <cstddef>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 256;                               // threads per block
constexpr int vectors_per_thread = 2;                      // vectors of four nonzeros in flight per thread
constexpr int capacity = threads * vectors_per_thread * 4; // products that fit into the block's shared memory
constexpr int tile_items = capacity - 4; // four fewer: tiles begin at any nonzero, loads at multiples of four

/// Work of one block: consecutive items of the merge path.
struct Tile {
    int first_row; ///< row of the first item; may begin in an earlier tile
    int end_row;   ///< row of the next tile's first item; may begin in this tile
    int begin;     ///< first nonzero
    int end;       ///< one past the last nonzero
    int base; ///< `begin` rounded down to a multiple of 4: products[i - base] is the product of nonzero i
};

// TODO(1): the merge-path search. Return how many rows end before `diagonal`. If r rows do, `diagonal` - r nonzeros
// come before it, and item `diagonal` belongs to row r. Before the end of row m come args.row_offsets[m + 1] nonzeros
// and m row ends. Find r by binary search: do not test every row. (about 12 lines)
__device__ inline int merge_path_search(const SparseArgs& args, long long diagonal) { // replace
    return min(diagonal, static_cast<long long>(args.rows)); // replace: as if all row ends came first
} // replace
// END TODO(1)

// TODO(2): a row that a tile boundary cuts gets a partial sum from each of its tiles, and atomics add these. Every
// other row has one sum, which is stored. initialize_output() is called first. clear_cut_row() is called once per
// tile, in a launch before all products: `diagonal` is where the tile begins, and `row` is the row of its first
// item. (about 12 lines)
static void initialize_output(const SparseArgs& args) { // replace: clears all of y
    const std::size_t elements = static_cast<std::size_t>(args.products) * args.rows; // replace
    CUDA_CHECK(cudaMemsetAsync(args.y, 0, elements * sizeof(float)));                 // replace
} // replace

__device__ inline void clear_cut_row(const SparseArgs&, long long, int) {} // replace

__device__ inline void write_row_sum(const Tile&, int row, float sum, float* y) { // replace
    atomicAdd(y + row, sum);                                                      // replace
} // replace
// END TODO(2)

/// A tile's segment of one row: products[begin] to products[end - 1].
struct Segment {
    int begin;
    int end;
};

__device__ inline Segment row_segment(const SparseArgs& args, const Tile& tile, int row) {
    return {max(args.row_offsets[row], tile.begin) - tile.base,
            min(args.row_offsets[row + 1], tile.end) - tile.base};
}

// TODO(3): the segmented sum: add up each row of the tile from its first to `last_row`, and call write_row_sum().
// In the skeleton one thread adds up a row. Use two lanes for up to 32 products, and a warp for more. (about 35 lines)
__device__ inline void segmented_sum(const SparseArgs& args, const Tile& tile, int last_row, // replace
                                     const float* products, float* y) {                      // replace
    for (int row = tile.first_row + threadIdx.x; row <= last_row; row += threads) {          // replace
        const Segment segment = row_segment(args, tile, row);                                // replace
        float sum = 0;                                                                       // replace
        for (int i = segment.begin; i < segment.end; ++i) sum += products[i];                // replace
        write_row_sum(tile, row, sum, y);                                                    // replace
    }                                                                                        // replace
} // replace
// END TODO(3)

// TODO(4): compute products[i - tile.base] for each nonzero i of the tile. Load four column indices and four values
// with one vector load each, and issue all loads of a thread before the first use. (about 38 lines)
__device__ inline void compute_products(const SparseArgs& args, const Tile& tile, const float* x, // replace
                                        float* products) {                                        // replace
    for (int i = tile.begin + threadIdx.x; i < tile.end; i += threads)                            // replace
        products[i - tile.base] = args.values[i] * x[args.column_indices[i]];                     // replace
} // replace
// END TODO(4)

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
    initialize_output(args);
    find_starts<<<groups_of(threads, tiles + 1LL), threads>>>(args, tiles, starts);
    CUDA_CHECK_LAUNCH();
    for (long long k = 0; k < args.products; ++k) {
        multiply_tiles<<<tiles, threads>>>(args, starts, args.x + k * args.width, args.y + k * args.rows);
        CUDA_CHECK_LAUNCH();
    }
}
