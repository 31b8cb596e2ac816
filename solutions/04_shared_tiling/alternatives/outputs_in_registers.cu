// Lab 04 with 4 x 4 elements of C per thread: 256 threads compute a tile of 64 x 64, and a thread uses each float
// that it has loaded from shared memory four times. The loop over k is the outer one. Choose it if C is large
// enough for such tiles; it leads to the next lab.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int side = 64; // rows and columns of a tile of C
constexpr int depth = 8; // steps of k at a time
constexpr int each = 4;  // rows and columns per thread
constexpr int across = side / each;
constexpr int block_threads = across * across;
using Strip = float[depth][side + 4]; // [k], with padding for the store of A, which is loaded in rows of 8 k

__global__ void __launch_bounds__(block_threads)
    multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ __align__(16) Strip a_strip;
    __shared__ __align__(16) Strip b_strip;
    const int first_row = blockIdx.y * side;
    const int first_column = blockIdx.x * side;
    const int own_row = threadIdx.x / across * each;
    const int own_column = threadIdx.x % across * each;

    float sum[each][each] = {};
    for (int first_k = 0; first_k < p; first_k += depth) {
#pragma unroll
        for (int i = 0; i < side * depth; i += block_threads) {
            const int at = i + threadIdx.x;
            const int a_row = first_row + at / depth;
            const int a_column = first_k + at % depth;
            const int b_row = first_k + at / side;
            const int b_column = first_column + at % side;
            a_strip[at % depth][at / depth] = a_row < n && a_column < p ? a[a_row * p + a_column] : 0.0f;
            b_strip[at / side][at % side] = b_row < p && b_column < m ? b[b_row * m + b_column] : 0.0f;
        }
        __syncthreads(); // the strips are complete
#pragma unroll
        for (int k = 0; k < depth; ++k) {
            const float4 four_a = *reinterpret_cast<const float4*>(&a_strip[k][own_row]);
            const float4 four_b = *reinterpret_cast<const float4*>(&b_strip[k][own_column]);
            const float from_a[each] = {four_a.x, four_a.y, four_a.z, four_a.w};
            const float from_b[each] = {four_b.x, four_b.y, four_b.z, four_b.w};
#pragma unroll
            for (int i = 0; i < each; ++i)
#pragma unroll
                for (int j = 0; j < each; ++j) sum[i][j] += from_a[i] * from_b[j];
        }
        __syncthreads(); // all threads have read the strips
    }
#pragma unroll
    for (int i = 0; i < each; ++i)
#pragma unroll
        for (int j = 0; j < each; ++j) {
            const int row = first_row + own_row + i;
            const int column = first_column + own_column + j;
            if (row < n && column < m) c[row * m + column] = sum[i][j];
        }
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    multiply_tiles<<<grid, block_threads>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
