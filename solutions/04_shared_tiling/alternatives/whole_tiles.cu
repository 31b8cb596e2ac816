// Lab 04 with two instances of one template: if tiles of 32 divide all sizes, `if constexpr` leaves out every
// check of an edge, and the rows of A begin at multiples of 16 bytes, so that a thread loads four of their
// elements at once. Choose it if most sizes are multiples of 32; the price is twice the code.

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

/// Returns an element of a matrix of @p rows rows and @p columns columns, or 0 beyond its edges.
template <bool whole>
__device__ float element(const float* matrix, int rows, int columns, int row, int column) {
    if constexpr (whole) return matrix[row * columns + column];
    return row < rows && column < columns ? matrix[row * columns + column] : 0.0f;
}

template <bool whole> __global__ void __launch_bounds__(side* side, 2)
    multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ __align__(16) Tile a_tile; // [row][k]
    __shared__ __align__(16) Tile b_tile; // [column][k]
    const Place own = place_in_patch(threadIdx.y, threadIdx.x);
    const int row = blockIdx.y * side + own.row;
    const int column = blockIdx.x * side + own.column;
    const int a_row = blockIdx.y * side + threadIdx.y; // row in A of the element that this thread loads
    float sum = 0.0f;
    for (int first_k = 0; first_k < p; first_k += side) {
        if constexpr (whole) {
            // A quarter of the threads loads all of A's tile.
            const int number = threadIdx.y * side + threadIdx.x;
            const int line = number / 8 % side;
            const int four = number % 8 * 4;
            if (number < side * 8) {
                const int at = (blockIdx.y * side + line) * p + first_k + four;
                *reinterpret_cast<float4*>(&a_tile[line][four]) = *reinterpret_cast<const float4*>(a + at);
            }
        } else {
            a_tile[threadIdx.y][threadIdx.x] = element<whole>(a, n, p, a_row, first_k + threadIdx.x);
        }
        b_tile[own.column][own.row] = element<whole>(b, p, m, first_k + own.row, column);
        __syncthreads(); // the tiles are complete
        sum = sum_of_products(a_tile, b_tile, own, sum);
        __syncthreads(); // all threads have read the tiles
    }
    if (whole || (row < n && column < m)) c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    const dim3 block(side, side);
    if (args.n % side == 0 && args.m % side == 0 && args.p % side == 0)
        multiply_tiles<true><<<grid, block>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    else
        multiply_tiles<false><<<grid, block>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
