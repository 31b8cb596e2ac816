#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

#define BLOCK 1024

/// Split of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then the rest.
struct Shares {
    long long head;    ///< bytes before the first vector
    long long vectors; ///< 16 bytes each; the first begins on a boundary of 16 bytes
};

static Shares share_out(const HistogramArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const long long head = std::min<long long>((16 - from % 16) % 16, args.count);
    return {head, (args.count - head) / 16};
}

/// Returns byte number @p single outside of the vectors: of the head, or after the last vector.
__device__ inline unsigned int single_byte(const HistogramArgs& args, const Shares& shares,
                                           long long single) {
    return args.in[single < shares.head ? single : single + 16 * shares.vectors];
}

/// Counts the four bytes of @p word.
__device__ inline void count_word(unsigned int* counts, unsigned int word) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        atomicAdd(&counts[word >> 8 * i & 255], 1u);
        // Each lane uses a different bank, and these counters are never read.
        for (int k = 0; k < 8; ++k) atomicAdd(&counts[BINS + threadIdx.x % 32], 1u);
    }
}

__global__ void __launch_bounds__(BLOCK) count_privately(HistogramArgs args, Shares shares) {
    __shared__ unsigned int counts[BINS + 32];
    for (int bin = threadIdx.x; bin < BINS + 32; bin += BLOCK) counts[bin] = 0;
    __syncthreads();

    const long long thread = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * BLOCK;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    for (long long v = thread; v < shares.vectors; v += stride) {
        const uint4 vector = vectors[v];
        count_word(counts, vector.x);
        count_word(counts, vector.y);
        count_word(counts, vector.z);
        count_word(counts, vector.w);
    }
    for (long long single = thread; single < args.count - 16 * shares.vectors; single += stride) {
        atomicAdd(&counts[single_byte(args, shares, single)], 1u);
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) atomicAdd(&args.bins[bin], counts[bin]);
}

/// Returns the number of blocks of @p kernel that are resident on the device at once.
static long long resident_blocks(void (*kernel)(HistogramArgs, Shares)) {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, BLOCK, 0));
    return static_cast<long long>(multiprocessors) * blocks;
}

extern "C" void histogram(const HistogramArgs& args) {
    static const long long resident = resident_blocks(count_privately);
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return; // CUDA rejects a grid without blocks
    const Shares shares = share_out(args);
    const long long items = args.count - 15 * shares.vectors; // vectors, and single bytes
    count_privately<<<std::min(groups_of(BLOCK, items), resident), BLOCK>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
