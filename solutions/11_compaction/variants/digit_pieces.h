#pragma once

/// @file
/// The pieces of a pass of a sort by digits: elements go to the place of their digit, and those of one digit stay
/// in the order in which they came. An element has 4 or 16 bytes; what its digit is, says
///
///     struct Digit {
///         static constexpr int bits;                       // of a digit, up to 8
///         unsigned operator()(const T& element) const;
///         static T last();                                 // an element with the largest digit
///     };

#include <cuda_runtime.h>

#include "scan_warp.h"

/// A warp works on 32 digits or more; of shorter ones the rest never occurs.
template <typename Digit> constexpr int digits = Digit::bits < 5 ? 32 : 1 << Digit::bits;

/// How a lane finds the lanes that have the same digit.
enum class Peers {
    match,   ///< __match_any_sync()
    ballots, ///< a ballot for each bit
    ptx      ///< the same, in PTX
};

template <Peers way, int bits> __device__ inline unsigned lanes_with(unsigned digit) {
    if constexpr (way == Peers::match) return __match_any_sync(all_lanes, digit);
    unsigned lanes = all_lanes;
#pragma unroll
    for (int bit = 0; bit < bits; ++bit) {
        if constexpr (way == Peers::ballots) {
            const bool mine = digit >> bit & 1;
            const unsigned set = __ballot_sync(all_lanes, mine);
            lanes &= mine ? set : ~set;
        } else {
            // From the lines above nvcc makes code that tests the bit twice.
            unsigned same;
            asm("{ .reg .pred set;\n\t"
                "and.b32 %0, %1, %2;\n\t"
                "setp.ne.u32 set, %0, 0;\n\t"
                "vote.sync.ballot.b32 %0, set, 0xffffffff;\n\t"
                "@!set not.b32 %0, %0; }"
                : "=r"(same)
                : "r"(digit), "r"(1u << bit));
            lanes &= same;
        }
    }
    return lanes;
}

/// The sum of the x of all threads before this one. All threads of the block come here, once in a kernel; only the
/// first @p participants have an x, and get a sum.
template <int participants> __device__ inline unsigned scan_block(unsigned x) {
    constexpr int warps = participants / 32;
    __shared__ unsigned sums[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned through = scan_warp(x);
    if (warp < warps && lane == 31) sums[warp] = through;
    __syncthreads();
    unsigned before = through - x;
    for (int w = 0; w < min(warp, warps); ++w) before += sums[w];
    return before;
}

/// How often each digit occurs. Pieces of 16 bytes, several of them under way for each thread.
template <typename T, typename Digit> __global__ void __launch_bounds__(1024)
    count_digits(const T* in, unsigned count, Digit digit_of, unsigned* totals) {
    constexpr int ahead = 4;
    constexpr unsigned each = 16 / sizeof(T);
    struct alignas(16) Piece {
        T elements[each];
    };
    __shared__ unsigned counts[digits<Digit>];
    if (threadIdx.x < digits<Digit>) counts[threadIdx.x] = 0;
    __syncthreads();
    const auto* pieces = reinterpret_cast<const Piece*>(in);
    const unsigned piece_count = count / each;
    const unsigned round = gridDim.x * blockDim.x * ahead;
    for (unsigned first = blockIdx.x * blockDim.x * ahead + threadIdx.x; first < piece_count;
         first += round) {
        Piece piece[ahead];
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            const unsigned at = first + i * blockDim.x;
            if (at < piece_count) piece[i] = pieces[at];
        }
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            if (first + i * blockDim.x >= piece_count) break;
#pragma unroll
            for (const T& element : piece[i].elements) atomicAdd(&counts[digit_of(element)], 1u);
        }
    }
    if (blockIdx.x == 0 && threadIdx.x < count % each)
        atomicAdd(&counts[digit_of(in[count - count % each + threadIdx.x])], 1u);
    __syncthreads();
    if (threadIdx.x < digits<Digit>) atomicAdd(&totals[threadIdx.x], counts[threadIdx.x]);
}

/// What is known of a digit and the tiles up to one: its keys in that tile, or its place in `out` behind all of these.
/// In one word, so that nobody sees one without the other. Above them two bits say which it is; 0 is neither.
constexpr unsigned is_count = 1u << 30;
constexpr unsigned is_place = 1u << 31;
constexpr unsigned value_bits = is_count - 1;

/// One block, a thread for each digit: from how often it occurs to where its elements begin. As if it were the state of
/// a tile before the first.
template <int digits> __global__ void add_up_digits(const unsigned* totals, unsigned* begins) {
    begins[threadIdx.x] = is_place | scan_block<digits>(totals[threadIdx.x]);
}
