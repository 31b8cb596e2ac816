// Lab 03, the ladder. NOTES.md has the calculations and the measurements.
//   0_one_byte           one byte per thread
//   1_bytes_in_a_row     sixteen consecutive bytes per thread
//   2_bytes_in_flight    sixteen bytes per thread, a block's width apart, loaded together
//   3_four_bytes         four bytes per thread, if both images are aligned
// > 4_aligned_middle     four bytes per thread, single bytes at the ends   <- you are here
//   5_sixteen_bytes      sixteen bytes per thread
//   6_round_once         one instruction that rounds and converts
//   7_no_conversions     no conversion at all
//   8_vectors_in_flight  two vectors per thread, loaded together
//   9_grid_stride        as many blocks as fit at once
//   10_streaming_hints   loads and stores with streaming hints
//   11_table             a table of 256 results in each block
//   12_funnel_shift      images whose alignments differ
//   13_longer_head       vectors from a boundary of 256 bytes
//   14_saturating        a conversion that clamps at 0 by itself
//   15_all_together      two vectors per thread, from a boundary of 256 bytes
//
// Change:  the images are cut in three: a head of single bytes up to the first 4-byte boundary, the words,
//          and a tail of single bytes. The threads past the last word take the single bytes.
// Why:     all but six bytes at most are moved by words, at any address, if the alignments of the images are
//          equal: both the same number of bytes past a boundary. If they differ, there are no words.
// Counter: bytes per load instruction, 128. Still no more than a float per thread.
// Costs:   one comparison per thread. The ends need no launch of their own: the index of a thread decides
//          which path it takes, and only the last block has threads of both kinds.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

/// Partition of the bytes: `head` single bytes, then `words` of 4 bytes each, then the rest.
struct Shares {
    std::int64_t head;  ///< bytes before the first word
    std::int64_t words; ///< 4 bytes each; the first begins on a 4-byte boundary in both images
};

static Shares share_out(const AdjustArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const auto to = reinterpret_cast<std::uintptr_t>(args.out);
    if (from % 4 != to % 4) return {0, 0};
    const std::int64_t to_boundary = (4 - from % 4) % 4;
    const std::int64_t head = std::min(to_boundary, args.count);
    return {head, (args.count - head) / 4};
}

__global__ void adjust_image(AdjustArgs args, Shares shares) {
    const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (thread < shares.words) {
        const auto* from = reinterpret_cast<const std::uint32_t*>(args.in + shares.head);
        auto* to = reinterpret_cast<std::uint32_t*>(args.out + shares.head);
        to[thread] = adjusted_each(from[thread], args.gain, args.offset);
    } else {
        const std::int64_t single = thread - shares.words;
        const std::int64_t i = single < shares.head ? single : single + 4 * shares.words;
        if (i < args.count) args.out[i] = adjusted(args.in[i], args.gain, args.offset);
    }
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const Shares shares = share_out(args);
    const std::int64_t singles = args.count - 4 * shares.words;
    adjust_image<<<groups_of(256, shares.words + singles), 256>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
