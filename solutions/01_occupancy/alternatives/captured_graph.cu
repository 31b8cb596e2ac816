// Lab 01 as a captured graph: the launches go into a stream in capture mode, and the resulting graph is launched
// on the default stream. Choose this if a program repeats the same many launches and can keep the graph.
// Here a matrix has one launch per band of 32768 rows.

#include "kernelsmith/check.h"
#include "kernelsmith/stream.h"
#include "lab.h"

constexpr int block_threads = 128;
constexpr int rows = 4; // rows in flight per thread

__global__ void transform_rows(float* data, int width, int height) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int first_row = blockIdx.y * rows;
    if (column >= width) return;

    const std::size_t pitch = width;
    float* top = data + first_row * pitch + column;
    float value[rows]; // rows past the edge are neither loaded nor stored
#pragma unroll
    for (int i = 0; i < rows; ++i)
        if (first_row + i < height) value[i] = top[i * pitch];
#pragma unroll
    for (int i = 0; i < rows; ++i)
        if (first_row + i < height) top[i * pitch] = transformed(value[i], column);
}

extern "C" void transform(const TransformArgs& args) {
    const kernelsmith::Stream stream; // the default stream cannot be captured
    CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
    for_each_band(args, [&](const TransformArgs& band) {
        const dim3 grid(groups_of(block_threads, band.width), groups_of(rows, band.height));
        transform_rows<<<grid, block_threads, 0, stream.get()>>>(band.data, band.width, band.height);
        CUDA_CHECK_LAUNCH();
    });
    cudaGraph_t graph = nullptr;
    CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));

    cudaGraphExec_t ready = nullptr;
    CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(ready, nullptr));
    CUDA_CHECK(cudaGraphExecDestroy(ready)); // a launch in progress still completes
    CUDA_CHECK(cudaGraphDestroy(graph));
}
