// With cuda::atomic_ref: the counters are plain arrays, and each addition names its thread scope and memory
// order: relaxed within the block, relaxed on the device. A second kernel adds the partial histograms, which
// are in scratch memory, to the bins. Choose it for code that should look like std::atomic_ref on the host.

#include <algorithm>
#include <cstdint>

#include <cuda/atomic>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 1024; // threads per block
constexpr int rows = 16;    // partial histograms in scratch memory; block b adds to row b % rows

/// Division of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then single bytes again.
struct Shares {
    long long head, vectors;
};

static Shares share_out(const HistogramArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const long long head = std::min<long long>((16 - from % 16) % 16, args.count);
    return {head, (args.count - head) / 16};
}

using InBlock = cuda::atomic_ref<unsigned int, cuda::thread_scope_block>;
using OnDevice = cuda::atomic_ref<unsigned int, cuda::thread_scope_device>;

__global__ void __launch_bounds__(block) count_privately(HistogramArgs args, Shares shares) {
    __shared__ unsigned int counts[BINS][32]; // [value][lane]
    for (int i = threadIdx.x; i < BINS * 32; i += block) counts[i / 32][i % 32] = 0;
    __syncthreads();

    const int lane = threadIdx.x % 32;
    const auto count = [&](unsigned int value) {
        InBlock(counts[value][lane]).fetch_add(1u, cuda::memory_order_relaxed);
    };
    const long long thread = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * block;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    for (long long v = thread; v < shares.vectors; v += stride) {
        const uint4 vector = vectors[v];
        const unsigned int words[] = {vector.x, vector.y, vector.z, vector.w};
#pragma unroll
        for (int i = 0; i < 16; ++i) count(words[i / 4] >> 8 * (i % 4) & 255);
    }
    for (long long single = thread; single < args.count - 16 * shares.vectors; single += stride)
        count(args.in[single < shares.head ? single : single + 16 * shares.vectors]);
    __syncthreads();

    for (int bin = threadIdx.x; bin < BINS; bin += block) {
        unsigned int sum = 0;
        for (int i = 0; i < 32; ++i) sum += counts[bin][(i + bin) % 32];
        OnDevice(args.scratch[blockIdx.x % rows * BINS + bin]).fetch_add(sum, cuda::memory_order_relaxed);
    }
}

__global__ void add_rows(HistogramArgs args) {
    unsigned int sum = 0;
    for (int row = 0; row < rows; ++row) sum += args.scratch[row * BINS + threadIdx.x];
    args.bins[threadIdx.x] = sum;
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
    static const long long most = most_blocks();
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, rows * BINS * sizeof(unsigned int)));
    const Shares shares = share_out(args);
    const long long items = args.count - 15 * shares.vectors; // vectors, and single bytes
    if (items > 0) {
        count_privately<<<std::min(groups_of(block, items), most), block>>>(args, shares);
        CUDA_CHECK_LAUNCH();
    }
    add_rows<<<1, BINS>>>(args);
    CUDA_CHECK_LAUNCH();
}
