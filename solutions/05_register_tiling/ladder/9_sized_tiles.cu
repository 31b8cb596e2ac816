// Lab 05, the ladder. NOTES.md has the calculations and the measurements.
//   1_column_of_outputs  four outputs per thread, in a column
//   2_register_tile      four by four outputs per thread
//   3_flat_slabs         slabs that are less deep than the tile is wide
//   4_wide_accesses      16 bytes per access, for loads and stores
//   5_double_buffer      the next slab in flight while this one is used
//   6_deep_slabs         slabs of twice the depth
//   7_async_copies       B by asynchronous copies, without registers
//   8_warp_tiles         nearly square warp tiles, and reads one k ahead
// > 9_sized_tiles        tiles chosen by size, and separate thin edges   <- you are here
//
// Change:  tiles chosen by the size of the product, and separate blocks for thin edges. A large product gets
//          tiles of 128 x 256, with 8 x 16 outputs per thread: as many as 255 registers allow. A smaller one
//          has too few of these to occupy every SM; it gets tiles of 64 x 128, each with two teams of threads
//          that take alternate slabs and add up their sums at the end. Where only a few rows or columns are
//          left next to whole tiles, no tile is spent on them.
// Why:     an SM computes whole tiles only. 2049 x 2049 has 17 x 17 tiles of 128 x 128, 289 where the GPU
//          holds 264 at once: a second wave, for one row and one column. Here separate blocks compute these,
//          and they run next to the 256 whole tiles. Still n = 2049 takes 15 % more
//          time than 2048, measured once on an H200, where less than 10 % was the aim (NOTES.md).
// Also:    no tile checks an edge. Where more than a few rows are left, the last row of tiles moves up until
//          it ends with the matrix, and writes only elements of no other tile; columns likewise. If the depth
//          does not divide p, the first slab is incomplete, not the last: so the checks of k are done before
//          the loop begins. A goes through registers, to be transposed; B is copied asynchronously, by 16
//          bytes or, where its rows are not aligned for that, by 4. The order of the statements in the loop
//          for wide rows is one of many that were timed (NOTES.md).
// Counter: multiply-adds per shared load, from 16 to 21; barriers fall to less than a third, through slabs of
//          16 and larger tiles.
// Costs:   one block of 8 warps per SM, an eighth of the occupancy, and more than 300 lines. Products smaller
//          than a small tile are computed as edges: right, but not fast.

#include <cstddef>

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int thin = 16;      // up to this many rows or columns next to whole tiles are computed as edges
constexpr int edge_warps = 8; // warps per block, for tiles and edges

/// Shape of a block's work at compile time: a tile of rows x columns, divided into warp tiles, and these into
/// thread tiles.
template <int rows_, int columns_, int depth_, int warp_rows_, int warp_columns_, int thread_rows_,
          int thread_columns_, int teams_, int blocks_>
struct Tile {
    static constexpr int rows = rows_, columns = columns_, depth = depth_;
    static constexpr int warp_rows = warp_rows_, warp_columns = warp_columns_;
    static constexpr int thread_rows = thread_rows_, thread_columns = thread_columns_;
    static constexpr int teams = teams_;   // each takes every teams-th slab, for all outputs of the tile
    static constexpr int blocks = blocks_; // minimum of resident blocks per SM
    static constexpr int down = warp_rows / thread_rows,
                         across = warp_columns / thread_columns;                    // lanes of a warp
    static constexpr int team = 32 * (rows / warp_rows) * (columns / warp_columns); // threads per team
    static constexpr int threads = team * teams;
    static constexpr int step = depth * teams; // terms of the sums from one barrier to the next
    static_assert(down * across == 32 && threads == 32 * edge_warps);

    struct Slabs {                               // per team: the slab in use, and the next one
        alignas(16) float a[2][depth][rows + 4]; // transposed
        alignas(16) float b[2][depth][columns];
    };
    static constexpr int bytes = teams * sizeof(Slabs);
};

/// The part of C that is divided into tiles; the edges are below it and to the right of it.
struct Cut {
    int rows, columns; // covered by tiles
    int tiles_down, tiles_across;
    int edges_down, edges_across; // blocks per column of the right edge, and per row of the lower one
};

__device__ void read_shared(float* to, const float* from) {
    const float4 four = *reinterpret_cast<const float4*>(from);
    to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}

