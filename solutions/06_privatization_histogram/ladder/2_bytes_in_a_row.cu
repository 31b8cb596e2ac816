// Lab 06, the ladder. NOTES.md has the sums and the measurements.
//   0_block_histogram     a histogram for each block of 256 bytes
//   1_grid_stride         as many blocks as fit, each with many bytes
// > 2_bytes_in_a_row      a stretch of the bytes for each thread   <- you are here
//   3_sixteen_bytes       sixteen bytes a load
//   4_copy_a_warp         a copy for each warp, one behind the other
//   5_copy_a_lane         a copy for each lane, in a bank of its own
//   6_equal_neighbours    four equal bytes counted by one atomic
//   7_match               lanes with equal bytes counted by one of them
//   8_half_counters       two counters of 16 bits in a word
//   9_partial_histograms  the histograms of all blocks, and a second kernel
//   10_last_block         one launch, whose last block finishes
//   11_loads_ahead        the next vectors under way while these are counted
//
// Change:  rung 1, but a thread counts a stretch of neighbouring bytes instead of every byte that is a grid
//          further.
// Why not: the way a processor core would like it. Here the 32 lanes of a warp read from 32 stretches at
//          once: a load touches 32 sectors for 32 bytes. The next load finds its bytes in the same sectors,
//          if they are still there: the 2048 threads of an SM have 64 KB of sectors under way.
// Counter: sectors for 128 bytes, from 4 to 128.
// Costs:   nothing but time. Who takes which byte has no influence on a histogram, so take what memory likes.

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads in a block
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

/// Blocks of @p kernel that the device holds at once.
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
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    count_stretch<<<std::min(groups_of(BLOCK, args.count), resident), BLOCK>>>(args);
    CUDA_CHECK_LAUNCH();
}
