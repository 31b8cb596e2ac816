// Lab 01 in two streams: one has the upper half of the rows, the other the lower half. Events fork them from the
// default stream and join them with it. Choose this if different work follows on each half; a single launch fills
// the GPU just as well.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block_threads = 256;
constexpr int rows = 4; // rows in flight per thread

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

/// A non-blocking stream, and the events that order it after and before work in the default stream.
struct Branch {
    cudaStream_t stream = nullptr;
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;

    Branch() {
        CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        CUDA_CHECK(cudaEventCreateWithFlags(&begin, cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&end, cudaEventDisableTiming));
    }
};

/// Transforms @p matrix in the stream of @p branch, after all earlier work in the default stream, and records its end.
static void transform_in(const Branch& branch, const TransformArgs& matrix) {
    CUDA_CHECK(cudaEventRecord(branch.begin, nullptr));
    CUDA_CHECK(cudaStreamWaitEvent(branch.stream, branch.begin));
    for_each_band(matrix, [&](const TransformArgs& band) {
        const dim3 grid(groups_of(block_threads, band.width), groups_of(rows, band.height));
        transform_rows<<<grid, block_threads, 0, branch.stream>>>(band.data, band.width, band.height);
        CUDA_CHECK_LAUNCH();
    });
    CUDA_CHECK(cudaEventRecord(branch.end, branch.stream));
}

extern "C" void transform(const TransformArgs& args) {
    static const Branch branches[2]; // kept for all calls, because creating them takes longer than a launch
    const int upper = args.height / 2;
    const std::size_t offset = static_cast<std::size_t>(upper) * args.width;
    transform_in(branches[0], {args.data, args.width, upper});
    transform_in(branches[1], {args.data + offset, args.width, args.height - upper});
    // Only after both: a wait between the two would start the second half after the end of the first.
    for (const Branch& branch : branches) CUDA_CHECK(cudaStreamWaitEvent(nullptr, branch.end));
}
