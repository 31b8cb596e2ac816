// Lab 04 with a pipeline: two pairs of tiles in dynamic shared memory, and while the products of one are added up,
// __pipeline_memcpy_async copies the next one. Choose it if few blocks fit on an SM, so that no other block can
// work while one waits. A step has one barrier instead of two.

#include <cuda_pipeline.h>

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

/// The two tiles of one step along k.
struct Pair {
    alignas(16) Tile a; ///< [row][k]
    alignas(16) Tile b; ///< [column][k]
};
extern __shared__ Pair pairs[]; // two, used in turn

__global__ void __launch_bounds__(side* side, 2)
    multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    const Place own = place_in_patch(threadIdx.y, threadIdx.x);
    const int row = blockIdx.y * side + own.row;
    const int column = blockIdx.x * side + own.column;
    const int a_row = blockIdx.y * side + threadIdx.y; // row in A of the element that this thread loads

    const auto ask_for = [&](int first_k, Pair& pair) {
        const int a_column = first_k + threadIdx.x;
        const int b_row = first_k + own.row;
        const bool a_exists = a_row < n && a_column < p;
        const bool b_exists = b_row < p && column < m;
        // If there is no element, all four bytes are filled with zeros, and no byte is read.
        __pipeline_memcpy_async(&pair.a[threadIdx.y][threadIdx.x], a_exists ? a + a_row * p + a_column : a,
                                sizeof(float), a_exists ? 0 : sizeof(float));
        __pipeline_memcpy_async(&pair.b[own.column][own.row], b_exists ? b + b_row * m + column : b,
                                sizeof(float), b_exists ? 0 : sizeof(float));
        __pipeline_commit();
    };

    float sum = 0.0f;
    int now = 0;
    if (p > 0) ask_for(0, pairs[now]);
    for (int first_k = 0; first_k < p; first_k += side) {
        __pipeline_wait_prior(0);
        __syncthreads(); // all copies have arrived, and all threads have read the other pair
        if (first_k + side < p) ask_for(first_k + side, pairs[1 - now]);
        sum = sum_of_products(pairs[now].a, pairs[now].b, own, sum);
        now = 1 - now;
    }
    if (row < n && column < m) c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    multiply_tiles<<<grid, dim3(side, side), 2 * sizeof(Pair)>>>(args.a, args.b, args.c, args.n, args.m,
                                                                 args.p);
    CUDA_CHECK_LAUNCH();
}
