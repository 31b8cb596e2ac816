// Lab 12: the best programs that lack a task. docs/results/shortcuts/12.txt has the values to time.
//
// TASK_1=0  no binary search. Gate: inactive lanes. WAY=0 tests one row after the other; WAY=1 has a thread per row
//           that writes where the tiles in its row start, so that parts are equal without a search; WAY=2 packs whole
//           rows into tiles, one thread per GROUP rows: parts are bounded and not equal; WAY=3 has no tile and no
//           shared memory, but LANES lanes per row, a warp for longer rows and chunks of the longest ones.
// TASK_2=0  all of y is cleared, and all sums are added by atomics. Gate: atomics.
// TASK_3=0  LANES lanes per row of the tile, and no warp for long segments. Gate: inactive lanes.
// TASK_4=0  a load per column index and per value, of which BATCH are in flight per thread. Gates: bytes per load,
//           loads per nonzero.
//
// BLOCK     threads per block
// VECTORS   vectors of four nonzeros per thread and tile: the size of a tile
// LANES     lanes per row

#include <cstddef>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TASK_1
#define TASK_1 1
#endif
#ifndef TASK_2
#define TASK_2 1
#endif
#ifndef TASK_3
#define TASK_3 1
#endif
#ifndef TASK_4
#define TASK_4 1
#endif
#ifndef WAY
#define WAY 0
#endif
#ifndef GROUP
#define GROUP 128
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef VECTORS
#define VECTORS 2
#endif
#ifndef LANES
#define LANES (TASK_3 ? 2 : 1)
#endif
#ifndef BATCH
#define BATCH 1
#endif

constexpr int threads = BLOCK;
constexpr int capacity = threads * VECTORS * 4;
constexpr int tile_items = capacity - 4;
constexpr int lanes = LANES;
constexpr int max_short_segment = 32;
constexpr unsigned int all_lanes = 0xffffffff;
constexpr bool has_list = !TASK_1 && WAY >= 2; // tiles are listed instead of found by their diagonal

/// Work of one block, in WAY 3 a chunk of a long row. Boundaries can cut first_row and end_row only.
struct Tile {
    int first_row;
    int end_row;
    int begin; ///< first nonzero
    int end;   ///< one past the last nonzero
};

