// Lab 06: programs that lack a task. Without macros this is the solution's program, with all four tasks.
//
// TASK_1 0  No counters in shared memory: each byte takes an atomic on global memory (gate: atomics on global
//           memory per byte). GLOBAL_COPIES spreads them over several histograms in scratch memory, which a second
//           kernel adds up.
// TASK_2 0  The number of blocks follows from the bytes, not from the GPU: each block counts PER_THREAD vectors per
//           thread. Gate: atomics on global memory per byte; a block of less than 21 KB fails it if it adds all
//           256 sums. SKIP_ZEROS 1 leaves out sums that are 0. STORES 1 stores the sums of at most 4096 blocks in
//           scratch memory, which a second kernel adds up: no atomics at all.
// TASK_3 0  Loads of WIDTH = 1, 4 or 8 bytes per lane instead of 16 (gate: bytes per load). BATCH is the other
//           way to have many bytes in flight: a thread starts BATCH loads before it counts.
// TASK_4 0  COPIES = 1 to 16 instead of one per lane (gates: conflicts per atomic, lanes per address). HASH 1
//           gives the frequent values different banks; COUNT_ZEROS 1 counts the most frequent value in a register.
//
// Further knobs: BLOCK threads per block, BLOCKS_PER_SM, UNROLL of the loop over the vectors.

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TASK_1
#define TASK_1 1
#endif
#ifndef TASK_2
#define TASK_2 1
#endif
#ifndef TASK_3
#define TASK_3 1
#endif
#ifndef TASK_4
#define TASK_4 1
#endif
#ifndef BLOCK
#define BLOCK 1024 // threads per block
#endif
#ifndef BLOCKS_PER_SM
#define BLOCKS_PER_SM 0 // blocks per SM; 0: as many as fit
#endif
#ifndef GLOBAL_COPIES
#define GLOBAL_COPIES 1 // histograms in global memory, up to 4096
#endif
#ifndef PER_THREAD
#define PER_THREAD 1 // batches of loads per thread, for TASK_2 0
#endif
#ifndef SKIP_ZEROS
#define SKIP_ZEROS 0 // whether only sums above 0 are added to global memory
#endif
#ifndef STORES
#define STORES 0 // whether blocks store their sums in scratch memory
#endif
#ifndef WIDTH
#define WIDTH (TASK_3 ? 16 : 1) // bytes per load of a lane
#endif
#ifndef BATCH
#define BATCH 1 // loads of a thread that start before it counts
#endif
#ifndef COPIES
#define COPIES (TASK_4 ? 32 : 1) // copies of the counters of a block
#endif
#ifndef HASH
#define HASH 0 // for TASK_1 1
#endif
#ifndef COUNT_ZEROS
#define COUNT_ZEROS 0
#endif

constexpr int block = BLOCK;
constexpr int copies = TASK_1 ? COPIES : 1;
constexpr int most_histograms = SCRATCH_BINS / BINS;

/// The unit of a load.
template <int bytes> struct Word {
    using Type = std::conditional_t<
        bytes == 1, unsigned char,
        std::conditional_t<bytes == 4, unsigned, std::conditional_t<bytes == 8, uint2, uint4>>>;
};
using Vector = Word<WIDTH>::Type;

/// Division of the bytes: `head` single bytes, then `vectors` of WIDTH bytes each, then single bytes again.
struct Shares {
    long long head, vectors;
};

/// Renames the values of the four bytes of @p word. In the timed case few bits of a value are set. With HASH each
/// bit of a value has a number, and the bank, the lower five bits, is the exclusive or of the numbers of the set bits.
/// No three numbers give 0. So 0, the values with one bit, and those with two are in different banks, except that some
/// values with two bits share one.
__device__ inline unsigned renamed(unsigned word) {
    const unsigned high = TASK_1 && HASH ? word >> 5 & 0x07070707 : 0;
    return word ^ high ^ high << 1 ^ high << 2;
}

/// Index of the counter for renamed @p value of @p lane.
__device__ inline int place(int value, int lane) { return value * copies + lane % copies; }

struct Counters {
    unsigned* counts;
    unsigned zeros = 0; // of the value 0, with COUNT_ZEROS

