// With a graph built node by node: a memset node for the bins, then a kernel node for the vectors and
// one for the single bytes, which do not wait for each other. The graph is kept; each call sets the parameters
// of its nodes. Choose it over a capture where it is known which node changes from call to call.

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

__global__ void __launch_bounds__(block) count_vectors(HistogramArgs args, Shares shares) {
    __shared__ unsigned int counts[BINS * 32];
    clear(counts);
    const long long stride = static_cast<long long>(gridDim.x) * block;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    for (long long v = static_cast<long long>(blockIdx.x) * block + threadIdx.x; v < shares.vectors;
         v += stride)
        count_vector(counts, vectors[v]);
    combine(counts, args.bins);
}

/// Counts the single bytes. They are 30 at most, so private counters of the block would gain nothing.
__global__ void count_singles(HistogramArgs args, Shares shares) {
    if (threadIdx.x < args.count - 16 * shares.vectors)
        atomicAdd(&args.bins[single_byte(args, shares, threadIdx.x)], 1u);
}

/// Returns the number of blocks of the kernel that the GPU holds at once.
static long long most_blocks() {
    int device = 0, multiprocessors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count_vectors, block, 0));
    return static_cast<long long>(multiprocessors) * blocks;
}

/// The parameters of the graph's nodes in one call.
struct Parameters {
    HistogramArgs args;
    Shares shares;
    void* arguments[2] = {&args, &shares};
    cudaKernelNodeParams vectors = {}, singles = {};
    cudaMemsetParams clear = {};

    explicit Parameters(const HistogramArgs& of_call) : args(of_call), shares(share_out(of_call)) {
        static const long long most = most_blocks();
        clear.dst = args.bins;
        clear.elementSize = sizeof(unsigned int);
        clear.width = BINS;
        clear.height = 1;
        vectors.func = reinterpret_cast<void*>(count_vectors);
        vectors.gridDim =
            dim3(static_cast<unsigned>(std::clamp(groups_of(block, shares.vectors), 1LL, most)));
        vectors.blockDim = dim3(block);
        singles.func = reinterpret_cast<void*>(count_singles);
        singles.gridDim = dim3(1);
        singles.blockDim = dim3(32);
        vectors.kernelParams = singles.kernelParams = arguments;
    }
};

extern "C" void histogram(const HistogramArgs& args) {
    static cudaGraphExec_t graph = nullptr;
    static cudaGraphNode_t clear = nullptr, vectors = nullptr, singles = nullptr;
    const Parameters of_call(args);
    if (!graph) {
        static cudaGraph_t built = nullptr; // owns the nodes, by which later calls set parameters
        CUDA_CHECK(cudaGraphCreate(&built, 0));
        CUDA_CHECK(cudaGraphAddMemsetNode(&clear, built, nullptr, 0, &of_call.clear));
        CUDA_CHECK(cudaGraphAddKernelNode(&vectors, built, &clear, 1, &of_call.vectors));
        CUDA_CHECK(cudaGraphAddKernelNode(&singles, built, &clear, 1, &of_call.singles));
        CUDA_CHECK(cudaGraphInstantiate(&graph, built));
    } else {
        CUDA_CHECK(cudaGraphExecMemsetNodeSetParams(graph, clear, &of_call.clear));
        CUDA_CHECK(cudaGraphExecKernelNodeSetParams(graph, vectors, &of_call.vectors));
        CUDA_CHECK(cudaGraphExecKernelNodeSetParams(graph, singles, &of_call.singles));
    }
    CUDA_CHECK(cudaGraphLaunch(graph, nullptr));
}