/// Computes 128 neighbours of a row of C, four per lane. Each warp adds up a part of the terms of every sum.
__device__ void multiply_edge_row(const ProductArgs& args, float* parts, int row, int first_column) {
    const int lane = threadIdx.x % 32;
    float sum[4] = {};
#pragma unroll 8
    for (int k = threadIdx.x / 32; k < args.p; k += edge_warps) {
        const float a = args.a[row * args.p + k];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            sum[j] += a * args.b[k * args.m + min(first_column + 32 * j + lane, args.m - 1)];
        }
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) parts[j * 32 * edge_warps + threadIdx.x] = sum[j];
    __syncthreads();
    const int column = first_column + threadIdx.x;
    if (threadIdx.x >= 128 || column >= args.m) return;
    float total = 0;
    for (int warp = 0; warp < edge_warps; ++warp)
        total += parts[(threadIdx.x / 32 * edge_warps + warp) * 32 + lane];
    args.c[row * args.m + column] = total;
}

/// Computes 64 neighbours of a column of C, eight per warp. Writes only rows with an index below @p rows.
__device__ void multiply_edge_column(const ProductArgs& args, int first_row, int rows, int column) {
    const int row = first_row + threadIdx.x / 32 * 8;
    float sum[8] = {};
#pragma unroll 4
    for (int k = threadIdx.x % 32; k < args.p; k += 32) {
        const float b = args.b[k * args.m + column];
#pragma unroll
        for (int i = 0; i < 8; ++i) sum[i] += args.a[min(row + i, rows - 1) * args.p + k] * b;
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        for (int other = 16; other > 0; other /= 2) sum[i] += __shfl_xor_sync(~0u, sum[i], other);
        if (threadIdx.x % 32 == 0 && row + i < rows) args.c[(row + i) * args.m + column] = sum[i];
    }
}

