// Lab 06, the ladder. NOTES.md has the calculations and the measurements.
// > 0_block_histogram     a histogram for each block of 256 bytes   <- you are here
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
//   11_loads_ahead        the next vectors in flight while these are counted
//
// Change:  the baseline, but the threads of a block count in 256 private counters in shared memory. At
//          the end each counter that is not 0 is added to the one in global memory.
// Why:     shared memory belongs to the SM. An atomic on it need not travel to L2 and back, and only the
//          threads of the block can contend for it.
// Counter: global atomics per byte, from 1 to 0.19: 256 skewed bytes have some 48 different values. Uniform
//          ones have 160, which would be 0.63.
// Costs:   256 counters to zero and to combine per 256 bytes. A private copy pays off when it is used often.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256; // threads, and bins

__global__ void count_in_block(HistogramArgs args) {
    __shared__ unsigned int counts[BINS];
    counts[threadIdx.x] = 0;
    __syncthreads();

    const long long i = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    if (i < args.count) atomicAdd(&counts[args.in[i]], 1u);
    __syncthreads();

    if (counts[threadIdx.x] > 0) atomicAdd(&args.bins[threadIdx.x], counts[threadIdx.x]);
}

extern "C" void histogram(const HistogramArgs& args) {
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return; // CUDA rejects a grid without blocks
    count_in_block<<<groups_of(block, args.count), block>>>(args);
    CUDA_CHECK_LAUNCH();
}
