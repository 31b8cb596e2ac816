// Lab 06, the ladder. NOTES.md has the calculations and the measurements.
//   0_block_histogram     a histogram for each block of 256 bytes
//   1_grid_stride         as many blocks as fit, each with many bytes
// > 2_bytes_in_a_row      consecutive bytes for each thread   <- you are here
//   3_sixteen_bytes       sixteen bytes per load
//   4_copy_per_warp       a copy for each warp, one after the other
//   5_copy_per_lane       a copy for each lane, each in its own bank
//   6_equal_neighbours    four equal bytes counted by one atomic
//   7_match               lanes with equal bytes counted by one of them
//   8_half_counters       two counters of 16 bits in a word
//   9_partial_histograms  partial histograms, which a second kernel adds up
//   10_last_block         one launch, whose last block writes the result
//   11_loads_ahead        the next vectors in flight while these are counted
//
// Change:  rung 1, but each thread counts one range of consecutive bytes instead of the bytes of a grid-stride
//          loop.
// Why not: this order suits a CPU core. Here the 32 lanes of a warp read from 32 ranges at
//          once: a load touches 32 sectors for 32 bytes. The next load finds its bytes in the same sectors,
//          if they are still in the cache: the 2048 threads of an SM use 64 KB of sectors at once.
// Counter: sectors per 128 bytes, from 4 to 128.
// Costs:   only time. A histogram does not depend on which thread counts a byte, so choose coalesced loads.

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads per block
#endif

__global__ void __launch_bounds__(BLOCK) count_stretch(HistogramArgs args) {
    __shared__ unsigned int counts[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) counts[bin] = 0;
    __syncthreads();

    const long long threads = static_cast<long long>(gridDim.x) * BLOCK;
    const long long each = (args.count + threads - 1) / threads;
    const long long first = (static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x) * each;
    const long long end = min(first + each, args.count);
    for (long long i = first; i < end; ++i) atomicAdd(&counts[args.in[i]], 1u);
    __syncthreads();

    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) atomicAdd(&args.bins[bin], counts[bin]);
}

/// Returns the number of blocks of @p kernel that the device holds at once.
static long long resident_blocks(void (*kernel)(HistogramArgs)) {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, BLOCK, 0));
    return static_cast<long long>(multiprocessors) * blocks;
}

extern "C" void histogram(const HistogramArgs& args) {
    static const long long resident = resident_blocks(count_stretch);
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return; // CUDA rejects a grid without blocks
    count_stretch<<<std::min(groups_of(BLOCK, args.count), resident), BLOCK>>>(args);
    CUDA_CHECK_LAUNCH();
}
