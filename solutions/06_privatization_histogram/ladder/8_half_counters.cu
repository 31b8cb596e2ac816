// Lab 06, the ladder. NOTES.md has the calculations and the measurements.
//   0_block_histogram     a histogram for each block of 256 bytes
//   1_grid_stride         as many blocks as fit, each with many bytes
//   2_bytes_in_a_row      consecutive bytes for each thread
//   3_sixteen_bytes       sixteen bytes per load
//   4_copy_per_warp       a copy for each warp, one after the other
//   5_copy_per_lane       a copy for each lane, each in its own bank
//   6_equal_neighbours    four equal bytes counted by one atomic
//   7_match               lanes with equal bytes counted by one of them
// > 8_half_counters       two counters of 16 bits in a word   <- you are here
//   9_partial_histograms  partial histograms, which a second kernel adds up
//   10_last_block         one launch, whose last block writes the result
//   11_loads_ahead        the next vectors in flight while these are counted
//
// Change:  rung 5 with two counters of 16 bits in a word: half the shared memory, half to zero and to
//          combine.
// Why:     a copy per lane takes much shared memory. Where shared memory limits the blocks per SM, half
//          the size allows more of them.
// Why not: here two blocks of 1024 threads fill the SM with either size. And a lane adds 1 or 65536, depending
//          on the half that its counter is in: an atomic whose amount differs from lane to lane takes half as
//          long again (NOTES.md).
// Counter: shared memory per block, 16 KB; occupancy, the same.
// Costs:   a counter of 16 bits overflows into its neighbour after 65535. The 32 threads that share a copy
//          count 512 bytes per iteration, so after 126 iterations the block must stop and empty its counters.

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads per block
#endif

constexpr int words = BINS / 2 * 32;
constexpr int passes = 65535 / (BLOCK / 32 * 16) - 1; // iterations; one less, for the single bytes

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
__device__ inline void count_byte(unsigned int* halves, unsigned int value, int lane) {
    atomicAdd(&halves[value / 2 * 32 + lane], value % 2 == 0 ? 1u : 65536u);
}

/// Counts the four bytes of @p word in the lane's copy.
__device__ inline void count_word(unsigned int* halves, unsigned int word, int lane) {
#pragma unroll
    for (int i = 0; i < 4; ++i) count_byte(halves, word >> 8 * i & 255, lane);
}

/// Adds the counts of all copies to `bins` and sets them to 0. All threads of the block must call it.
__device__ inline void empty(unsigned int* halves, unsigned int* bins) {
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) {
        unsigned int sum = 0;
        for (int i = 0; i < 32; ++i) sum += halves[bin / 2 * 32 + (i + bin / 2) % 32] >> bin % 2 * 16 & 65535;
        atomicAdd(&bins[bin], sum);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < words; i += BLOCK) halves[i] = 0;
    __syncthreads();
}

__global__ void __launch_bounds__(BLOCK) count_privately(HistogramArgs args, Shares shares) {
    __shared__ unsigned int halves[words];
    const int lane = threadIdx.x % 32;
    for (int i = threadIdx.x; i < words; i += BLOCK) halves[i] = 0;
    __syncthreads();

    const long long stride = static_cast<long long>(gridDim.x) * BLOCK;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    int pass = 0;
    for (long long first = static_cast<long long>(blockIdx.x) * BLOCK; first < shares.vectors;
         first += stride) {
        if (++pass % passes == 0) empty(halves, args.bins);
        if (first + threadIdx.x >= shares.vectors) continue;
        const uint4 vector = vectors[first + threadIdx.x];
        count_word(halves, vector.x, lane);
        count_word(halves, vector.y, lane);
        count_word(halves, vector.z, lane);
        count_word(halves, vector.w, lane);
    }
    const long long single = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    if (single < args.count - 16 * shares.vectors) {
        count_byte(halves, single_byte(args, shares, single), lane);
    }
    empty(halves, args.bins);
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
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return; // CUDA rejects a grid without blocks
    const Shares shares = share_out(args);
    const long long items = args.count - 15 * shares.vectors; // vectors, and single bytes
    count_privately<<<std::min(groups_of(BLOCK, items), resident), BLOCK>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