__device__ inline int merge_path_search(const SparseArgs& args, long long diagonal) {
    int low = static_cast<int>(max(diagonal - args.nonzeros, 0LL));
    int high = static_cast<int>(min(diagonal, static_cast<long long>(args.rows)));
    if (!TASK_1) low = 0;
    while (low < high) {
        const int middle = TASK_1 ? low + (high - low) / 2 : low;
        if (args.row_offsets[middle + 1] + static_cast<long long>(middle) < diagonal)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

__device__ inline void clear_row(const SparseArgs& args, int row) {
    if (!TASK_2) return; // cleared with all others
    for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + row] = 0;
}

__device__ inline void set_start(const SparseArgs& args, int* starts, int tile, long long diagonal, int row) {
    starts[tile] = row;
    if (row == args.rows) return;
    const long long end = static_cast<long long>(args.row_offsets[row + 1]) + row;
    if (end < diagonal + tile_items) clear_row(args, row);
}

/// Finds the row of each tile's first item by a search.
__global__ void find_starts(SparseArgs args, int tiles, int* starts) {
    const int tile = blockIdx.x * threads + threadIdx.x;
    if (tile > tiles) return;
    const long long items = static_cast<long long>(args.rows) + args.nonzeros;
    const long long diagonal = min(static_cast<long long>(tile) * tile_items, items);
    set_start(args, starts, tile, diagonal, merge_path_search(args, diagonal));
}

/// The same with a thread per row: it knows its first and last item, and the tiles that begin between them.
__global__ void write_starts(SparseArgs args, int tiles, int* starts) {
    const int row = blockIdx.x * threads + threadIdx.x;
    if (row == args.rows) starts[tiles] = row;
    if (row >= args.rows) return;
    const long long first = static_cast<long long>(args.row_offsets[row]) + row;
    const long long last = static_cast<long long>(args.row_offsets[row + 1]) + row;
    for (long long tile = (first + tile_items - 1) / tile_items; tile * tile_items <= last; ++tile)
        set_start(args, starts, static_cast<int>(tile), tile * tile_items, row);
}

/// Packs whole rows into tiles, a group of rows per thread; in WAY 3 it lists only the rows longer than a tile.
__global__ void pack_rows(SparseArgs args, int* count, Tile* list) {
    constexpr int group = WAY == 3 ? 1 : GROUP;
    const long long first = (static_cast<long long>(blockIdx.x) * threads + threadIdx.x) * group;
    const auto add = [&](Tile tile) { list[atomicAdd(count, 1)] = tile; };
    const int end_row = static_cast<int>(min(first + group, static_cast<long long>(args.rows)));
    int open = static_cast<int>(first); // first row of the open tile
    for (int row = open; row < end_row; ++row) {
        const int begin = args.row_offsets[row];
        const int end = args.row_offsets[row + 1];
        if (end - args.row_offsets[open] > tile_items) { // the open tile cannot take this row
            if (row > open) add({open, row - 1, args.row_offsets[open], begin});
            open = row;
        }
        if (end - begin <= tile_items) continue;
        clear_row(args, row);
        for (int i = begin; i < end; i += tile_items)
            add({row, row, i, i < end - tile_items ? i + tile_items : end});
        open = row + 1;
    }
    if (WAY == 2 && open < end_row)
        add({open, end_row - 1, args.row_offsets[open], args.row_offsets[end_row]});
}

template <int size> __device__ inline float reduce_lanes(float x) {
#pragma unroll
    for (int distance = size / 2; distance > 0; distance /= 2) x += __shfl_xor_sync(all_lanes, x, distance);
    return x;
}

__device__ inline void write_row_sum(const SparseArgs& args, const Tile& tile, int row, float sum, float* y) {
    bool is_whole = row > tile.first_row && row < tile.end_row;
    if (has_list) // only a row longer than a tile is cut
        is_whole = args.row_offsets[row + 1] - args.row_offsets[row] <= tile_items;
    if (TASK_2 && is_whole)
        y[row] = sum;
    else
        atomicAdd(y + row, sum);
}

/// Adds up the tile's rows up to @p last_row, where term(i) is the product of nonzero i. Segments longer than
/// @p max_segment are left to others.
template <typename Term> __device__ inline void sum_rows(const SparseArgs& args, const Tile& tile,
                                                         int last_row, int max_segment, float* y,
                                                         const Term& term) {
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    for (int first = tile.first_row + warp * (32 / lanes); first <= last_row; first += threads / lanes) {
        const int row = first + lane / lanes;
        int begin = 0;
        int end = 0;
        if (row <= last_row) {
            begin = max(args.row_offsets[row], tile.begin);
            end = min(args.row_offsets[row + 1], tile.end);
        }
        const bool is_listed = end - begin > max_segment; // others add it up
        if (is_listed) end = begin;
        const bool is_long = TASK_3 && end - begin > max_short_segment;
        float sum = 0;
        if (!is_long) {
#pragma unroll 4
            for (int i = begin + lane % lanes; i < end; i += lanes) sum += term(i);
        }
        sum = reduce_lanes<lanes>(sum);
        unsigned int pending = TASK_3 ? __ballot_sync(all_lanes, is_long && lane % lanes == 0) : 0;
        for (; pending != 0; pending &= pending - 1) {
            const int owner = __ffs(pending) - 1;
            const int from = __shfl_sync(all_lanes, begin, owner);
            const int to = __shfl_sync(all_lanes, end, owner);
            float part = 0;
#pragma unroll 4
            for (int i = from + lane; i < to; i += 32) part += term(i);
            part = reduce_lanes<32>(part);
            if (lane == owner) sum = part;
        }
        if (row <= last_row && lane % lanes == 0 && !is_listed) write_row_sum(args, tile, row, sum, y);
    }
}

/// Computes products[i - base] for each nonzero i of the tile.
__device__ inline void compute_products(const SparseArgs& args, const Tile& tile, int base,
                                        const float* __restrict__ x, float* products) {
#if TASK_4
    int4 columns[VECTORS];
    float4 values[VECTORS];
#pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const int i = base + (k * threads + static_cast<int>(threadIdx.x)) * 4;
        columns[k] = {};
        values[k] = {};
        if (i < tile.end && i <= args.nonzeros - 4) {
            columns[k] = __ldcs(reinterpret_cast<const int4*>(args.column_indices + i));
            values[k] = __ldcs(reinterpret_cast<const float4*>(args.values + i));
        } else if (i < tile.end) {
            for (int e = 0; e < 3 && i + e < args.nonzeros; ++e) { // at most three of the four exist
                (e == 0 ? columns[k].x : e == 1 ? columns[k].y : columns[k].z) = args.column_indices[i + e];
                (e == 0 ? values[k].x : e == 1 ? values[k].y : values[k].z) = args.values[i + e];
            }
        }
    }
#pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const int offset = (k * threads + static_cast<int>(threadIdx.x)) * 4;
        if (base + offset >= tile.end) continue;
        *reinterpret_cast<float4*>(products + offset) =
            make_float4(values[k].x * __ldg(x + columns[k].x), values[k].y * __ldg(x + columns[k].y),
                        values[k].z * __ldg(x + columns[k].z), values[k].w * __ldg(x + columns[k].w));
    }
