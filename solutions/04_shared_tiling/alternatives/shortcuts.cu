// Lab 04: the best programs that lack a task. docs/results/shortcuts/04.txt has the values to time.
//
// TASK_1=0  no coalescing: lanes load elements of one column, one below another. Each thread's place in C is as
//           with task 1, so only the loads of the tiles differ. Gate: sectors per multiply-add, which LOAD=4 can
//           pass: a thread then uses half of a sector.
// TASK_2=0  no tiles: each operand comes from global memory, through L1. Gates: sectors per multiply-add,
//           multiply-adds between barriers.
// TASK_3=0  tiles of 16 x 16 elements of C. Gate: multiply-adds between barriers, which DEPTH=32 or OUTPUTS=2 pass.
// TASK_4=0  plain tiles: B as it is in memory, no padding, a warp takes whole rows of the tile of C. Gate:
//           multiply-adds per load from shared memory, which OUTPUTS=4 passes.
//
// TILE      rows and columns of a tile of C
// DEPTH     steps of k per pair of tiles
// OUTPUTS   rows of C per thread, TILE / OUTPUTS apart; with task 4, a thread takes OUTPUTS patches. No task.
// LOAD      floats that a thread loads at once for a tile: 1 or 4; 1 if rows do not begin on boundaries of 16
// BUFFERS   2: two pairs of tiles in turn, so that a step needs one barrier
// ACROSS    with TASK_2=0: columns of C per thread, 1 or 4
// UNROLL    with TASK_2=0: steps of k that are loaded together: 1; or 4, 8, 16, with 4 floats of A per load
// REGISTERS 0: as many as the compiler likes; 1: few enough for 2048 threads per SM, or 1024 with OUTPUTS > 1

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
#ifndef TILE
#define TILE (TASK_3 ? 32 : 16)
#endif
#ifndef DEPTH
#define DEPTH TILE
#endif
#ifndef OUTPUTS
#define OUTPUTS 1
#endif
#ifndef LOAD
#define LOAD 1
#endif
#ifndef BUFFERS
#define BUFFERS 1
#endif
#ifndef ACROSS
#define ACROSS 1
#endif
#ifndef UNROLL
#define UNROLL 4
#endif
#ifndef REGISTERS
#define REGISTERS 1
#endif

static_assert(TASK_3 == (TILE == 32), "task 3 is a tile of 32");
constexpr int threads = TASK_2 ? TILE * TILE / OUTPUTS : 256;
constexpr int blocks_per_sm = REGISTERS ? (OUTPUTS * ACROSS > 1 ? 1024 : 2048) / threads : 1;
constexpr int apart = TILE / OUTPUTS; // rows from one element of a thread to its next

/// One element of a tile.
struct Place {
    int row;
    int column;
};

/// Returns the place of a thread in a tile of @p columns columns if each warp takes a patch of 4 rows and 8 columns,
/// in the lab's order of lanes.
__device__ Place place_in_patch(int thread, int columns) {
    const int warp = thread / 32;
    const int lane = thread % 32;
    return {warp / (columns / 8) * 4 + lane % 2 + lane / 16 * 2, warp % (columns / 8) * 8 + lane / 2 % 8};
}

