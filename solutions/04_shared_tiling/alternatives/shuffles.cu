// Lab 04 with shuffles: a warp takes four rows of C and keeps its elements of A in registers, one step of k per
// lane, and its lanes exchange them by shuffles. Only the tile of B is in shared memory. Choose it if shared
// memory is scarce. A shuffle takes the same path through the SM as a shared load, so it is no faster.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int side = 32; // rows and columns of a tile
constexpr int rows = 4;  // per warp
constexpr int warps = side / rows;
constexpr unsigned all_lanes = 0xffffffff;

__global__ void __launch_bounds__(side* warps)
    multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ float b_tile[side][side]; // [k][column]
    const int lane = threadIdx.x;
    const int first_row = blockIdx.y * side + threadIdx.y * rows;
    const int column = blockIdx.x * side + lane;

    float sum[rows] = {};
    for (int first_k = 0; first_k < p; first_k += side) {
        float from_a[rows]; // step `lane` of each row
#pragma unroll
        for (int i = 0; i < rows; ++i) {
            const int row = first_row + i;
            const int a_column = first_k + lane;
            from_a[i] = row < n && a_column < p ? a[row * p + a_column] : 0.0f;
        }
#pragma unroll
        for (int i = 0; i < rows; ++i) {
            const int k = threadIdx.y + i * warps;
            const int b_row = first_k + k;
            b_tile[k][lane] = b_row < p && column < m ? b[b_row * m + column] : 0.0f;
        }
        __syncthreads(); // the tile is complete
#pragma unroll
        for (int k = 0; k < side; ++k) {
            const float from_b = b_tile[k][lane];
#pragma unroll
            for (int i = 0; i < rows; ++i) sum[i] += __shfl_sync(all_lanes, from_a[i], k) * from_b;
        }
        __syncthreads(); // all threads have read the tile
    }
#pragma unroll
    for (int i = 0; i < rows; ++i)
        if (first_row + i < n && column < m) c[(first_row + i) * m + column] = sum[i];
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    multiply_tiles<<<grid, dim3(side, warps)>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
