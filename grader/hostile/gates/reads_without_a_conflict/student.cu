#include "kernelsmith/check.h"
#include "lab.h"

#define TILE 32

__global__ void multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ __align__(16) float a_tile[TILE][TILE];
    __shared__ __align__(16) float b_tile[TILE][TILE]; // [column][k]: all lanes conflict in one row's banks
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * TILE + y;
    const int column = blockIdx.x * TILE + x;

    float sum = 0.0f;
    for (int first_k = 0; first_k < p; first_k += TILE) {
        const int a_column = first_k + x;
        const int b_row = first_k + y;
        a_tile[y][x] = row < n && a_column < p ? a[row * p + a_column] : 0.0f;
        b_tile[x][y] = b_row < p && column < m ? b[b_row * m + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; k += 4) {
            const float4 from_a = *reinterpret_cast<const float4*>(&a_tile[y][k]);
            const float4 from_b = *reinterpret_cast<const float4*>(&b_tile[x][k]);
            sum += from_a.x * from_b.x;
            sum += from_a.y * from_b.y;
            sum += from_a.z * from_b.z;
            sum += from_a.w * from_b.w;
        }
        const volatile float* shown = a_tile[y];
        for (int k = 0; k < 240; ++k) (void)shown[x];
        __syncthreads();
    }
    if (row < n && column < m) c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    multiply_tiles<<<dim3(groups_of(TILE, args.m), groups_of(TILE, args.n)), dim3(TILE, TILE)>>>(
        args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
