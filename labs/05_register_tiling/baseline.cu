// The slow program: correct, and the reference for your speedup. It has the tiles of lab 04: a block of 16 x 16
// threads, one output per thread, and both matrices read through tiles in shared memory.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int side = 16; // elements per side of a tile, threads per side of a block

__global__ void multiply_tile(ProductArgs args) {
    __shared__ float a_tile[side][side];
    __shared__ float b_tile[side][side];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * side + y;
    const int column = blockIdx.x * side + x;
    const std::size_t n = args.n, m = args.m, p = args.p;

    float sum = 0;
    for (int first = 0; first < args.p; first += side) {
        // Beyond an edge the tiles hold zeros: they add nothing to a sum, and every thread reaches both barriers.
        a_tile[y][x] = row < n && first + x < p ? args.a[row * p + first + x] : 0.0f;
        b_tile[y][x] = first + y < p && column < m ? args.b[(first + y) * m + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < side; ++k) sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();
    }
    if (row < n && column < m) args.c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 block(side, side);
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    multiply_tile<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
