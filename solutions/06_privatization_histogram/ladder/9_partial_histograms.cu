// Lab 06, the ladder. NOTES.md has the calculations and the measurements.
//   0_block_histogram     a histogram for each block of 256 bytes
//   1_grid_stride         as many blocks as fit, each with many bytes
//   2_bytes_in_a_row      consecutive bytes for each thread
//   3_sixteen_bytes       sixteen bytes per load
//   4_copy_per_warp       a copy for each warp, one after the other
//   5_copy_per_lane       a copy for each lane, each in its own bank
//   6_equal_neighbours    four equal bytes counted by one atomic
//   7_match               lanes with equal bytes counted by one of them
//   8_half_counters       two counters of 16 bits in a word
// > 9_partial_histograms  partial histograms, which a second kernel adds up   <- you are here
//   10_last_block         one launch, whose last block writes the result
//   11_loads_ahead        the next vectors in flight while these are counted
//
// Change:  rung 5, but a block stores its histogram in `scratch`, and a second kernel adds up those of all
//          blocks.
// Why:     no memset, no atomic on global memory. The result of a sum of floats would be the same every time.
// Why not: 264 blocks perform 264 times 256 atomics, for 256 MiB of input; the kernel does not wait for those.
//          One more launch costs as much as the memset did.
// Counter: global atomics per byte, 0.
// Costs:   scratch memory, one histogram per block. With very many blocks the second kernel, too,
//          has much to read.

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads per block
#endif

/// Division of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then single bytes again.
struct Shares {
    long long head;    ///< bytes before the first vector
    long long vectors; ///< 16 bytes each; the first begins on a boundary of 16 bytes
};

static Shares share_out(const HistogramArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const long long head = std::min<long long>((16 - from % 16) % 16, args.count);
    return {head, (args.count - head) / 16};
}

/// Returns single byte number @p single: first those of the head, then those after the last vector.
__device__ inline unsigned int single_byte(const HistogramArgs& args, const Shares& shares,
                                           long long single) {
    return args.in[single < shares.head ? single : single + 16 * shares.vectors];
}

/// Counts one byte in the lane's copy.
__device__ inline void count_byte(unsigned int* counts, unsigned int value) {
    atomicAdd(&counts[value * 32 + threadIdx.x % 32], 1u);
}

/// Counts the four bytes of @p word.
__device__ inline void count_word(unsigned int* counts, unsigned int word) {
#pragma unroll
    for (int i = 0; i < 4; ++i) count_byte(counts, word >> 8 * i & 255);
}

__global__ void __launch_bounds__(BLOCK) count_privately(HistogramArgs args, Shares shares) {
    __shared__ unsigned int counts[BINS * 32];
    for (int i = threadIdx.x; i < BINS * 32; i += BLOCK) counts[i] = 0;
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
        count_byte(counts, single_byte(args, shares, single));
    }
    __syncthreads();

    unsigned int* histogram_of_block = args.scratch + static_cast<long long>(blockIdx.x) * BINS;
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) {
        unsigned int sum = 0;
        for (int i = 0; i < 32; ++i) sum += counts[bin * 32 + (i + bin) % 32];
        histogram_of_block[bin] = sum;
    }
}

/// Adds up the histograms of @p blocks blocks, with one warp per bin.
__global__ void combine(HistogramArgs args, int blocks) {
    unsigned int sum = 0;
    for (int i = threadIdx.x; i < blocks; i += 32) sum += args.scratch[i * BINS + blockIdx.x];
    for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(0xffffffff, sum, apart);
    if (threadIdx.x == 0) args.bins[blockIdx.x] = sum;
}

/// Returns the number of blocks of @p kernel that the device holds at once.
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
    const Shares shares = share_out(args);
    const long long items = args.count - 15 * shares.vectors; // vectors, and single bytes
    const int blocks = static_cast<int>(std::min({groups_of(BLOCK, items), resident, 4096LL}));
    if (blocks > 0) {
        count_privately<<<blocks, BLOCK>>>(args, shares);
        CUDA_CHECK_LAUNCH();
    }
    combine<<<BINS, 32>>>(args, blocks);
    CUDA_CHECK_LAUNCH();
}
