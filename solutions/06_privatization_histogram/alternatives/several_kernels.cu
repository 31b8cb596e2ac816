// With several kernels: one clears the bins, one counts whole vectors, and one block counts the bytes of head
// and tail, 30 at most, by atomics on the bins themselves. Choose it where the main kernel should have no code
// for a case that occurs only once.

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 1024; // threads per block

__global__ void clear_bins(unsigned int* bins) { bins[threadIdx.x] = 0; }

/// Counts the bytes before the first vector and after the last.
__global__ void count_edges(const unsigned char* head, int of_head, const unsigned char* tail, int of_tail,
                            unsigned int* bins) {
    const int i = threadIdx.x;
    if (i < of_head) atomicAdd(&bins[head[i]], 1u);
    if (i < of_tail) atomicAdd(&bins[tail[i]], 1u);
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

__global__ void __launch_bounds__(block)
    count_vectors(const uint4* __restrict__ vectors, int count, unsigned int* bins) {
    __shared__ unsigned int counts[BINS * 32];
    clear(counts);
    const int stride = gridDim.x * block;
    for (int v = blockIdx.x * block + threadIdx.x; v < count; v += stride) count_vector(counts, vectors[v]);
    combine(counts, bins);
}

/// Returns the number of blocks of the kernel that the GPU holds at once.
static long long most_blocks() {
    int device = 0, multiprocessors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count_vectors, block, 0));
    return static_cast<long long>(multiprocessors) * blocks;
}

extern "C" void histogram(const HistogramArgs& args) {
    static const long long most = most_blocks();
    clear_bins<<<1, BINS>>>(args.bins);
    CUDA_CHECK_LAUNCH();
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const int head = static_cast<int>(std::min<long long>((16 - from % 16) % 16, args.count));
    const int vectors = static_cast<int>((args.count - head) / 16); // 2^27 at most
    const int tail = static_cast<int>((args.count - head) % 16);
    if (vectors > 0) {
        const uint4* first = reinterpret_cast<const uint4*>(args.in + head);
        count_vectors<<<std::min(groups_of(block, vectors), most), block>>>(first, vectors, args.bins);
        CUDA_CHECK_LAUNCH();
    }
    if (head + tail > 0) {
        count_edges<<<1, 32>>>(args.in, head, args.in + args.count - tail, tail, args.bins);
        CUDA_CHECK_LAUNCH();
    }
}
