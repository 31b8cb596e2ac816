// Lab 03, the ladder. NOTES.md has the calculations and the measurements.
//   0_one_byte           one byte per thread
//   1_bytes_in_a_row     sixteen consecutive bytes per thread
//   2_bytes_in_flight    sixteen bytes per thread, a block's width apart, loaded together
//   3_four_bytes         four bytes per thread, if both images are aligned
//   4_aligned_middle     four bytes per thread, single bytes at the ends
//   5_sixteen_bytes      sixteen bytes per thread
//   6_round_once         one instruction that rounds and converts
//   7_no_conversions     no conversion at all
//   8_vectors_in_flight  two vectors per thread, loaded together
//   9_grid_stride        as many blocks as fit at once
//   10_streaming_hints   loads and stores with streaming hints
// > 11_table             a table of 256 results in each block   <- you are here
//   12_funnel_shift      images whose alignments differ
//   13_longer_head       vectors from a boundary of 256 bytes
//   14_saturating        a conversion that clamps at 0 by itself
//   15_all_together      two vectors per thread, from a boundary of 256 bytes
//
// Change:  rung 9, and no arithmetic at all: gain and offset are the same for all bytes, so each block computes
//          the 256 possible results, keeps them in shared memory, and its threads look them up.
// Why:     shared memory serves 32 threads at once, as long as they access different banks, or the same word.
// Why not: 256 bytes are 64 words in 32 banks, where 32 random bytes conflict: a lookup takes several passes.
//          With COPIES=32 each lane has a table in a bank of its own, and the number of lookups decides,
//          one per byte.
// Counter: bank conflicts per request, several with one table, 0 with 32.
// Costs:   shared memory, a barrier, and the loop: without it, each block would compute 256 results to adjust
//          4 KB.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif
#ifndef WAVES
#define WAVES 1 // blocks in the grid, in multiples of those that the GPU holds at once
#endif
#ifndef COPIES
#define COPIES 1 // tables per block: 1, or 32 for one per lane
#endif

/// Partition of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then the rest.
struct Shares {
    std::int64_t head;    ///< bytes before the first vector
    std::int64_t vectors; ///< 16 bytes each; the first begins on a 16-byte boundary in both images
};

static Shares share_out(const AdjustArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const auto to = reinterpret_cast<std::uintptr_t>(args.out);
    if (from % 16 != to % 16) return {0, 0};
    const std::int64_t to_boundary = (16 - from % 16) % 16;
    const std::int64_t head = std::min(to_boundary, args.count);
    return {head, (args.count - head) / 16};
}

/// Adjusts single byte number @p single: of the head, or of the rest after the last vector.
__device__ inline void adjust_single(const AdjustArgs& args, const Shares& shares, std::int64_t single) {
    const std::int64_t i = single < shares.head ? single : single + 16 * shares.vectors;
    if (i < args.count) args.out[i] = adjusted(args.in[i], args.gain, args.offset);
}

/// Looks up four bytes. Word k of a table holds the results of byte 4 * k and the next three; with 32 tables
/// there are 32 copies of the word, one per bank.
__device__ inline std::uint32_t looked_up(const std::uint32_t* table, std::uint32_t word, int lane) {
    std::uint32_t result = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const std::uint32_t byte = word >> 8 * i & 255;
        const std::uint32_t four = table[byte / 4 * COPIES + lane % COPIES];
        result |= (four >> byte % 4 * 8 & 255) << 8 * i;
    }
    return result;
}

__global__ void adjust_image(AdjustArgs args, Shares shares) {
    __shared__ std::uint32_t table[64 * COPIES];
    for (int i = threadIdx.x; i < 64 * COPIES; i += blockDim.x) {
        const std::uint32_t bytes = 0x03020100 + i / COPIES * 0x04040404; // the four inputs of word i
        table[i] = adjusted_each(bytes, args.gain, args.offset);
    }
    __syncthreads();

    const uint4* from = reinterpret_cast<const uint4*>(args.in + shares.head);
    uint4* to = reinterpret_cast<uint4*>(args.out + shares.head);
    const std::int64_t items = args.count - 15 * shares.vectors; // vectors, and single bytes
    const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
    const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32;
    for (std::int64_t item = first; item < items; item += stride) {
        if (item < shares.vectors) {
            const uint4 v = from[item];
            to[item] = make_uint4(looked_up(table, v.x, lane), looked_up(table, v.y, lane),
                                  looked_up(table, v.z, lane), looked_up(table, v.w, lane));
        } else {
            adjust_single(args, shares, item - shares.vectors);
        }
    }
}

/// Blocks of @p kernel that the device holds at once.
static int resident_blocks(void (*kernel)(AdjustArgs, Shares)) {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, BLOCK, 0));
    return multiprocessors * blocks;
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    static const int resident = resident_blocks(adjust_image);
    const Shares shares = share_out(args);
    const std::int64_t items = shares.vectors + args.count - 16 * shares.vectors;
    const unsigned blocks = std::min<unsigned>(groups_of(BLOCK, items), WAVES * resident);
    adjust_image<<<blocks, BLOCK>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
