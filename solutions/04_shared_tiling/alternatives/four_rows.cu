// Lab 04 with blocks of 32 x 8 threads: a thread computes four elements of a column of C, eight rows apart, and
// uses each float of B four times. Both tiles are stored like the matrices, without bank conflicts. Choose it to
// need neither patches nor padding.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int side = 32; // rows and columns of a tile
constexpr int rows = 4;  // per thread
constexpr int apart = side / rows;

__global__ void __launch_bounds__(side* apart, 4)
    multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ __align__(16) float a_tile[side][side];
    __shared__ __align__(16) float b_tile[side][side];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int first_row = blockIdx.y * side + y;
    const int column = blockIdx.x * side + x;

    float sum[rows] = {};
    for (int first_k = 0; first_k < p; first_k += side) {
        float from_a[rows];
        float from_b[rows];
#pragma unroll
        for (int i = 0; i < rows; ++i) { // all loads before the first store
            const int a_row = first_row + i * apart;
            const int b_row = first_k + y + i * apart;
            from_a[i] = a_row < n && first_k + x < p ? __ldg(a + a_row * p + first_k + x) : 0.0f;
            from_b[i] = b_row < p && column < m ? __ldg(b + b_row * m + column) : 0.0f;
        }
#pragma unroll
        for (int i = 0; i < rows; ++i) {
            a_tile[y + i * apart][x] = from_a[i];
            b_tile[y + i * apart][x] = from_b[i];
        }
        __syncthreads(); // the tiles are complete
#pragma unroll
        for (int k = 0; k < side; k += 4) {
            const float b0 = b_tile[k][x];
            const float b1 = b_tile[k + 1][x];
            const float b2 = b_tile[k + 2][x];
            const float b3 = b_tile[k + 3][x];
#pragma unroll
            for (int i = 0; i < rows; ++i) { // all lanes share the four floats of A
                const float4 four = *reinterpret_cast<const float4*>(&a_tile[y + i * apart][k]);
                sum[i] += four.x * b0;
                sum[i] += four.y * b1;
                sum[i] += four.z * b2;
                sum[i] += four.w * b3;
            }
        }
        __syncthreads(); // all threads have read the tiles
    }
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        const int row = first_row + i * apart;
        if (row < n && column < m) __stcs(c + row * m + column, sum[i]);
    }
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    multiply_tiles<<<grid, dim3(side, apart)>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
