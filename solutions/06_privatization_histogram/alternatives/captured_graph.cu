// With a captured graph: the memset and the kernel of a call are captured, and launched as one graph. It is
// kept until a call has other arguments. Choose it where the same short work is repeated many times, as for
// the frames of a camera in one buffer: then a call is one launch.

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 1024; // threads per block

/// Division of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then single bytes again.
struct Shares {
    long long head, vectors;
};

static Shares share_out(const HistogramArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const long long head = std::min<long long>((16 - from % 16) % 16, args.count);
    return {head, (args.count - head) / 16};
}

/// Returns single byte number @p single: first those of the head, then those after the last vector.
__device__ unsigned int single_byte(const HistogramArgs& args, const Shares& shares, long long single) {
    return args.in[single < shares.head ? single : single + 16 * shares.vectors];
}

/// Counts one byte in the copy of this lane, which has its own bank.
__device__ void count_byte(unsigned int* counts, unsigned int value) {
    atomicAdd(&counts[value * 32 + threadIdx.x % 32], 1u);
}

__device__ void count_word(unsigned int* counts, unsigned int word) {
#pragma unroll
    for (int i = 0; i < 4; ++i) count_byte(counts, word >> 8 * i & 255);
}

__device__ void count_vector(unsigned int* counts, uint4 vector) {
    count_word(counts, vector.x);
    count_word(counts, vector.y);
    count_word(counts, vector.z);
    count_word(counts, vector.w);
}

__device__ void clear(unsigned int* counts) {
    for (int i = threadIdx.x; i < BINS * 32; i += block) counts[i] = 0;
    __syncthreads();
}

/// Adds the block's counters to the bins, after all threads have counted.
__device__ void combine(const unsigned int* counts, unsigned int* bins) {
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += block) {
        unsigned int sum = 0; // each lane begins with a different copy: no two lanes read from the same bank
        for (int i = 0; i < 32; ++i) sum += counts[bin * 32 + (i + bin) % 32];
        atomicAdd(&bins[bin], sum);
    }
}

__global__ void __launch_bounds__(block) count_privately(HistogramArgs args, Shares shares) {
    __shared__ unsigned int counts[BINS * 32];
    clear(counts);
    const long long thread = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * block;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    for (long long v = thread; v < shares.vectors; v += stride) count_vector(counts, vectors[v]);
    for (long long single = thread; single < args.count - 16 * shares.vectors; single += stride)
        count_byte(counts, single_byte(args, shares, single));
    combine(counts, args.bins);
}

/// Returns the number of blocks of the kernel that the GPU holds at once.
static long long most_blocks() {
    int device = 0, multiprocessors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count_privately, block, 0));
    return static_cast<long long>(multiprocessors) * blocks;
}

/// Captures the operations of a call, and returns them as an executable graph.
static cudaGraphExec_t capture(const HistogramArgs& args) {
    static const long long most = most_blocks();
    cudaStream_t stream = nullptr; // the default stream cannot be captured
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int), stream));
    if (args.count > 0) {
        const Shares shares = share_out(args);
        const long long items = args.count - 15 * shares.vectors; // vectors, and single bytes
        count_privately<<<std::min(groups_of(block, items), most), block, 0, stream>>>(args, shares);
        CUDA_CHECK_LAUNCH();
    }
    cudaGraph_t graph = nullptr;
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    cudaGraphExec_t executable = nullptr;
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph));
    CUDA_CHECK(cudaGraphDestroy(graph));
    CUDA_CHECK(cudaStreamDestroy(stream));
    return executable;
}

static bool equal(const HistogramArgs& a, const HistogramArgs& b) {
    return a.in == b.in && a.bins == b.bins && a.count == b.count;
}

extern "C" void histogram(const HistogramArgs& args) {
    static HistogramArgs captured = {};
    static cudaGraphExec_t graph = nullptr;
    if (!graph || !equal(args, captured)) {
        if (graph) {
            CUDA_CHECK(cudaStreamSynchronize(nullptr)); // it may still be in progress
            CUDA_CHECK(cudaGraphExecDestroy(graph));
            graph = nullptr;
        }
        graph = capture(args);
        captured = args;
    }
    CUDA_CHECK(cudaGraphLaunch(graph, nullptr));
}
