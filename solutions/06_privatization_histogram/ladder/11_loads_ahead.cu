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
//   10_last_block         one launch, whose last block writes the result
// > 11_loads_ahead        the next vectors in flight while these are counted   <- you are here
//
// Change:  rung 5 with one block per SM. A thread starts to load its next VECTORS vectors before it counts the
//          current ones, and the first of them before it clears its counters.
// Why:     between one load and the next a thread of rung 5 performs 16 atomics, and during that time it has
//          no loads in flight; other warps fill the gap. Three vectors per thread that are always in flight
//          are 48 KB per SM, with half of the threads. And one block per SM has half as many copies to clear
//          and to combine.
// Counter: occupancy, half; registers per thread, 48 instead of 32.
// Costs:   registers, and twice the code for the loads.
// Limit:   memory. A kernel that only reads the same bytes is 3 % faster (NOTES.md).

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads per block
#endif

#ifndef VECTORS
#define VECTORS 3 // vectors in flight per thread
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

/// Counts one byte in the copy of @p lane.
__device__ inline void count_byte(unsigned int* counts, unsigned int value, int lane) {
    atomicAdd(&counts[value * 32 + lane], 1u);
}

/// Counts the four bytes of @p word.
__device__ inline void count_word(unsigned int* counts, unsigned int word, int lane) {
#pragma unroll
    for (int i = 0; i < 4; ++i) count_byte(counts, word >> 8 * i & 255, lane);
}

/// Counts the sixteen bytes of @p vector.
__device__ inline void count_vector(unsigned int* counts, uint4 vector, int lane) {
    count_word(counts, vector.x, lane);
    count_word(counts, vector.y, lane);
    count_word(counts, vector.z, lane);
    count_word(counts, vector.w, lane);
}

__global__ void __launch_bounds__(BLOCK, 1) count_privately(HistogramArgs args, Shares shares) {
    __shared__ unsigned int counts[BINS * 32];
    const int lane = threadIdx.x % 32;
    const long long thread = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * BLOCK;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);

    uint4 next[VECTORS];
    const auto fetch = [&](long long v) {
#pragma unroll
        for (int i = 0; i < VECTORS; ++i) {
            if (v + i * stride < shares.vectors) next[i] = vectors[v + i * stride];
        }
    };
    long long v = thread;
    fetch(v);
    for (int i = threadIdx.x; i < BINS * 32; i += BLOCK) counts[i] = 0;
    __syncthreads();

    while (v + (VECTORS - 1) * stride < shares.vectors) {
        uint4 now[VECTORS];
#pragma unroll
        for (int i = 0; i < VECTORS; ++i) now[i] = next[i];
        v += VECTORS * stride;
        fetch(v);
#pragma unroll
        for (int i = 0; i < VECTORS; ++i) count_vector(counts, now[i], lane);
    }
#pragma unroll
    for (int i = 0; i < VECTORS; ++i) {
        if (v + i * stride < shares.vectors) count_vector(counts, next[i], lane);
    }
    for (long long single = thread; single < args.count - 16 * shares.vectors; single += stride) {
        count_byte(counts, single_byte(args, shares, single), lane);
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) {
        unsigned int sum = 0;
        for (int i = 0; i < 32; ++i) sum += counts[bin * 32 + (i + bin) % 32];
        atomicAdd(&args.bins[bin], sum);
    }
}

/// Returns the number of SMs, and thus of blocks: one per SM.
static long long count_multiprocessors() {
    int device = 0;
    int multiprocessors = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    return multiprocessors;
}

extern "C" void histogram(const HistogramArgs& args) {
    static const long long multiprocessors = count_multiprocessors();
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return; // CUDA rejects a grid without blocks
    const Shares shares = share_out(args);
    const long long items = args.count - 15 * shares.vectors; // vectors, and single bytes
    count_privately<<<std::min(groups_of(BLOCK, items), multiprocessors), BLOCK>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
