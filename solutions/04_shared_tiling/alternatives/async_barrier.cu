// Lab 04 with asynchronous copies and a barrier object: cuda::memcpy_async copies an element of each tile without
// a register in between, and all threads wait at a cuda::barrier for the copies of all threads. Choose it if some
// threads have other work to do between arriving and waiting. Here all of them need the tiles at once.

#include <cuda/barrier>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int side = 32;            // rows and columns of a tile
using Tile = float[side][side + 4]; // with padding, so that neighbouring rows begin in other banks

/// One element of a tile.
struct Place {
    int row;
    int column;
};

/// A warp takes 4 rows of 8 columns, with lanes mapped so that neighbours read the same words.
__device__ Place place_in_patch(int warp, int lane) {
    return {warp / 4 * 4 + lane % 2 + lane / 16 * 2, warp % 4 * 8 + lane / 2 % 8};
}

/// Returns @p sum plus the products of two tiles for one element of C. The tile of B is stored on its side.
__device__ float sum_of_products(const Tile& a_tile, const Tile& b_tile, Place own, float sum) {
#pragma unroll
    for (int k = 0; k < side; k += 4) {
        const float4 from_a = *reinterpret_cast<const float4*>(&a_tile[own.row][k]);
        const float4 from_b = *reinterpret_cast<const float4*>(&b_tile[own.column][k]);
        sum += from_a.x * from_b.x;
        sum += from_a.y * from_b.y;
        sum += from_a.z * from_b.z;
        sum += from_a.w * from_b.w;
    }
    return sum;
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;

/// Copies an element of a matrix of @p rows rows and @p columns columns to @p to, or stores a 0 beyond its edges.
__device__ void bring(float& to, const float* matrix, int rows, int columns, int row, int column,
                      Barrier& arrived) {
    if (row < rows && column < columns)
        cuda::memcpy_async(&to, matrix + row * columns + column, cuda::aligned_size_t<4>(sizeof(float)),
                           arrived);
    else
        to = 0.0f;
}

__global__ void __launch_bounds__(side* side, 2)
    multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ __align__(16) Tile a_tile;             // [row][k]
    __shared__ __align__(16) Tile b_tile;             // [column][k]
#pragma nv_diag_suppress static_var_with_dynamic_init // init() initializes the barrier
    __shared__ Barrier barrier;
    if (threadIdx.x == 0 && threadIdx.y == 0) init(&barrier, side * side);
    __syncthreads();

    const Place own = place_in_patch(threadIdx.y, threadIdx.x);
    const int row = blockIdx.y * side + own.row;
    const int column = blockIdx.x * side + own.column;
    const int a_row = blockIdx.y * side + threadIdx.y; // row in A of the element that this thread loads
    float sum = 0.0f;
    for (int first_k = 0; first_k < p; first_k += side) {
        bring(a_tile[threadIdx.y][threadIdx.x], a, n, p, a_row, first_k + threadIdx.x, barrier);
        bring(b_tile[own.column][own.row], b, p, m, first_k + own.row, column, barrier);
        barrier.arrive_and_wait(); // the tiles are complete
        sum = sum_of_products(a_tile, b_tile, own, sum);
        barrier.arrive_and_wait(); // all threads have read the tiles
    }
    if (row < n && column < m) c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    multiply_tiles<<<grid, dim3(side, side)>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
