// Lab 04: tiles in shared memory.
//
// You write the four regions from TODO to END TODO, in the order of their numbers. README.md explains the
// tasks, lab.h the interface.

#include "kernelsmith/check.h"
#include "lab.h"

// TODO(3): how large is a tile? A block computes one tile of C, with one thread for each of its elements.
// Calculate how the size changes sectors and barriers, then try it. (about 3 lines)
#define TILE 16 // replace: rows and columns of a tile
// END TODO(3)
static_assert(TILE % 8 == 0, "a tile is cut into patches of 4 rows and 8 columns");
constexpr int block_threads = TILE * TILE;

/// One element of a tile.
struct Place {
    int row;
    int column;
};

/// Returns the element of thread (x, y) of a block if each warp takes a patch of 4 rows and 8 columns.
/// README.md has a table of the patch, and explains the order of its lanes. For task 4.
__device__ Place place_in_patch(int x, int y) {
    const int number = y * TILE + x; // 32 neighbouring numbers are a warp
    const int warp = number / 32;
    const int lane = number % 32;
    constexpr int patches_across = TILE / 8;
    return {warp / patches_across * 4 + lane % 2 + lane / 16 * 2, warp % patches_across * 8 + lane / 2 % 8};
}

// TODO(4): the banks of shared memory. How B's tile is stored, how long a row of a tile is, which element of
// C each thread computes, and how it reads. README.md has the three steps. (about 16 lines)
using Tile = float[TILE][TILE]; // replace

/// The element of the block's tile of C that the thread (x, y) computes.
__device__ Place own_place(int x, int y) { return {y, x}; } // replace

/// The element of the tile of B for step k and this column.
__device__ float& b_at(Tile& b_tile, int k, int column) { return b_tile[k][column]; } // replace

/// Adds to sum the TILE products of these tiles for one element of C.
__device__ void add_products(float& sum, const Tile& a_tile, const Tile& b_tile, Place own) { // replace
    for (int k = 0; k < TILE; ++k)                                                            // replace
        sum += a_tile[own.row][k] * b_tile[k][own.column];                                    // replace
} // replace
// END TODO(4)

/// A block computes one tile of C, and a thread one element of it. The launch bounds limit the compiler to 32
/// registers per thread, so that an SM can hold 2048 threads.
__global__ void __launch_bounds__(block_threads, 2048 / block_threads)
    multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    // TODO(1): this thread's position in its block's tile: x is its column, y its row. Which of the two must
    // differ between the threads of a warp? (about 2 lines)
    const int x = threadIdx.y; // replace
    const int y = threadIdx.x; // replace
    // END TODO(1)

    const Place own = own_place(x, y); // before task 4: row y, column x
    const int row = blockIdx.y * TILE + own.row;
    const int column = blockIdx.x * TILE + own.column;

    // One of each per block. Task 2 is the first to use them; task 4 reads 16 bytes at a time.
    [[maybe_unused]] __shared__ __align__(16) Tile a_tile; // [row of the tile][k]
    [[maybe_unused]] __shared__ __align__(16) Tile b_tile; // for b_at() and add_products() only
    float sum = 0.0f;
    for (int first_k = 0; first_k < p; first_k += TILE) {
        // TODO(2): load an element of A, for position [y][x] of its tile, and one of B, for step own.row and
        // column own.column of its tile; a 0 where there is none. Then add_products() uses the elements that
        // the whole block has loaded. Where must a thread wait for the others? (about 10 lines)
        for (int k = first_k; k < min(first_k + TILE, p); ++k)                    // replace
            if (row < n && column < m) sum += a[row * p + k] * b[k * m + column]; // replace
        // END TODO(2)
    }

    if (row < n && column < m) c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    const dim3 block(TILE, TILE);
    const dim3 grid(groups_of(TILE, args.m), groups_of(TILE, args.n));
    multiply_tiles<<<grid, block>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
