// With inline PTX: loads that do not allocate in L1, bit fields of a word by bfe, and red on shared memory with
// 32-bit addresses, so that the address of a counter takes one multiply-add. Choose it where a certain
// instruction is needed, and the compiler may not choose it.

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

__device__ uint4 load_vector(const uint4* from) {
    uint4 vector;
    asm volatile("ld.global.nc.L1::no_allocate.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(vector.x), "=r"(vector.y), "=r"(vector.z), "=r"(vector.w)
                 : "l"(from));
    return vector;
}

/// Counts one byte; @p copy is the 32-bit shared-memory address of this lane's counter for
/// value 0.
__device__ void count_byte(unsigned int copy, unsigned int value) {
    asm volatile("{\n"
                 "    .reg .u32 counter;\n"
                 "    mad.lo.u32 counter, %1, 128, %0;\n" // 128 bytes per value: 32 copies of 4 bytes
                 "    red.relaxed.cta.shared.add.u32 [counter], 1;\n"
                 "}" ::"r"(copy),
                 "r"(value)
                 : "memory");
}

__device__ void count_word(unsigned int copy, unsigned int word) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        unsigned int value;
        asm("bfe.u32 %0, %1, %2, 8;" : "=r"(value) : "r"(word), "r"(8 * i));
        count_byte(copy, value);
    }
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
    __shared__ unsigned int counts[BINS * 32];
    clear(counts);
    unsigned int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    const auto copy = static_cast<unsigned int>(__cvta_generic_to_shared(&counts[lane]));
    const long long thread = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * block;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    for (long long v = thread; v < shares.vectors; v += stride) {
        const uint4 vector = load_vector(&vectors[v]);
        count_word(copy, vector.x);
        count_word(copy, vector.y);
        count_word(copy, vector.z);
        count_word(copy, vector.w);
    }
    for (long long single = thread; single < args.count - 16 * shares.vectors; single += stride)
        count_byte(copy, args.in[single < shares.head ? single : single + 16 * shares.vectors]);
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

extern "C" void histogram(const HistogramArgs& args) {
    static const long long most = most_blocks();
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return;
    const Shares shares = share_out(args);
    const long long items = args.count - 15 * shares.vectors; // vectors, and single bytes
    count_privately<<<std::min(groups_of(block, items), most), block>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
