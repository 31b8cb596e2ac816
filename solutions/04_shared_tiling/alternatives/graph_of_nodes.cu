// Lab 04 as a graph that is built node by node: one node computes C from the first half of k, and a second one,
// with an edge from the first, adds the other half. Choose it if the halves become ready at different times. The
// cost is that C is written twice and read once more than necessary.

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

/// Adds up the products from @p begin to @p end - 1, and adds the contents of C unless @p begin is 0.
__global__ void __launch_bounds__(side* side, 2)
    multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p, int begin, int end) {
    __shared__ __align__(16) Tile a_tile; // [row][k]
    __shared__ __align__(16) Tile b_tile; // [column][k]
    const Place own = place_in_patch(threadIdx.y, threadIdx.x);
    const int row = blockIdx.y * side + own.row;
    const int column = blockIdx.x * side + own.column;
    const int a_row = blockIdx.y * side + threadIdx.y; // row in A of the element that this thread loads
    float sum = begin > 0 && row < n && column < m ? c[row * m + column] : 0.0f;
    for (int first_k = begin; first_k < end; first_k += side) {
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

/// Adds a node for the steps of k from @p begin to @p end - 1 to @p graph, after @p before unless it is null.
static cudaGraphNode_t add_node(cudaGraph_t graph, ProductArgs args, int begin, int end,
                                cudaGraphNode_t before) {
    // The node keeps copies of the arguments.
    void* arguments[] = {&args.a, &args.b, &args.c, &args.n, &args.m, &args.p, &begin, &end};
    cudaKernelNodeParams launch = {};
    launch.func = reinterpret_cast<void*>(multiply_tiles);
    launch.gridDim = dim3(groups_of(side, args.m), groups_of(side, args.n));
    launch.blockDim = dim3(side, side);
    launch.kernelParams = arguments;
    cudaGraphNode_t node = nullptr;
    CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, before ? &before : nullptr, before ? 1 : 0, &launch));
    return node;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    cudaGraph_t graph = nullptr;
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    const int half = args.p / 2 / side * side; // whole tiles, perhaps none
    cudaGraphNode_t before = nullptr;
    if (half > 0) before = add_node(graph, args, 0, half, nullptr);
    add_node(graph, args, half, args.p, before);

    cudaGraphExec_t ready = nullptr;
    CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(ready, nullptr));
    CUDA_CHECK(cudaGraphExecDestroy(ready)); // a launch in progress runs to its end
    CUDA_CHECK(cudaGraphDestroy(graph));
}
