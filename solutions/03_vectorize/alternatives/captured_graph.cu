// Lab 03 as a captured graph: a stream and a second one that forks from it are captured, with half of the vectors
// in each, and the single bytes after the first half. The graph is launched on the default stream. Choose it if
// the same image is adjusted many times, and keep the graph; for one call the graph costs more than it
// saves.

#include <algorithm>

#include "kernelsmith/check.h"
#include "kernelsmith/event.h"
#include "kernelsmith/stream.h"
#include "lab.h"

/// Partition of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then the rest.
struct Shares {
    std::int64_t head;    ///< bytes before the first vector
    std::int64_t vectors; ///< 16 bytes each; the first begins on a 16-byte boundary in both images
};

static Shares share_out(const AdjustArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const auto to = reinterpret_cast<std::uintptr_t>(args.out);
    if (from % 16 != to % 16) return {0, 0};
    const std::int64_t head = std::min(static_cast<std::int64_t>((16 - to % 16) % 16), args.count);
    return {head, (args.count - head) / 16};
}

__device__ inline std::uint32_t adjusted_word(std::uint32_t word, float gain, float offset) {
    std::uint32_t result = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float value = fmaf(gain, static_cast<float>(word >> 8 * i & 255), offset);
        result |= min(__float2uint_rn(value), 255u) << 8 * i; // negative values become 0
    }
    return result;
}

__device__ inline uint4 adjusted_vector(uint4 vector, float gain, float offset) {
    return make_uint4(adjusted_word(vector.x, gain, offset), adjusted_word(vector.y, gain, offset),
                      adjusted_word(vector.z, gain, offset), adjusted_word(vector.w, gain, offset));
}

/// Adjusts the vectors from @p begin to @p end - 1.
__global__ void adjust_vectors(AdjustArgs args, std::int64_t head, std::int64_t begin, std::int64_t end) {
    const std::int64_t i = begin + std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= end) return;
    const uint4* from = reinterpret_cast<const uint4*>(args.in + head);
    reinterpret_cast<uint4*>(args.out + head)[i] = adjusted_vector(from[i], args.gain, args.offset);
}

/// Adjusts the bytes that are in no vector: all bytes, if there are no vectors.
__global__ void adjust_singles(AdjustArgs args, Shares shares) {
    const std::int64_t single = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::int64_t i = single < shares.head ? single : single + 16 * shares.vectors;
    if (i < args.count) args.out[i] = adjusted(args.in[i], args.gain, args.offset);
}

static void record(const AdjustArgs& args, cudaStream_t first, cudaStream_t second, cudaEvent_t mark) {
    constexpr int block = 128; // threads
    const Shares shares = share_out(args);
    const std::int64_t half = shares.vectors / 2;
    const std::int64_t singles = args.count - 16 * shares.vectors;
    CUDA_CHECK(cudaEventRecord(mark, first));
    CUDA_CHECK(cudaStreamWaitEvent(second, mark)); // fork
    if (half > 0) adjust_vectors<<<groups_of(block, half), block, 0, first>>>(args, shares.head, 0, half);
    CUDA_CHECK_LAUNCH();
    if (singles > 0) adjust_singles<<<groups_of(block, singles), block, 0, first>>>(args, shares);
    CUDA_CHECK_LAUNCH();
    if (half < shares.vectors)
        adjust_vectors<<<groups_of(block, shares.vectors - half), block, 0, second>>>(args, shares.head, half,
                                                                                      shares.vectors);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaEventRecord(mark, second));
    CUDA_CHECK(cudaStreamWaitEvent(first, mark)); // join
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return;
    const kernelsmith::Stream first; // the default stream cannot be captured
    const kernelsmith::Stream second;
    const kernelsmith::Event mark;
    CUDA_CHECK(cudaStreamBeginCapture(first.get(), cudaStreamCaptureModeThreadLocal));
    record(args, first.get(), second.get(), mark.get());
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    CUDA_CHECK(cudaStreamEndCapture(first.get(), &graph));
    CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(ready, nullptr));
    CUDA_CHECK(cudaGraphExecDestroy(ready)); // a launch in progress runs to its end
    CUDA_CHECK(cudaGraphDestroy(graph));
}