    __device__ void add(unsigned value) {
        if (COUNT_ZEROS && value == 0)
            ++zeros;
        else
            atomicAdd(&counts[place(value, threadIdx.x % 32)], 1u);
    }
    __device__ void add_word(unsigned word) {
#pragma unroll
        for (int i = 0; i < 4; ++i) add(renamed(word) >> 8 * i & 255);
    }
    __device__ void add_vector(unsigned char byte) { add(renamed(byte)); }
    __device__ void add_vector(unsigned word) { add_word(word); }
    __device__ void add_vector(uint2 two) { add_word(two.x), add_word(two.y); }
    __device__ void add_vector(uint4 four) {
        add_word(four.x), add_word(four.y), add_word(four.z), add_word(four.w);
    }
};

__global__ void __launch_bounds__(block) count(HistogramArgs args, Shares shares) {
#if TASK_1
    __shared__ unsigned counts[BINS * copies];
    for (int i = threadIdx.x; i < BINS * copies; i += block) counts[i] = 0;
    __syncthreads();
#else
    unsigned* counts = GLOBAL_COPIES > 1 ? args.scratch + blockIdx.x % GLOBAL_COPIES * BINS : args.bins;
#endif
    Counters counters{counts};
    const long long thread = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * block;
    const Vector* vectors = reinterpret_cast<const Vector*>(args.in + shares.head);
    // A block has BATCH times `block` neighbouring vectors at a time.
    for (long long first = static_cast<long long>(blockIdx.x) * block * BATCH; first < shares.vectors;
         first += stride * BATCH) {
        const long long v = first + threadIdx.x;
        if (first + block * BATCH <= shares.vectors) {
            Vector batch[BATCH];
#pragma unroll
            for (int i = 0; i < BATCH; ++i) batch[i] = vectors[v + i * block];
#pragma unroll
            for (int i = 0; i < BATCH; ++i) counters.add_vector(batch[i]);
        } else {
            for (int i = 0; i < BATCH; ++i)
                if (v + i * block < shares.vectors) counters.add_vector(vectors[v + i * block]);
        }
    }
    const long long singles = args.count - WIDTH * shares.vectors;
    for (long long single = thread; single < singles; single += stride)
        counters.add_vector(args.in[single < shares.head ? single : single + WIDTH * shares.vectors]);
    if (COUNT_ZEROS && counters.zeros > 0) atomicAdd(&counts[place(0, threadIdx.x % 32)], counters.zeros);
#if TASK_1
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += block) {
        unsigned sum = 0;
        for (int i = 0; i < copies; ++i) sum += counts[place(renamed(bin), (i + bin) % copies)];
        if (STORES)
            args.scratch[blockIdx.x * BINS + bin] = sum;
        else if (!SKIP_ZEROS || sum > 0)
            atomicAdd(&args.bins[bin], sum);
    }
#endif
}

/// Adds up histograms in scratch memory, one warp per bin.
__global__ void add_up(HistogramArgs args, int histograms) {
    unsigned sum = 0;
    for (int h = threadIdx.x; h < histograms; h += 32) sum += args.scratch[h * BINS + blockIdx.x];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (threadIdx.x == 0) args.bins[blockIdx.x] = sum;
}

static long long blocks_that_fit() {
    int device = 0, multiprocessors = 0, blocks = BLOCKS_PER_SM;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    if (blocks == 0) CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count, block, 0));
    return static_cast<long long>(multiprocessors) * blocks;
}

extern "C" void histogram(const HistogramArgs& args) {
    static const long long fit = TASK_2 ? blocks_that_fit() : 1LL << 30;
    constexpr bool in_scratch = STORES || (!TASK_1 && GLOBAL_COPIES > 1);
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const long long head = std::min<long long>((WIDTH - from % WIDTH) % WIDTH, args.count);
    const Shares shares{head, (args.count - head) / WIDTH};
    const long long items = std::max(groups_of(BATCH, shares.vectors), args.count - WIDTH * shares.vectors);
    const long long most = STORES ? std::min<long long>(fit, most_histograms) : fit;
    const long long blocks = std::min(groups_of(block * PER_THREAD, items), most);

    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned)));
    if (args.count == 0) return; // CUDA rejects a grid without blocks
    if (!TASK_1 && GLOBAL_COPIES > 1)
        CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, sizeof(unsigned) * BINS * GLOBAL_COPIES));
    count<<<blocks, block>>>(args, shares);
    CUDA_CHECK_LAUNCH();
    if (in_scratch) {
        add_up<<<BINS, 32>>>(args, STORES ? static_cast<int>(blocks) : GLOBAL_COPIES);
        CUDA_CHECK_LAUNCH();
    }
}
