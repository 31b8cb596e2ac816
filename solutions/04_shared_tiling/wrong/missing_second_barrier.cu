// Mistake: the next elements are fetched while the products are added up, and brought in without a
// second barrier. A fast warp overwrites what a slow one still needs.

#include "kernelsmith/check.h"
#include "lab.h"

#define TILE 32 // rows and columns of a tile

__global__ void multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ float a_tile[TILE][TILE];
    __shared__ float b_tile[TILE][TILE];
    const int x = threadIdx.x;
    const int y = threadIdx.y;

    const int row = blockIdx.y * TILE + y;
    const int column = blockIdx.x * TILE + x;

    float from_a = row < n && x < p ? a[row * p + x] : 0.0f;
    float from_b = y < p && column < m ? b[y * m + column] : 0.0f;
    float sum = 0.0f;
    for (int first_k = 0; first_k < p; first_k += TILE) {
        a_tile[y][x] = from_a;
        b_tile[y][x] = from_b;
        __syncthreads();

        const int a_column = first_k + TILE + x;
        const int b_row = first_k + TILE + y;
        from_a = row < n && a_column < p ? a[row * p + a_column] : 0.0f;
        from_b = b_row < p && column < m ? b[b_row * m + column] : 0.0f;

#pragma unroll
        for (int k = 0; k < TILE; ++k) sum += a_tile[y][k] * b_tile[k][x];
    }

    if (row < n && column < m) c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 block(TILE, TILE);
    const dim3 grid(groups_of(TILE, args.m), groups_of(TILE, args.n));
    multiply_tiles<<<grid, block>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
