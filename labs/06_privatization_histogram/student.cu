// Lab 06: a histogram of bytes, counted in private copies.
//
// Fill in the four regions from TODO to END TODO, in the order of their numbers. The kernel that calls your
// functions follows after them. README.md explains the tasks, lab.h the interface. A vector is 16 bytes
// here, a uint4.

#include <algorithm>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 1024; // threads per block

/// Division of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then single bytes again.
struct Shares {
    long long head;    ///< bytes before the first vector
    long long vectors; ///< 16 bytes each; the first begins on a boundary of 16 bytes
};

/// The kernel, defined below: each block counts in shared memory, at place().
__global__ void count_privately(HistogramArgs args, Shares shares);

/// Returns the index of the block's counter to which @p lane adds 1 when its byte is @p value.
__device__ inline int place(int value, int lane);

// TODO(1): the block's own counters. clear() sets all of them to 0; when it returns, any thread may count.
// combine() adds the block's counts to `bins`, after all its threads have counted: for each bin the sum
// of its copies, with one atomic on global memory. All blocks add to the same bins. (about 12 lines)
__device__ inline void clear(unsigned int* counts, int counters) { // replace
    if (threadIdx.x < counters) counts[threadIdx.x] = 0;           // replace: too few, and no barrier
} // replace

__device__ inline void combine(const unsigned int* counts, int copies, unsigned int* bins) { // replace
    if (threadIdx.x < copies) atomicAdd(&bins[0], counts[place(0, threadIdx.x)]); // replace: one bin of 256
} // replace
// END TODO(1)

/// Returns the largest number of blocks per launch.
static long long most_blocks() {
    // TODO(2): as many as the GPU holds at once: the blocks that fit on a multiprocessor, times the number of
    // multiprocessors. README.md has the calls that report both. (about 7 lines)
    return 1LL << 30; // replace: any number of them
    // END TODO(2)
}

/// Counts one byte.
__device__ inline void count_byte(unsigned int* counts, unsigned int value) {
    atomicAdd(&counts[place(value, threadIdx.x % 32)], 1u);
}

// TODO(3): head and vectors of an array that begins at any address, as in lab 03; and the sixteen bytes of a
// vector, of which byte i of a word is `word >> 8 * i & 255`. (about 15 lines)
static Shares share_out(const HistogramArgs& args) { // replace
    return Shares{args.count, 0};                    // replace: all bytes are single
} // replace

__device__ inline void count_vector(unsigned int* counts, uint4 vector) { // replace
    count_byte(counts, vector.x & 255);                                   // replace: one of sixteen
} // replace
// END TODO(3)

// TODO(4): the number of copies of the 256 counters per block, and the index of the counter to which a lane
// adds 1 when its byte is `value`. Lane i of every warp in the block has the same copy. (about 2 lines)
constexpr int copies = 1;                                                     // replace: one for all lanes
__device__ inline int place(int value, int lane) { return value + 0 * lane; } // replace
// END TODO(4)

/// Counts in two grid-stride loops: over the vectors, and over the single bytes.
__global__ void __launch_bounds__(block) count_privately(HistogramArgs args, Shares shares) {
    __shared__ unsigned int counts[BINS * copies];
    clear(counts, BINS * copies);

    const long long thread = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * block;
    const uint4* vectors = reinterpret_cast<const uint4*>(args.in + shares.head);
    for (long long v = thread; v < shares.vectors; v += stride) count_vector(counts, vectors[v]);

    // The single bytes: those of the head, and those after the last vector.
    const long long singles = args.count - 16 * shares.vectors;
    for (long long single = thread; single < singles; single += stride) {
        count_byte(counts, args.in[single < shares.head ? single : single + 16 * shares.vectors]);
    }

    combine(counts, copies, args.bins);
}

extern "C" void histogram(const HistogramArgs& args) {
    static const long long most = most_blocks(); // queried once: the query takes longer than a launch
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return; // CUDA rejects a grid without blocks
    const Shares shares = share_out(args);
    const long long items = args.count - 15 * shares.vectors; // vectors, and single bytes
    count_privately<<<std::min(groups_of(block, items), most), block>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