/// A thread's part of a tile of @p rows rows and @p columns columns, in registers.
template <int rows, int columns, bool patches> struct Part {
    static constexpr int pieces = rows * columns / LOAD;
    static constexpr int loads = (pieces + threads - 1) / threads;
    float value[loads][LOAD];

    /// Returns which elements the thread loads in its @p i-th load. With coalescing, neighbouring threads take
    /// neighbours of a row or of a patch; otherwise, of a column.
    static __device__ Place place(int i) {
        const int at = i * threads + threadIdx.x;
        if (!TASK_1) return {at % rows, at / rows * LOAD};
        if (patches) return place_in_patch(at, columns);
        return {at / (columns / LOAD), at % (columns / LOAD) * LOAD};
    }

    /// Returns whether the @p i-th load is in the tile; if LOAD is 4, some threads may have none.
    static __device__ bool has(int i) { return pieces % threads == 0 || i * threads + threadIdx.x < pieces; }

    /// Loads the part of the tile at (@p row, @p column) of a matrix; zeros outside of the matrix.
    __device__ void load(const float* matrix, int row, int column, int height, int width) {
#pragma unroll
        for (int i = 0; i < loads; ++i) {
            if (!has(i)) continue;
            const int r = row + place(i).row;
            const int c = column + place(i).column;
            const float* from = matrix + r * width + c;
            if (LOAD == 4 && width % 4 == 0 && r < height && c < width) {
                const float4 four = *reinterpret_cast<const float4*>(from);
                const float floats[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
                for (int j = 0; j < LOAD; ++j) value[i][j] = floats[j];
            } else {
#pragma unroll
                for (int j = 0; j < LOAD; ++j) value[i][j] = r < height && c + j < width ? from[j] : 0.0f;
            }
        }
    }
};
using PartA = Part<TILE, DEPTH, false>;
using PartB = Part<DEPTH, TILE, TASK_4 && LOAD == 1>; // a patch stores to B's tile without bank conflicts

// The tiles in shared memory. With task 4 both have padding, and B is on its side.
constexpr int padding = TASK_4 ? 4 : 0;
using TileA = float[TILE][DEPTH + padding];
using TileB = float[TASK_4 ? TILE : DEPTH][(TASK_4 ? DEPTH : TILE) + padding];

__device__ float& b_at(TileB& tile, int k, int column) { return TASK_4 ? tile[column][k] : tile[k][column]; }

/// Adds the DEPTH products of each of the thread's elements.
__device__ void add_products(float (&sum)[OUTPUTS], const TileA& a_tile, const TileB& b_tile, Place own) {
#pragma unroll
    for (int k = 0; k < DEPTH; k += 4) {
        float4 b;
        if constexpr (TASK_4)
            b = *reinterpret_cast<const float4*>(&b_tile[own.column][k]);
        else
            b = make_float4(b_tile[k][own.column], b_tile[k + 1][own.column], b_tile[k + 2][own.column],
                            b_tile[k + 3][own.column]);
#pragma unroll
        for (int i = 0; i < OUTPUTS; ++i) {
            const float4 four = *reinterpret_cast<const float4*>(&a_tile[own.row + i * apart][k]);
            sum[i] += four.x * b.x;
            sum[i] += four.y * b.y;
            sum[i] += four.z * b.z;
            sum[i] += four.w * b.w;
        }
    }
}

__global__ void __launch_bounds__(threads, blocks_per_sm)
    multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ __align__(16) TileA a_tiles[BUFFERS];
    __shared__ __align__(16) TileB b_tiles[BUFFERS];
    const int first_row = blockIdx.y * TILE;
    const int first_column = blockIdx.x * TILE;
    const int thread = threadIdx.x;
    const Place own = TASK_4 ? place_in_patch(thread, TILE) : Place{thread / TILE, thread % TILE};

    PartA part_a;
    PartB part_b;
    float sum[OUTPUTS] = {};
    const auto load = [&](int k) {
        part_a.load(a, first_row, k, n, p);
        part_b.load(b, k, first_column, p, m);
    };
    if (BUFFERS == 2) load(0);
    for (int first_k = 0, turn = 0; first_k < p; first_k += DEPTH, turn = BUFFERS - 1 - turn) {
        if (BUFFERS == 1) load(first_k);
#pragma unroll
        for (int i = 0; i < PartA::loads; ++i)
            for (int j = 0; j < LOAD && PartA::has(i); ++j)
                a_tiles[turn][PartA::place(i).row][PartA::place(i).column + j] = part_a.value[i][j];
#pragma unroll
        for (int i = 0; i < PartB::loads; ++i)
            for (int j = 0; j < LOAD && PartB::has(i); ++j)
                b_at(b_tiles[turn], PartB::place(i).row, PartB::place(i).column + j) = part_b.value[i][j];
        __syncthreads(); // the tiles are complete
        if (BUFFERS == 2 && first_k + DEPTH < p) load(first_k + DEPTH);
        add_products(sum, a_tiles[turn], b_tiles[turn], own);
        if (BUFFERS == 1) __syncthreads(); // all threads have read the tiles
    }
#pragma unroll
    for (int i = 0; i < OUTPUTS; ++i) {
        const int row = first_row + own.row + i * apart;
        const int column = first_column + own.column;
        if (row < n && column < m) c[row * m + column] = sum[i];
    }
}

/// Reads @p count floats at column @p column of a row; zeros past its end. If the matrix is @p whole, by fours.
template <bool whole, int count>
__device__ void fetch(float (&value)[count], const float* row, int column, int width) {
#pragma unroll
    for (int i = 0; i < count; ++i) {
        if constexpr (whole && count % 4 == 0) {
            if (i % 4 != 0) continue;
            const float4 four = *reinterpret_cast<const float4*>(row + column + i);
            value[i] = four.x, value[i + 1] = four.y, value[i + 2] = four.z, value[i + 3] = four.w;
        } else {
            value[i] = whole || column + i < width ? row[column + i] : 0.0f;
        }
    }
}

/// The product without tiles: a thread computes OUTPUTS rows of ACROSS columns, a warp 32 threads of the same rows.
/// A matrix is whole if it has no edges within a block and all its rows begin on boundaries of 16 bytes.
template <bool whole> __global__ void __launch_bounds__(threads, blocks_per_sm)
    multiply_untiled(const float* a, const float* b, float* c, int n, int m, int p) {
    const int column = (blockIdx.x * 32 + threadIdx.x % 32) * ACROSS;
    const int first_row = (blockIdx.y * (threads / 32) + threadIdx.x / 32) * OUTPUTS;

    float sum[OUTPUTS][ACROSS] = {};
    for (int k = 0; k < p; k += UNROLL) {
        float from_b[UNROLL][ACROSS];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u)
            fetch<whole>(from_b[u], b + min(k + u, p - 1) * m, column, m); // past p, a is 0
#pragma unroll
        for (int i = 0; i < OUTPUTS; ++i) {
            float from_a[UNROLL];
            fetch<whole>(from_a, a + (whole ? first_row + i : min(first_row + i, n - 1)) * p, k, p);
#pragma unroll
            for (int u = 0; u < UNROLL; ++u)
#pragma unroll
                for (int j = 0; j < ACROSS; ++j) sum[i][j] += from_a[u] * from_b[u][j];
        }
    }
#pragma unroll
    for (int i = 0; i < OUTPUTS; ++i)
        for (int j = 0; j < ACROSS; ++j)
            if (first_row + i < n && column + j < m) c[(first_row + i) * m + column + j] = sum[i][j];
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    constexpr int rows = TASK_2 ? TILE : threads / 32 * OUTPUTS;
    constexpr int columns = TASK_2 ? TILE : 32 * ACROSS;
    const dim3 grid(groups_of(columns, args.m), groups_of(rows, args.n));
    [[maybe_unused]] const bool whole =
        args.n % rows == 0 && args.m % columns == 0 && args.p % UNROLL == 0 && args.p % 4 == 0;
#if TASK_2
    const auto kernel = multiply_tiles;
#else
    const auto kernel = whole ? multiply_untiled<true> : multiply_untiled<false>;
#endif
    kernel<<<grid, threads>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
