// Lab 01 as a graph that is built node by node: one node per strip of rows, with no edges between the nodes, so that
// they may run concurrently. Choose this if parts of the work depend on one another in ways that a stream cannot
// express. The strips here are independent.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block_threads = 256;
constexpr int rows = 4; // rows in flight per thread
constexpr int strips = 4;

__global__ void transform_rows(float* data, int width, int height) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int first_row = blockIdx.y * rows;
    if (column >= width) return;

    const std::size_t pitch = width;
    float* top = data + first_row * pitch + column;
    if (first_row + rows <= height) {
        float value[rows];
#pragma unroll
        for (int i = 0; i < rows; ++i) value[i] = top[i * pitch];
#pragma unroll
        for (int i = 0; i < rows; ++i) top[i * pitch] = transformed(value[i], column);
    } else {
        for (int i = 0; first_row + i < height; ++i) top[i * pitch] = transformed(top[i * pitch], column);
    }
}

/// Adds the transformation of @p strip to @p graph, as a node without dependencies.
static void add_node(cudaGraph_t graph, TransformArgs strip) {
    void* arguments[] = {&strip.data, &strip.width, &strip.height}; // the node keeps copies
    cudaKernelNodeParams launch = {};
    launch.func = reinterpret_cast<void*>(transform_rows);
    launch.gridDim = dim3(groups_of(block_threads, strip.width), groups_of(rows, strip.height));
    launch.blockDim = dim3(block_threads);
    launch.kernelParams = arguments;
    cudaGraphNode_t node = nullptr;
    CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &launch));
}

extern "C" void transform(const TransformArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    cudaGraph_t graph = nullptr;
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    for_each_band(args, [&](const TransformArgs& band) {
        const int strip_rows = static_cast<int>(groups_of(strips * rows, band.height)) * rows;
        for (int row = 0; row < band.height; row += strip_rows) {
            float* strip = band.data + static_cast<std::size_t>(row) * band.width;
            add_node(graph, {strip, band.width, std::min(strip_rows, band.height - row)});
        }
    });
    cudaGraphExec_t ready = nullptr;
    CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(ready, nullptr));
    CUDA_CHECK(cudaGraphExecDestroy(ready)); // a launch in progress still completes
    CUDA_CHECK(cudaGraphDestroy(graph));
}
