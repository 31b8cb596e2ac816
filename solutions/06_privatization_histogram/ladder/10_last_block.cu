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
//   9_partial_histograms  partial histograms, which a second kernel adds up
// > 10_last_block         one launch, whose last block writes the result   <- you are here
//   11_loads_ahead        the next vectors in flight while these are counted
//
// Change:  rung 5 as a single launch. Blocks add to counters defined in this file, which are 0 whenever no call
//          is in progress. Each block takes a ticket after it has added; the block with the last ticket moves
//          the sums to `bins` and sets the counters to 0 again.
// Why:     a call pays for each launch, and a memset is one: 2 us on an H200. On the GPU, the fence and the
//          ticket take as long.
// Counter: launches, one instead of two. The simulator does not count a memset, so it shows no difference.
// Costs:   __threadfence(): a block's sums must be visible to all before its ticket is. Two concurrent calls
//          would corrupt each other's counters.

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads per block
#endif

__device__ unsigned int totals[BINS];    // 0 between two calls
__device__ unsigned int blocks_finished; // likewise

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

/// Takes a ticket for the block, and returns to all its threads whether it was the last. All earlier additions of
/// the block's threads are visible to the last block.
__device__ inline bool is_last_block() {
    __shared__ bool last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(&blocks_finished, 1u) == gridDim.x - 1;
    __syncthreads();
    return last;
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

    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) {
        unsigned int sum = 0;
        for (int i = 0; i < 32; ++i) sum += counts[bin * 32 + (i + bin) % 32];
        atomicAdd(&totals[bin], sum);
    }

    if (!is_last_block()) return;
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) args.bins[bin] = atomicExch(&totals[bin], 0u);
    if (threadIdx.x == 0) blocks_finished = 0;
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
    const long long blocks =
        std::clamp(groups_of(BLOCK, items), 1LL, resident); // at least one, to write zeros
    count_privately<<<blocks, BLOCK>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
