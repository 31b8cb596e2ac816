// Lab 06, the ladder. NOTES.md has the calculations and the measurements.
//   0_block_histogram     a histogram for each block of 256 bytes
//   1_grid_stride         as many blocks as fit, each with many bytes
//   2_bytes_in_a_row      consecutive bytes for each thread
//   3_sixteen_bytes       sixteen bytes per load
//   4_copy_per_warp       a copy for each warp, one after the other
//   5_copy_per_lane       a copy for each lane, each in its own bank
//   6_equal_neighbours    four equal bytes counted by one atomic
// > 7_match               lanes with equal bytes counted by one of them   <- you are here
//   8_half_counters       two counters of 16 bits in a word
//   9_partial_histograms  partial histograms, which a second kernel adds up
//   10_last_block         one launch, whose last block writes the result
//   11_loads_ahead        the next vectors in flight while these are counted
//
// Change:  rung 3, one copy per block, but the lanes of a warp agree before they count: __match_any_sync()
//          returns to each lane the mask of lanes with the same byte, and the first of them adds their number.
// Why:     no two lanes of a request use the same address.
// Why not: the instruction takes about as many steps as there are different values in the warp, and
//          then the atomic has the same bank conflicts as before. Only equal addresses are avoided, and
//          an H200 counts those at once if 1 is added.
// Counter: lanes per address of an atomic on shared memory, 1; conflicts, as many as in rung 3.
// Costs:   all lanes must take part, also those without a vector: they pass a value that no byte has.

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads per block
#endif

constexpr unsigned int all_lanes = 0xffffffff;
constexpr unsigned int no_byte = BINS;

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

/// Counts the bytes @p value of a warp's lanes; all lanes of the warp must call it.
__device__ inline void count_together(unsigned int* counts, unsigned int value) {
    const unsigned int equal = __match_any_sync(all_lanes, value);
    const int first = __ffs(static_cast<int>(equal)) - 1;
    if (value != no_byte && first == threadIdx.x % 32) atomicAdd(&counts[value], __popc(equal));
}

/// Counts the four bytes of each lane's @p word, if it has one.
__device__ inline void count_word(unsigned int* counts, unsigned int word, bool has_one) {
#pragma unroll
    for (int i = 0; i < 4; ++i) count_together(counts, has_one ? word >> 8 * i & 255 : no_byte);
}

__global__ void __launch_bounds__(BLOCK) count_privately(HistogramArgs args, Shares shares) {
    __shared__ unsigned int counts[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) counts[bin] = 0;
    __syncthreads();

    const int lane = threadIdx.x % 32;
    const long long thread = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * BLOCK;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    for (long long of_warp = thread - lane; of_warp < shares.vectors; of_warp += stride) {
        const bool has_one = of_warp + lane < shares.vectors;
        const uint4 vector = has_one ? vectors[of_warp + lane] : uint4{};
        count_word(counts, vector.x, has_one);
        count_word(counts, vector.y, has_one);
        count_word(counts, vector.z, has_one);
        count_word(counts, vector.w, has_one);
    }
    for (long long single = thread; single < args.count - 16 * shares.vectors; single += stride) {
        atomicAdd(&counts[single_byte(args, shares, single)], 1u);
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) atomicAdd(&args.bins[bin], counts[bin]);
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
