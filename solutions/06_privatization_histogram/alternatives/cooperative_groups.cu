// With cooperative groups: one cooperative launch clears the bins, waits at a grid-wide barrier and counts,
// and a warp adds up the 32 copies of a bin with cg::reduce. Choose it where all blocks must finish one phase
// before the next begins, and a second launch or a memset would cost more than the barrier.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int block = 1024; // threads per block

/// Division of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then single bytes again.
struct Shares {
    long long head, vectors;
};

static Shares share_out(const HistogramArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const long long head = std::min<long long>((16 - from % 16) % 16, args.count);
    return {head, (args.count - head) / 16};
}

/// Counts one byte in the copy of this lane, which has its own bank.
__device__ void count_byte(unsigned int* counts, unsigned int value) {
    atomicAdd(&counts[value * 32 + threadIdx.x % 32], 1u);
}

__device__ void count_word(unsigned int* counts, unsigned int word) {
#pragma unroll
    for (int i = 0; i < 4; ++i) count_byte(counts, word >> 8 * i & 255);
}

__device__ void count_vector(unsigned int* counts, uint4 vector) {
    count_word(counts, vector.x);
    count_word(counts, vector.y);
    count_word(counts, vector.z);
    count_word(counts, vector.w);
}

__global__ void __launch_bounds__(block) count_privately(HistogramArgs args, Shares shares) {
    __shared__ unsigned int counts[BINS * 32];
    const auto grid = cg::this_grid();
    const auto threads = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(threads);
    for (auto bin = grid.thread_rank(); bin < BINS; bin += grid.size()) args.bins[bin] = 0;
    for (int i = threads.thread_rank(); i < BINS * 32; i += threads.size()) counts[i] = 0;
    grid.sync(); // for the bins, and for the counters of this block as well

    const auto stride = static_cast<long long>(grid.size());
    const auto thread = static_cast<long long>(grid.thread_rank());
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    for (long long v = thread; v < shares.vectors; v += stride) count_vector(counts, vectors[v]);
    for (long long single = thread; single < args.count - 16 * shares.vectors; single += stride)
        count_byte(counts, args.in[single < shares.head ? single : single + 16 * shares.vectors]);
    threads.sync();

    for (int bin = warp.meta_group_rank(); bin < BINS; bin += warp.meta_group_size()) {
        const unsigned int sum =
            cg::reduce(warp, counts[bin * 32 + warp.thread_rank()], cg::plus<unsigned int>());
        if (warp.thread_rank() == 0 && sum > 0) atomicAdd(&args.bins[bin], sum);
    }
}

/// Returns the number of blocks of the kernel that the GPU holds at once.
static long long most_blocks() {
    int device = 0, multiprocessors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count_privately, block, 0));
    return static_cast<long long>(multiprocessors) * blocks;
}

extern "C" void histogram(const HistogramArgs& args) {
    static const long long most =
        most_blocks(); // all blocks must be resident at once, or the grid waits forever
    HistogramArgs for_kernel = args;
    Shares shares = share_out(args);
    const long long items = args.count - 15 * shares.vectors;                // vectors, and single bytes
    const long long blocks = std::clamp(groups_of(block, items), 1LL, most); // at least 1, to clear the bins
    void* arguments[] = {&for_kernel, &shares};
    CUDA_CHECK(cudaLaunchCooperativeKernel(count_privately, dim3(static_cast<unsigned>(blocks)), dim3(block),
                                           arguments));
}
