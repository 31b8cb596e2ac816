// Lab 06: a histogram of bytes, counted in private copies.
//
// Yours are the four regions from TODO to END TODO; work in the order of their numbers. The kernel that puts
// them together stands behind them. README.md explains the tasks, lab.h the interface. A vector is 16 bytes
// here, a uint4.

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 1024; // threads

/// How the bytes are shared out: `head` single bytes, then `vectors` of 16 bytes each, then the rest.
struct Shares {
    long long head;    ///< bytes before the first vector
    long long vectors; ///< 16 bytes each; the first begins on a boundary of 16 bytes
};

/// A block counts in shared memory; it is written below, with place().
__global__ void count_privately(HistogramArgs args, Shares shares);

/// Which of the block's counters a lane adds 1 to when its byte is @p value.
__device__ inline int place(int value, int lane);

// TODO(1): the block's own counters. clear() sets all of them to 0; when it returns, any thread may count.
// combine() adds what the block has counted to `bins`, once all its threads are done: for each bin the sum
// of its copies, and one atomic on global memory. All blocks add to the same bins. (about 12 lines)
__device__ inline void clear(unsigned int* counts, int counters) { // replace
    if (threadIdx.x < counters) counts[threadIdx.x] = 0;           // replace: too few, and nobody waits
} // replace

__device__ inline void combine(const unsigned int* counts, int copies, unsigned int* bins) { // replace
    if (threadIdx.x < copies) atomicAdd(&bins[0], counts[place(0, threadIdx.x)]); // replace: one bin of 256
} // replace
// END TODO(1)

/// The most blocks that a call is to launch.
static long long most_blocks() {
    // TODO(2): as many as the GPU holds at once: the blocks that fit on a multiprocessor, times the number of
    // those. README.md has the calls that tell. (about 7 lines)
    return 1LL << 30; // replace: any number of them
    // END TODO(2)
}

/// Counts one byte.
__device__ inline void count_byte(unsigned int* counts, unsigned int value) {
    atomicAdd(&counts[place(value, threadIdx.x % 32)], 1u);
}

// TODO(3): head and vectors of a row that begins anywhere, as in lab 03; and the sixteen bytes of a vector,
// of which byte i of a word is `word >> 8 * i & 255`. (about 15 lines)
static Shares share_out(const HistogramArgs& args) { // replace
    return Shares{args.count, 0};                    // replace: all bytes are single
} // replace

__device__ inline void count_vector(unsigned int* counts, uint4 vector) { // replace
    count_byte(counts, vector.x & 255);                                   // replace: one of sixteen
} // replace
// END TODO(3)

// TODO(4): how many copies of the 256 counters a block has, and which of all its counters a lane adds 1 to
// when its byte is `value`. Lane i of every warp in the block has the same copy. (about 2 lines)
constexpr int copies = 1;                                                     // replace: one for all lanes
__device__ inline int place(int value, int lane) { return value + 0 * lane; } // replace
// END TODO(4)

/// Every vector, and every single byte, that is a grid behind the last one.
__global__ void __launch_bounds__(block) count_privately(HistogramArgs args, Shares shares) {
    __shared__ unsigned int counts[BINS * copies];
    clear(counts, BINS * copies);

    const long long thread = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * block;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    for (long long v = thread; v < shares.vectors; v += stride) count_vector(counts, vectors[v]);

    // The bytes that are in no vector: those of the head, and behind the last vector the rest.
    const long long singles = args.count - 16 * shares.vectors;
    for (long long single = thread; single < singles; single += stride) {
        count_byte(counts, args.in[single < shares.head ? single : single + 16 * shares.vectors]);
    }

    combine(counts, copies, args.bins);
}

extern "C" void histogram(const HistogramArgs& args) {
    static const long long most = most_blocks(); // asked once: that takes longer than a launch
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const Shares shares = share_out(args);
    const long long items = args.count - 15 * shares.vectors; // vectors, and single bytes
    count_privately<<<std::min(groups_of(block, items), most), block>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
