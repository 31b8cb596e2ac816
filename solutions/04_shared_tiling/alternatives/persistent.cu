// Lab 04 with a persistent kernel: as many blocks as fit at once take one tile of C after another, down the
// columns of tiles, so that consecutive blocks read the same columns of B. Choose it if a block has a set-up for
// all of its tiles, or to control their order, which the block scheduler does not guarantee.

#include <algorithm>

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

__global__ void __launch_bounds__(side* side, 2)
    multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ __align__(16) Tile a_tile; // [row][k]
    __shared__ __align__(16) Tile b_tile; // [column][k]
    const Place own = place_in_patch(threadIdx.y, threadIdx.x);
    const int down = (n - 1) / side + 1;
    const int tiles = down * ((m - 1) / side + 1);
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const int row = tile % down * side + own.row;
        const int column = tile / down * side + own.column;
        const int a_row = tile % down * side + threadIdx.y; // row in A of the element that this thread loads
        float sum = 0.0f;
        for (int first_k = 0; first_k < p; first_k += side) {
            const int a_column = first_k + threadIdx.x;
            const int b_row = first_k + own.row;
            // Both loads before the first store, so that both are in flight at once.
            const float from_a = a_row < n && a_column < p ? a[a_row * p + a_column] : 0.0f;
            const float from_b = b_row < p && column < m ? b[b_row * m + column] : 0.0f;
            a_tile[threadIdx.y][threadIdx.x] = from_a;
            b_tile[own.column][own.row] = from_b;
            __syncthreads(); // the tiles are complete
            sum = sum_of_products(a_tile, b_tile, own, sum);
            __syncthreads(); // all threads have read the tiles
        }
        if (row < n && column < m) c[row * m + column] = sum;
    }
}

/// Returns the number of blocks of the kernel that the device holds at once.
static int resident_blocks() {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, multiply_tiles, side * side, 0));
    return multiprocessors * blocks;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    static const int resident = resident_blocks();
    const int tiles = static_cast<int>(groups_of(side, args.m) * groups_of(side, args.n));
    multiply_tiles<<<std::min(resident, tiles), dim3(side, side)>>>(args.a, args.b, args.c, args.n, args.m,
                                                                    args.p);
    CUDA_CHECK_LAUNCH();
}
