// Lab 04 in two streams: one has the upper rows of A and C, the other the lower ones. Events fork both streams
// from the default stream and join them with it. Choose it if the rows of A arrive in parts, or if C is so small
// that half of it leaves SMs of the GPU idle.

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
    const int row = blockIdx.y * side + own.row;
    const int column = blockIdx.x * side + own.column;
    const int a_row = blockIdx.y * side + threadIdx.y; // row in A of the element that this thread loads
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

/// A stream that does not wait for the default stream by itself, and an event that orders the two.
struct Branch {
    cudaStream_t stream = nullptr;
    cudaEvent_t mark = nullptr;

    Branch() {
        CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        CUDA_CHECK(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
    }
};

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    static const Branch branches[2]; // kept for all calls, because making them takes longer than a launch
    for (const Branch& branch : branches) { // fork: after all earlier work in the default stream
        CUDA_CHECK(cudaEventRecord(branch.mark, nullptr));
        CUDA_CHECK(cudaStreamWaitEvent(branch.stream, branch.mark));
    }
    const int upper = args.n / 2 / side * side; // whole tiles, perhaps none
    const int bounds[] = {0, upper, args.n};
    for (int half = 0; half < 2; ++half) {
        const int first = bounds[half];
        const int rows = bounds[half + 1] - first;
        if (rows == 0) continue;
        const dim3 grid(groups_of(side, args.m), groups_of(side, rows));
        multiply_tiles<<<grid, dim3(side, side), 0, branches[half].stream>>>(args.a + first * args.p, args.b,
                                                                             args.c + first * args.m, rows,
                                                                             args.m, args.p);
        CUDA_CHECK_LAUNCH();
    }
    for (const Branch& branch : branches) { // join: the default stream continues after both
        CUDA_CHECK(cudaEventRecord(branch.mark, branch.stream));
        CUDA_CHECK(cudaStreamWaitEvent(nullptr, branch.mark));
    }
}
