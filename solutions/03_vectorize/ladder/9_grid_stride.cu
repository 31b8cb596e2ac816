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
// > 9_grid_stride        as many blocks as fit at once   <- you are here
//   10_streaming_hints   loads and stores with streaming hints
//   11_table             a table of 256 results in each block
//   12_funnel_shift      images whose alignments differ
//   13_longer_head       vectors from a boundary of 256 bytes
//   14_saturating        a conversion that clamps at 0 by itself
//   15_all_together      two vectors per thread, from a boundary of 256 bytes
//
// Change:  rung 6 as a grid-stride loop. The grid has only as many blocks as the GPU holds at once, and a thread
//          advances by the number of threads in the grid until the image ends. Rung 6, one item per thread, is
//          called monolithic.
// Why not: the idea is that no block is started after the first ones, and that a value computed once serves
//          many vectors. Here that value is an address. And a thread in the loop must wait for its load in each
//          iteration, with nothing else in flight, while a block that ends is replaced by one whose
//          loads start at once. More blocks than fit, WAVES=16, are nearer to rung 6.
// Counter: blocks launched, about a thousand in place of a quarter of a million for 1 GiB.
// Costs:   a loop. Its merits are elsewhere: it is right for any grid, down to one thread for a debugger, and an
//          expensive set-up is done once, as in rung 11.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif
#ifndef WAVES
#define WAVES 1 // blocks in the grid, in multiples of those that the GPU holds at once
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

/// Returns @p word with each of its four bytes adjusted.
__device__ inline std::uint32_t adjusted_word(std::uint32_t word, float gain, float offset) {
    std::uint32_t result = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float value = fmaf(gain, static_cast<float>(word >> 8 * i & 255), offset);
        result |= __float2uint_rn(fminf(fmaxf(value, 0.0f), 255.0f)) << 8 * i;
    }
    return result;
}

__device__ inline uint4 adjusted_vector(uint4 vector, float gain, float offset) {
    return make_uint4(adjusted_word(vector.x, gain, offset), adjusted_word(vector.y, gain, offset),
                      adjusted_word(vector.z, gain, offset), adjusted_word(vector.w, gain, offset));
}

/// Adjusts single byte number @p single: of the head, or of the rest after the last vector.
__device__ inline void adjust_single(const AdjustArgs& args, const Shares& shares, std::int64_t single) {
    const std::int64_t i = single < shares.head ? single : single + 16 * shares.vectors;
    if (i < args.count) args.out[i] = adjusted(args.in[i], args.gain, args.offset);
}

__global__ void adjust_image(AdjustArgs args, Shares shares) {
    const uint4* from = reinterpret_cast<const uint4*>(args.in + shares.head);
    uint4* to = reinterpret_cast<uint4*>(args.out + shares.head);
    const std::int64_t items = args.count - 15 * shares.vectors; // vectors, and single bytes
    const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
    const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    for (std::int64_t item = first; item < items; item += stride) {
        if (item < shares.vectors)
            to[item] = adjusted_vector(from[item], args.gain, args.offset);
        else
            adjust_single(args, shares, item - shares.vectors);
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
