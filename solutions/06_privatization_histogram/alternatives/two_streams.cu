// In two streams: half of the vectors are counted in the default stream, the other half in a second stream, and
// both add to the same bins. Events fork the second stream from the default stream and join it again. Choose it
// where parts of the array are ready at different times.

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

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

/// Counts vectors [@p first, @p end), and the single bytes if @p singles.
__global__ void __launch_bounds__(block)
    count_privately(HistogramArgs args, Shares shares, long long first, long long end, bool singles) {
    __shared__ unsigned int counts[BINS * 32];
    clear(counts);
    const long long thread = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * block;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    for (long long v = first + thread; v < end; v += stride) count_vector(counts, vectors[v]);
    if (singles) {
        for (long long single = thread; single < args.count - 16 * shares.vectors; single += stride)
            count_byte(counts, single_byte(args, shares, single));
    }
    combine(counts, args.bins);
}

/// Returns the number of blocks of the kernel that the GPU holds at once.
static long long most_blocks() {
    int device = 0, multiprocessors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count_privately, block, 0));
    return static_cast<long long>(multiprocessors) * blocks;
}

/// The second stream and the two events. They are created once and kept until the program ends.
struct Beside {
    cudaStream_t stream = nullptr;
    cudaEvent_t fork = nullptr, join = nullptr;

    Beside() {
        CUDA_CHECK(cudaStreamCreateWithFlags(&stream,
                                             cudaStreamNonBlocking)); // else it waits for the default stream
        CUDA_CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    }
};

extern "C" void histogram(const HistogramArgs& args) {
    static const long long most = most_blocks();
    static const Beside beside;
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return;
    const Shares shares = share_out(args);
    const long long middle = shares.vectors / 2;
    // Each half has half of the resident blocks, so that the halves run in parallel.
    const long long blocks =
        std::clamp(groups_of(block, shares.vectors - middle), 1LL, std::max(1LL, most / 2));
    if (middle > 0) {
        CUDA_CHECK(cudaEventRecord(beside.fork, nullptr)); // after the memset
        CUDA_CHECK(cudaStreamWaitEvent(beside.stream, beside.fork));
        count_privately<<<blocks, block, 0, beside.stream>>>(args, shares, 0, middle, false);
        CUDA_CHECK_LAUNCH();
        CUDA_CHECK(cudaEventRecord(beside.join, beside.stream));
    }
    count_privately<<<blocks, block>>>(args, shares, middle, shares.vectors, true);
    CUDA_CHECK_LAUNCH();
    if (middle > 0) CUDA_CHECK(cudaStreamWaitEvent(nullptr, beside.join));
}
