// Lab 12 with cuda::barrier and cuda::memcpy_async: the block as a group copies a tile's columns and values
// to shared memory with two calls, and the copies arrive at the barrier. One would choose it where registers
// are few: what is under way takes none.

#include <cooperative_groups.h>
#include <cuda/barrier>

#include "kernelsmith/check.h"
#include "lab.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // init() is what sets the barrier up

constexpr int threads = 256;                    // in a block
constexpr int vectors = 2;                      // of four nonzeros each, that a thread has under way at once
constexpr int capacity = threads * vectors * 4; // products for which a block has room
constexpr int tile_items = capacity - 4; // the four: a tile need not begin at a multiple of four nonzeros
constexpr unsigned int all_lanes = 0xffffffff;

/// The part of the matrix that a block works on: nonzeros and ends of rows, tile_items in all.
struct Tile {
    int first_row; ///< the row of its first item; may have begun in a tile before
    int end_row;   ///< the row of the next tile's first item; may have begun in this one
    int begin;     ///< its first nonzero
    int end;       ///< one past its last
    int base; ///< `begin`, rounded down to a multiple of 4: products[i - base] is the product of nonzero i
};

__device__ inline Tile tile_of(const SparseArgs& args, const int* starts, int number) {
    const long long items = static_cast<long long>(args.rows) + args.nonzeros;
    const long long first_item = static_cast<long long>(number) * tile_items;
    Tile tile;
    tile.first_row = starts[number];
    tile.end_row = starts[number + 1];
    tile.begin = static_cast<int>(first_item - tile.first_row);
    tile.end = static_cast<int>(min(first_item + tile_items, items) - tile.end_row);
    tile.base = tile.begin / 4 * 4;
    return tile;
}

/// How many rows end before item @p item.
__device__ inline int rows_before(const SparseArgs& args, long long item) {
    int low = static_cast<int>(max(item - args.nonzeros, 0LL));
    int high = static_cast<int>(min(item, static_cast<long long>(args.rows)));
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (args.begins[middle + 1] + static_cast<long long>(middle) < item) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Clears the row of a tile's first item, in all products, unless the next tile does it.
__device__ inline void clear_cut_row(const SparseArgs& args, long long item, int row) {
    if (row == args.rows) return; // past the last one
    const long long end = static_cast<long long>(args.begins[row + 1]) + row;
    if (end >= item + tile_items) return;
    for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + row] = 0;
}

/// A row that an edge of the tile may cut is added, all others are stored.
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

constexpr int lanes = 2;       // that share a row
constexpr int long_piece = 32; // more products than this are for a warp

/// The sum of @p x of a group of @p size lanes, to each of them.
template <int size> __device__ inline float sum_of_lanes(float x) {
#pragma unroll
    for (int distance = size / 2; distance > 0; distance /= 2) x += __shfl_xor_sync(all_lanes, x, distance);
    return x;
}

/// The sums of the tile's rows, from its first to row @p last.
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
            const int end = __shfl_sync(all_lanes, piece.end, owner);
            float of_lane = 0;
            for (int i = __shfl_sync(all_lanes, piece.begin, owner) + lane; i < end; i += 32)
                of_lane += products[i];
            const float of_warp = sum_of_lanes<32>(of_lane);
            if (lane == owner) sum = of_warp;
        }
        if (row <= last && lane % lanes == 0) put_sum(tile, row, sum, y);
    }
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;

/// Room for a tile. Products take the place of the values that they are made of.
struct Room {
    int columns[capacity];
    float products[capacity];
};

/// Brings columns and values of the tile, in whole vectors of four, and waits until all of them are there.
__device__ inline void bring(Room& room, const SparseArgs& args, const Tile& tile, Barrier& brought) {
    const int wanted = (tile.end - tile.base + 3) / 4 * 4;
    const int whole = min(wanted, (args.nonzeros - tile.base) / 4 * 4);
    const auto block = cooperative_groups::this_thread_block();
    const cuda::aligned_size_t<16> bytes(whole * sizeof(float));
    if (whole > 0) {
        cuda::memcpy_async(block, room.columns, args.columns + tile.base, bytes, brought);
        cuda::memcpy_async(block, room.products, args.values + tile.base, bytes, brought);
    }
    const int rest =
        whole + static_cast<int>(threadIdx.x); // fewer than four are left, at the end of the arrays
    if (rest < wanted) {
        const bool exists = tile.base + rest < args.nonzeros;
        room.columns[rest] = exists ? args.columns[tile.base + rest] : 0;
        room.products[rest] = exists ? args.values[tile.base + rest] : 0.0f;
    }
    brought.arrive_and_wait();
}

/// The row of each tile's first item, and after the last tile the number of rows.
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
    __shared__ __align__(16) Room room;
    __shared__ Barrier brought;
    if (threadIdx.x == 0) init(&brought, threads);
    const Tile tile = tile_of(args, starts, static_cast<int>(blockIdx.x));
    __syncthreads(); // nobody arrives at a barrier that is not there yet
    bring(room, args, tile, brought);
#pragma unroll
    for (int k = 0; k < vectors; ++k) {
        const int at = (k * threads + static_cast<int>(threadIdx.x)) * 4;
        if (at >= tile.end - tile.base) continue;
        const int4 columns = *reinterpret_cast<const int4*>(room.columns + at);
        float4& four = *reinterpret_cast<float4*>(room.products + at);
        const float4 values = four;
        four = make_float4(values.x * __ldg(x + columns.x), values.y * __ldg(x + columns.y),
                           values.z * __ldg(x + columns.z), values.w * __ldg(x + columns.w));
    }
    __syncthreads();
    add_rows(args, tile, min(tile.end_row, args.rows - 1), room.products, y);
}

static int tiles_of(const SparseArgs& args) {
    return static_cast<int>(groups_of(tile_items, static_cast<long long>(args.rows) + args.nonzeros));
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // to CUDA a grid without blocks is an error
    const int tiles = tiles_of(args);
    int* const starts = reinterpret_cast<int*>(args.scratch);
    find_starts<<<groups_of(threads, tiles + 1LL), threads>>>(args, tiles, starts);
    CUDA_CHECK_LAUNCH();
    for (long long k = 0; k < args.products; ++k) {
        multiply_tiles<<<tiles, threads>>>(args, starts, args.x + k * args.width, args.y + k * args.rows);
        CUDA_CHECK_LAUNCH();
    }
}