/// Computes one tile of C; the last ones are moved up or left to be whole. @p wide: all rows of A, B and C are 16-byte aligned.
template <class T, bool wide>
__device__ void multiply_tile(const ProductArgs& args, const Cut& cut, typename T::Slabs* all_slabs) {
    // Consecutive blocks take tiles from bands of eight rows of tiles, so that they read the same slabs at
    // about the same time.
    const int band = blockIdx.x / (8 * cut.tiles_across);
    const int place = blockIdx.x % (8 * cut.tiles_across);
    const int height = min(8, cut.tiles_down - 8 * band);
    const int own_row = (8 * band + place % height) * T::rows; // rows above belong to another tile
    const int own_column = place / height * T::columns;
    const int first_row = min(own_row, cut.rows - T::rows);
    const int first_column = min(own_column, cut.columns - T::columns);

    const int t = threadIdx.x % T::team;
    const int team = threadIdx.x / T::team;
    typename T::Slabs& slabs = all_slabs[team];
    const int steps = (args.p + T::step - 1) / T::step;
    const int start = args.p - steps * T::step + team * T::depth; // negative: the first terms do not exist

    // This thread's share of a slab: a_pieces going down the rows of A, and b_pieces going down the columns
    // of B. A piece is a float4 if wide, otherwise a float.
    constexpr int width = wide ? 4 : 1;
    constexpr int a_across = wide ? T::depth / 4 : 8;
    constexpr int a_pieces = T::rows * T::depth / width / T::team;
    constexpr int b_pieces = T::columns * T::depth / width / T::team;
    static_assert(T::team * width % T::columns == 0, "a team brings whole rows of B");
    const float* a_tile = args.a + static_cast<std::size_t>(first_row) * args.p;
    const float* b_tile = args.b + first_column;
    // The many single floats are addressed from one pointer that advances; each of the few float4 has its own.
    const float* a_from = a_tile + t / a_across * args.p + start + t % a_across;
    const float* b_from =
        b_tile + static_cast<std::ptrdiff_t>(start + t / T::columns) * args.m + t % T::columns;
    float a_held[a_pieces * width];

    const auto fetch = [&](int step, int slab, bool all_there) {
        const int first_k = start + step * T::step;
#pragma unroll
        for (int i = 0; i < a_pieces; ++i) {
            const int e = i * T::team + t;
            const int row = e / a_across % T::rows, k = e % a_across * width + e / a_across / T::rows * 8;
            const float* from = a_tile + static_cast<std::ptrdiff_t>(row) * args.p + first_k + k;
            if (!wide)
                from =
                    a_from + i * T::team / a_across % T::rows * args.p + i * T::team / a_across / T::rows * 8;
            const bool there = all_there || first_k + k >= 0;
            if (wide) {
                const float4 four = there ? *reinterpret_cast<const float4*>(from) : float4{};
                a_held[4 * i + 0] = four.x;
                a_held[4 * i + 1] = four.y;
                a_held[4 * i + 2] = four.z;
                a_held[4 * i + 3] = four.w;
            } else {
                a_held[i] = there ? *from : 0.0f;
            }
        }
#pragma unroll
        for (int i = 0; i < b_pieces; ++i) {
            const int e = (i * T::team + t) * width;
            const int k = e / T::columns, column = e % T::columns;
            const float* from = b_tile + static_cast<std::ptrdiff_t>(first_k + k) * args.m + column;
            if (!wide) from = b_from + i * (T::team / T::columns) * args.m;
            const bool there = all_there || first_k + k >= 0;
            constexpr int bytes = 4 * width;
            __pipeline_memcpy_async(&slabs.b[slab][k][column], there ? from : args.b, bytes,
                                    there ? 0 : bytes);
        }
    };
    const auto put = [&](int slab) {
#pragma unroll
        for (int i = 0; i < a_pieces; ++i) {
            const int e = i * T::team + t;
            const int row = e / a_across % T::rows, k = e % a_across * width + e / a_across / T::rows * 8;
#pragma unroll
            for (int q = 0; q < width; ++q) slabs.a[slab][k + q][row] = a_held[i * width + q];
        }
    };

    constexpr int warps_across = T::columns / T::warp_columns;
    const int row = t / 32 / warps_across * T::warp_rows + t % 32 / T::across * 4;
    const int column = t / 32 % warps_across * T::warp_columns + t % T::across * 4;
    float a[2][T::thread_rows], b[2][T::thread_columns]; // for this k and for the next
    const auto read_a = [&](int slab, int k, int into) {
#pragma unroll
        for (int i = 0; i < T::thread_rows; i += 4) {
            read_shared(&a[into][i], &slabs.a[slab][k][row + i * T::down]);
        }
    };
    const auto read = [&](int slab, int k, int into) {
        if (!wide) read_a(slab, k, into);
#pragma unroll
        for (int j = 0; j < T::thread_columns; j += 4) {
            read_shared(&b[into][j], &slabs.b[slab][k][column + j * T::across]);
        }
        if (wide) read_a(slab, k, into);
    };

    float sum[T::thread_rows][T::thread_columns] = {};
    fetch(0, 0, false);
    put(0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    read(0, 0, 0);
    int now = 0;
    for (int s = 0; s < steps; ++s) {
        const bool more = !wide || s + 1 < steps;
        const int forward = s + 1 < steps ? T::step : 0;
        a_from += forward;
        b_from += static_cast<std::ptrdiff_t>(forward) * args.m;
        const int next = now + 1 == 2 ? 0 : now + 1;
#pragma unroll
        for (int k = 0; k < T::depth; ++k) {
            if (k == T::depth - 1) { // the next k is in the next slab
                if (more) put(next);
                __pipeline_wait_prior(0);
                __syncthreads();
            }
            read(k == T::depth - 1 ? next : now, (k + 1) % T::depth, (k + 1) % 2);
            if (k == 0) {
                if (more) fetch(s + 1, next, true);
                __pipeline_commit();
            }
#pragma unroll
            for (int i = 0; i < T::thread_rows; ++i) {
#pragma unroll
                for (int j = 0; j < T::thread_columns; ++j) {
                    // Rows alternate in direction, so that the last value of B in one is the first in the next.
                    const int turn = (i + wide) % 2 ? T::thread_columns - 1 - j : j;
                    sum[i][turn] += a[k % 2][i] * b[k % 2][turn];
                }
            }
        }
        now = next;
    }

    // The second team passes its sums to the first through the slabs, which are no longer needed.
    if constexpr (T::teams == 2) {
        float* parts = reinterpret_cast<float*>(all_slabs);
        constexpr int room = T::bytes / 4 / T::team / T::thread_columns;
        constexpr int rows_at_once = room < T::thread_rows ? room : T::thread_rows;
        static_assert(T::thread_rows % rows_at_once == 0);
#pragma unroll
        for (int first = 0; first < T::thread_rows; first += rows_at_once) {
            __syncthreads();
#pragma unroll
            for (int i = 0; i < rows_at_once * T::thread_columns; ++i) {
                if (team == 1)
                    parts[i * T::team + t] = sum[first + i / T::thread_columns][i % T::thread_columns];
            }
            __syncthreads();
#pragma unroll
            for (int i = 0; i < rows_at_once * T::thread_columns; ++i) {
                if (team == 0)
                    sum[first + i / T::thread_columns][i % T::thread_columns] += parts[i * T::team + t];
            }
        }
        if (team == 1) return;
    }
#pragma unroll
    for (int i = 0; i < T::thread_rows; ++i) {
        const int c_row = first_row + row + i / 4 * 4 * T::down + i % 4;
#pragma unroll
        for (int j = 0; j < T::thread_columns; j += 4) {
            const int c_column = first_column + column + j * T::across;
            float* to = args.c + c_row * args.m + c_column;
#pragma unroll
            for (int q = 0; q < 4; q += width) {
                if (c_row < own_row || c_column + q < own_column) continue;
                if (wide)
                    *reinterpret_cast<float4*>(to) = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
                else
                    to[q] = sum[i][j + q];
            }
        }
    }
}

template <class T, bool wide> __device__ void multiply_block(const ProductArgs& args, const Cut& cut) {
    extern __shared__ __align__(16) unsigned char shared[];
    const int tiles = cut.tiles_down * cut.tiles_across;
    const int below = (args.n - cut.rows) * cut.edges_across; // blocks for the lower edge
    const int edge = static_cast<int>(blockIdx.x) - tiles;
    if (edge < 0) {
        multiply_tile<T, wide>(args, cut, reinterpret_cast<typename T::Slabs*>(shared));
    } else if (edge < below) {
        const int across = cut.edges_across;
        multiply_edge_row(args, reinterpret_cast<float*>(shared), cut.rows + edge / across,
                          edge % across * 128);
    } else {
        const int down = cut.edges_down;
        multiply_edge_column(args, (edge - below) % down * 64, cut.rows, cut.columns + (edge - below) / down);
    }
}

/// Kernel for matrices whose rows all start at multiples of 16 bytes.
template <class T> __global__ void __launch_bounds__(T::threads, T::blocks)
    multiply_wide(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n,
                  int m, int p, Cut cut) {
    multiply_block<T, true>({a, b, c, n, m, p}, cut);
}

/// Kernel for rows of any alignment. Without __restrict__: if the compiler could assume that A and B are
/// never written, it might sink the loads to put(), and the thread would wait for them there.
template <class T> __global__ void __launch_bounds__(T::threads, T::blocks)
    multiply_any(ProductArgs args, Cut cut) {
    multiply_block<T, false>(args, cut);
}

using Large = Tile<128, 256, 16, 32, 128, 8, 16, 1, 1>;
using Medium = Tile<128, 128, 16, 32, 64, 8, 8, 1, 2>; // for rows of any alignment
using Small = Tile<64, 128, 16, 64, 32, 8, 8, 2, 1>;

/// How many of @p size rows or columns the tiles cover: all, unless at most `thin` are left; 0 below one tile.
static int covered(int size, int side) {
    if (size < side) return 0;
    return size % side <= thin ? size - size % side : size;
}

template <class T> static Cut cut_into_tiles(const ProductArgs& args) {
    Cut cut{};
    cut.rows = covered(args.n, T::rows);
    cut.columns = covered(args.m, T::columns);
    if (cut.rows == 0 || cut.columns == 0 || args.p < T::step)
        cut.rows = cut.columns = 0; // all of C is computed as edges
    cut.tiles_down = groups_of(T::rows, cut.rows);
    cut.tiles_across = groups_of(T::columns, cut.columns);
    cut.edges_down = groups_of(64, cut.rows);
    cut.edges_across = groups_of(128, args.m);
    return cut;
}

template <class T, bool wide> static void launch(const ProductArgs& args) {
    const Cut cut = cut_into_tiles<T>(args);
    const int edges = (args.n - cut.rows) * cut.edges_across + (args.m - cut.columns) * cut.edges_down;
    const int blocks = cut.tiles_down * cut.tiles_across + edges;
    constexpr auto most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    if constexpr (wide) {
        CUDA_CHECK(cudaFuncSetAttribute(multiply_wide<T>, most, T::bytes));
        multiply_wide<T>
            <<<blocks, T::threads, T::bytes>>>(args.a, args.b, args.c, args.n, args.m, args.p, cut);
    } else {
        CUDA_CHECK(cudaFuncSetAttribute(multiply_any<T>, most, T::bytes));
        multiply_any<T><<<blocks, T::threads, T::bytes>>>(args, cut);
    }
    CUDA_CHECK_LAUNCH();
}

static int multiprocessors() {
    int device = 0, count = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    return count;
}

extern "C" void multiply(const ProductArgs& args) {
    static const int all = multiprocessors();
    if (args.n == 0 || args.m == 0) return;
    const Cut cut = cut_into_tiles<Large>(args);
    const bool large = cut.tiles_down * cut.tiles_across >= all * 3 / 4; // else too many SMs would have none
    const bool wide = args.m % 4 == 0 && args.p % 4 == 0;
    if (large) {
        wide ? launch<Large, true>(args) : launch<Medium, false>(args);
    } else {
        wide ? launch<Small, true>(args) : launch<Small, false>(args);
    }
}