#else
    for (int first = tile.begin + threadIdx.x; first < tile.end; first += threads * BATCH) {
        int columns[BATCH];
        float values[BATCH];
#pragma unroll
        for (int k = 0; k < BATCH; ++k) {
            const int i = first + k * threads;
            columns[k] = i < tile.end ? __ldcs(args.column_indices + i) : 0;
            values[k] = i < tile.end ? __ldcs(args.values + i) : 0;
        }
#pragma unroll
        for (int k = 0; k < BATCH; ++k)
            if (first + k * threads < tile.end)
                products[first + k * threads - base] = values[k] * __ldg(x + columns[k]);
    }
#endif
}

/// Multiplies one tile by a vector: tile blockIdx.x, or the tiles of a list in a grid-stride loop.
__global__ void __launch_bounds__(threads, 2048 / threads)
    multiply_tiles(SparseArgs args, const int* starts, const Tile* list, const float* __restrict__ x,
                   float* y) {
    __shared__ __align__(16) float products[capacity];
    const auto multiply_tile = [&](const Tile& tile, int last_row) {
        const int base = tile.begin / 4 * 4;
        compute_products(args, tile, base, x, products);
        __syncthreads();
        sum_rows(args, tile, last_row, capacity, y, [&](int i) { return products[i - base]; });
    };
    if constexpr (has_list) {
        for (int i = blockIdx.x; i < *starts; i += gridDim.x) {
            multiply_tile(list[i], list[i].end_row);
            __syncthreads(); // all threads have read the products
        }
    } else {
        const long long items = static_cast<long long>(args.rows) + args.nonzeros;
        const long long first_item = static_cast<long long>(blockIdx.x) * tile_items;
        Tile tile = {starts[blockIdx.x], starts[blockIdx.x + 1], 0, 0};
        tile.begin = static_cast<int>(first_item - tile.first_row);
        tile.end = static_cast<int>(min(first_item + tile_items, items) - tile.end_row);
        multiply_tile(tile, min(tile.end_row, args.rows - 1));
    }
}

/// WAY 3: each block adds up threads / lanes rows without a tile, except rows that are listed.
__global__ void __launch_bounds__(threads)
    multiply_rows(SparseArgs args, const float* __restrict__ x, float* y) {
    const int first = blockIdx.x * (threads / lanes);
    const int last = min(first + threads / lanes, args.rows) - 1;
    sum_rows(args, {first, last, 0, args.nonzeros}, last, tile_items, y,
             [&](int i) { return __ldcs(args.values + i) * __ldg(x + __ldcs(args.column_indices + i)); });
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return;
    const auto tiles =
        static_cast<int>(groups_of(tile_items, static_cast<long long>(args.rows) + args.nonzeros));
    int* const starts = reinterpret_cast<int*>(args.scratch); // with a list: the number of its tiles
    auto* const list = reinterpret_cast<Tile*>(args.scratch + 4);
    const auto row_groups = [&](int rows) { return groups_of(threads * rows, args.rows + 1LL); };
    if (!TASK_2)
        CUDA_CHECK(
            cudaMemsetAsync(args.y, 0, static_cast<std::size_t>(args.products) * args.rows * sizeof(float)));
    if (has_list) {
        CUDA_CHECK(cudaMemsetAsync(starts, 0, sizeof(int)));
        pack_rows<<<row_groups(WAY == 3 ? 1 : GROUP), threads>>>(args, starts, list);
    } else if (!TASK_1 && WAY == 1) {
        write_starts<<<row_groups(1), threads>>>(args, tiles, starts);
    } else {
        find_starts<<<groups_of(threads, tiles + 1LL), threads>>>(args, tiles, starts);
    }
    CUDA_CHECK_LAUNCH();
    // No more tiles than this in a list without long rows; the loop of a block takes the others.
    const auto listed = WAY == 3 ? tiles / 16 + 1 : tiles + static_cast<int>(groups_of(GROUP, args.rows));
    for (long long k = 0; k < args.products; ++k) {
        const float* const x = args.x + k * args.width;
        float* const y = args.y + k * args.rows;
        multiply_tiles<<<has_list ? listed : tiles, threads>>>(args, starts, list, x, y);
        if (!TASK_1 && WAY == 3)
            multiply_rows<<<groups_of(threads / lanes, args.rows), threads>>>(args, x, y);
        CUDA_CHECK_LAUNCH();
    }
}
