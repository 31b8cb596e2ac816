// Lab 12, the ladder. NOTES.md has the sums and the measurements.
//   0_warp_a_row            a warp for each row
//   1_lanes_by_mean         as many lanes for a row as its mean length asks for
//   2_binned                rows by their length: four lanes, a warp or a block for each
//   3_long_in_pieces        long rows cut into pieces
//   4_merge_walk            items cut into equal parts, and each thread walks along its own
//   5_nonzeros_split        nonzeros cut into equal parts, products through shared memory
//   6_items_split           nonzeros and ends of rows cut into equal parts
// > 7_warp_searches         a warp searches together   <- you are here
//   8_past_the_first_cache  the vector read past L1
//   9_sliced                rows sorted by length, 32 of them column by column
//   10_by_column            a share of the nonzeros in the order of their columns
//
// Change:  rung 6, but a warp searches for the start of a tile: in each step its lanes look at 32 places, and a
//          ballot says between which two of them to go on.
// Why:     a search of 21 steps waits for 21 loads, one after the other. This one takes 5.
// Counter: none of the gates'.
// Costs:   32 times as many threads, and more loads in all.
// Limit:   one search serves all products: with fifty products its time cannot be seen.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif
#ifndef VECTORS
#define VECTORS 2 // of four nonzeros each, that a thread has under way at once
#endif
#ifndef LANES
#define LANES 2 // that share a row
#endif

constexpr int capacity = BLOCK * VECTORS * 4; // products for which a block has room
constexpr int tile_items = capacity - 4; // the four: a tile need not begin at a multiple of four nonzeros
constexpr unsigned int all_lanes = 0xffffffff;

/// The part of the matrix that a block works on.
struct Tile {
    int first_row; ///< the row of its first item; may have begun in a tile before
    int end_row;   ///< the row of the next tile's first item; may have begun in this one
    int begin;     ///< its first nonzero
    int end;       ///< behind its last one
    int base; ///< `begin`, rounded down to a multiple of 4: products[i - base] is the product of nonzero i
};

/// How many rows end before item @p item. All lanes of a warp ask for the same one, and look at 32 places in each step.
__device__ inline int rows_before(const SparseArgs& args, long long item) {
    const int lane = threadIdx.x % 32;
    int low = static_cast<int>(max(item - args.nonzeros, 0LL));
    int high = static_cast<int>(min(item, static_cast<long long>(args.rows)));
    while (low < high) {
        const int step = (high - low + 31) / 32;
        const long long place = low + static_cast<long long>(lane) * step;
        const bool before = place < high && args.begins[place + 1] + place < item;
        const int count = __popc(__ballot_sync(all_lanes, before)); // the first ones, as rows are in order
        if (count == 0) return low;
        high =
            static_cast<int>(min(static_cast<long long>(high), low + static_cast<long long>(count) * step));
        low += (count - 1) * step + 1;
    }
    return low;
}

/// Clears the row of a tile's first item, unless the next tile does it. All lanes of a warp share the products.
__device__ inline void clear_cut_row(const SparseArgs& args, long long item, int row) {
    if (row == args.rows) return; // behind the last one
    const long long end = static_cast<long long>(args.begins[row + 1]) + row;
    if (end >= item + tile_items) return;
    for (long long k = threadIdx.x % 32; k < args.products; k += 32) args.y[k * args.rows + row] = 0;
}

__device__ inline void put_sum(const Tile& tile, int row, float sum, float* y) {
    if (row > tile.first_row && row < tile.end_row) {
        y[row] = sum;
    } else {
        atomicAdd(y + row, sum);
    }
}

/// What a tile has of a row: products[begin] to products[end - 1].
struct Piece {
    int begin;
    int end;
};

__device__ inline Piece piece_of_row(const SparseArgs& args, const Tile& tile, int row) {
    return {max(args.begins[row], tile.begin) - tile.base, min(args.begins[row + 1], tile.end) - tile.base};
}

constexpr int lanes = LANES;
constexpr int long_piece = 16 * LANES; // more products than this are for a warp

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
    for (int first = tile.first_row + warp * (32 / lanes); first <= last; first += BLOCK / lanes) {
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
    Four fours[VECTORS];
#pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const int at = (k * BLOCK + static_cast<int>(threadIdx.x)) * 4;
        fours[k] = at < tile.end - tile.base ? read_four(args, tile.base + at) : Four{};
    }
#pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const int at = (k * BLOCK + static_cast<int>(threadIdx.x)) * 4;
        if (at >= tile.end - tile.base) continue;
        const auto [columns, values] = fours[k];
        *reinterpret_cast<float4*>(products + at) =
            make_float4(values.x * __ldg(x + columns.x), values.y * __ldg(x + columns.y),
                        values.z * __ldg(x + columns.z), values.w * __ldg(x + columns.w));
    }
}

/// The row of each tile's first item, and behind the last tile the number of rows.
__global__ void find_starts(SparseArgs args, int tiles, int* starts) {
    const int tile = (blockIdx.x * BLOCK + threadIdx.x) / 32;
    if (tile > tiles) return;
    const long long items = static_cast<long long>(args.rows) + args.nonzeros;
    const long long item = min(static_cast<long long>(tile) * tile_items, items);
    const int row = rows_before(args, item);
    if (threadIdx.x % 32 == 0) starts[tile] = row;
    clear_cut_row(args, item, row);
}

/// The products of a tile with a vector, and their sums by rows. Eight blocks fit a multiprocessor.
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

    put_products(args, tile, x, products);
    __syncthreads();
    add_rows(args, tile, min(tile.end_row, args.rows - 1), products, y);
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // to CUDA a grid without blocks is an error
    const auto tiles =
        static_cast<int>(groups_of(tile_items, static_cast<long long>(args.rows) + args.nonzeros));
    int* const starts = reinterpret_cast<int*>(args.scratch);
    find_starts<<<groups_of(BLOCK / 32, tiles + 1LL), BLOCK>>>(args, tiles, starts);
    CUDA_CHECK_LAUNCH();
    for (long long k = 0; k < args.products; ++k) {
        multiply_tiles<<<tiles, BLOCK>>>(args, starts, args.x + k * args.width, args.y + k * args.rows);
        CUDA_CHECK_LAUNCH();
    }
}
