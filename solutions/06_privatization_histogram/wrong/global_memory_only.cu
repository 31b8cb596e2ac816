// Mistake: vectors, and as many blocks as fit; but every byte is still an atomic on global memory.

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 1024; // threads

/// How the bytes are shared out: `head` single bytes, then `vectors` of 16 bytes each, then the rest.
struct Shares {
    long long head;    ///< bytes before the first vector
    long long vectors; ///< 16 bytes each; the first begins on a boundary of 16 bytes
};

static Shares share_out(const HistogramArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const long long head = std::min<long long>((16 - from % 16) % 16, args.count);
    return {head, (args.count - head) / 16};
}

__device__ inline void count_word(unsigned int* bins, unsigned int word) {
#pragma unroll
    for (int i = 0; i < 4; ++i) atomicAdd(&bins[word >> 8 * i & 255], 1u);
}

__device__ inline void count_vector(unsigned int* bins, uint4 vector) {
    count_word(bins, vector.x);
    count_word(bins, vector.y);
    count_word(bins, vector.z);
    count_word(bins, vector.w);
}

/// A thread counts every vector, and every single byte, that is a grid behind the last one.
__global__ void __launch_bounds__(block) count_in_global_memory(HistogramArgs args, Shares shares) {
    const long long thread = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * block;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    for (long long v = thread; v < shares.vectors; v += stride) count_vector(args.bins, vectors[v]);

    const long long singles = args.count - 16 * shares.vectors;
    for (long long single = thread; single < singles; single += stride) {
        atomicAdd(&args.bins[args.in[single < shares.head ? single : single + 16 * shares.vectors]], 1u);
    }
}

/// The most blocks that a call is to launch.
static long long most_blocks() {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count_in_global_memory, block, 0));
    return static_cast<long long>(multiprocessors) * blocks;
}

extern "C" void histogram(const HistogramArgs& args) {
    static const long long most = most_blocks(); // asked once: that takes longer than a launch
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const Shares shares = share_out(args);
    const long long items = args.count - 15 * shares.vectors; // vectors, and single bytes
    count_in_global_memory<<<std::min(groups_of(block, items), most), block>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
