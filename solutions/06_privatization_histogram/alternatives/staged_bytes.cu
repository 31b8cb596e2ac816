// With cuda::barrier and cuda::memcpy_async: each warp has two barriers and two stages of 2 KB in shared memory.
// It copies its next vectors to one stage while it counts those of the other, and the loop has no barrier of
// the whole block. Choose it where registers for loads in flight are scarce, or where lanes need other
// bytes than those they copied.

#include <algorithm>
#include <cstdint>

#include <cooperative_groups.h>
#include <cuda/barrier>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int block = 512; // threads per block
constexpr int warps = block / 32;
constexpr int length = 4 * 32; // vectors per stage: four per lane
using Barrier = cuda::barrier<cuda::thread_scope_block>;

/// The two stages of a warp: it counts one while the other is in flight.
struct Stages {
    uint4 vectors[2][length];
};

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
    extern __shared__ uint4 memory[]; // the stages of all warps, then the counters
    unsigned int* counts = reinterpret_cast<unsigned int*>(memory + warps * sizeof(Stages) / sizeof(uint4));
#pragma nv_diag_suppress static_var_with_dynamic_init // init() replaces the constructor
    __shared__ Barrier barriers[warps][2];
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int rank = warp.meta_group_rank(), lane = warp.thread_rank();
    if (lane < 2) init(&barriers[rank][lane], 32);
    clear(counts); // its barrier makes the barriers visible, too

    Stages& stages = reinterpret_cast<Stages*>(memory)[rank];
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    const auto bring = [&](long long first, int to) {
        const long long count = min(static_cast<long long>(length), shares.vectors - first);
        if (count > 0)
            cuda::memcpy_async(warp, stages.vectors[to], &vectors[first],
                               cuda::aligned_size_t<16>(16 * count), barriers[rank][to]);
    };
    const long long first_of_warp = (static_cast<long long>(blockIdx.x) * warps + rank) * length;
    const long long stride = static_cast<long long>(gridDim.x) * warps * length;
    bring(first_of_warp, 0);
    int now = 0;
    for (long long first = first_of_warp; first < shares.vectors; first += stride, now ^= 1) {
        bring(first + stride, now ^ 1);
        barriers[rank][now].arrive_and_wait();
#pragma unroll
        for (int i = lane; i < length; i += 32) {
            if (first + i < shares.vectors) count_vector(counts, stages.vectors[now][i]);
        }
        warp.sync(); // all lanes have counted the stage before it is filled again
    }
    const long long thread = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    for (long long single = thread; single < args.count - 16 * shares.vectors; single += gridDim.x * block)
        count_byte(counts, single_byte(args, shares, single));
    combine(counts, args.bins);
}

constexpr int shared_bytes = warps * sizeof(Stages) + BINS * 32 * 4; // 96 KB

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
