// With __pipeline_memcpy_async: each thread has four buffers of 16 bytes in shared memory, which it alone fills
// and counts. So three vectors per thread are always in flight, without registers for them and without a
// barrier. Choose it where every thread uses only the bytes that it copied itself.

#include <algorithm>
#include <cstdint>

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 512; // threads per block
constexpr int slots = 4;   // buffers per thread, each for one vector

/// Division of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then single bytes again.
struct Shares {
    long long head, vectors;
};

static Shares share_out(const HistogramArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const long long head = std::min<long long>((16 - from % 16) % 16, args.count);
    return {head, (args.count - head) / 16};
}

/// Returns single byte number @p single: first those of the head, then those after the last vector.
__device__ unsigned int single_byte(const HistogramArgs& args, const Shares& shares, long long single) {
    return args.in[single < shares.head ? single : single + 16 * shares.vectors];
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

__device__ void clear(unsigned int* counts) {
    for (int i = threadIdx.x; i < BINS * 32; i += block) counts[i] = 0;
    __syncthreads();
}

/// Adds the block's counters to the bins, after all threads have counted.
__device__ void combine(const unsigned int* counts, unsigned int* bins) {
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += block) {
        unsigned int sum = 0; // each lane begins with a different copy: no two lanes read from the same bank
        for (int i = 0; i < 32; ++i) sum += counts[bin * 32 + (i + bin) % 32];
        atomicAdd(&bins[bin], sum);
    }
}

__global__ void __launch_bounds__(block) count_privately(HistogramArgs args, Shares shares) {
    extern __shared__ uint4 memory[]; // [slots][block], then the counters
    uint4* own = memory + threadIdx.x;
    unsigned int* counts = reinterpret_cast<unsigned int*>(memory + slots * block);
    const long long thread = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * block;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);

    // Each buffer is one group of copies, even without a vector, so that counting groups shows which arrived.
    const auto bring = [&](long long v, int slot) {
        if (v < shares.vectors) __pipeline_memcpy_async(&own[slot * block], &vectors[v], 16);
        __pipeline_commit();
    };
#pragma unroll
    for (int slot = 0; slot < slots - 1; ++slot) bring(thread + slot * stride, slot);
    clear(counts);
    int slot = 0;
    for (long long v = thread; v < shares.vectors; v += stride, slot = (slot + 1) % slots) {
        bring(v + (slots - 1) * stride, (slot + slots - 1) % slots);
        __pipeline_wait_prior(slots - 1);
        count_vector(counts, own[slot * block]);
    }
    __pipeline_wait_prior(0);
    for (long long single = thread; single < args.count - 16 * shares.vectors; single += stride)
        count_byte(counts, single_byte(args, shares, single));
    combine(counts, args.bins);
}

constexpr int shared_bytes = slots * block * 16 + BINS * 32 * 4; // 64 KB

/// Returns the number of blocks of the kernel that the GPU holds at once.
static long long most_blocks() {
    int device = 0, multiprocessors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count_privately, block, shared_bytes));
    return static_cast<long long>(multiprocessors) * blocks;
}

extern "C" void histogram(const HistogramArgs& args) {
    static const long long most = [] {
        CUDA_CHECK(
            cudaFuncSetAttribute(count_privately, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
        return most_blocks();
    }();
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return;
    const Shares shares = share_out(args);
    const long long items = args.count - 15 * shares.vectors; // vectors, and single bytes
    count_privately<<<std::min(groups_of(block, items), most), block, shared_bytes>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
