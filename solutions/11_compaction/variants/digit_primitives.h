#pragma once

/// @file
/// The primitives of a stable pass of a radix sort. An element has 4 or 16 bytes; a functor returns its digit:
///
///     struct Digit {
///         static constexpr int bits;                       // of a digit, up to 8
///         unsigned operator()(const T& element) const;
///         static T last();                                 // an element with the largest digit
///     };

#include <cuda_runtime.h>

#include "scan_warp.h"

/// Number of digit values, at least 32, one per lane of a warp; with fewer bits the rest never occurs.
template <typename Digit> constexpr int digits = Digit::bits < 5 ? 32 : 1 << Digit::bits;

/// How a lane finds the lanes with the same digit.
enum class Peers {
    match,   ///< __match_any_sync()
    ballots, ///< a ballot per bit
    ptx      ///< ballots in PTX
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
            // For the lines above nvcc generates code that tests the bit twice.
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

/// Exclusive prefix sum of @p x over the first @p participants threads. All threads of the block must call it, once per
/// kernel; the others' x is ignored.
template <int participants> __device__ inline unsigned scan_block(unsigned x) {
    constexpr int warps = participants / 32;
    __shared__ unsigned sums[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned inclusive = scan_warp(x);
    if (warp < warps && lane == 31) sums[warp] = inclusive;
    __syncthreads();
    unsigned exclusive = inclusive - x;
    for (int w = 0; w < min(warp, warps); ++w) exclusive += sums[w];
    return exclusive;
}

/// A histogram of the digits. Loads vectors of 16 bytes, several of them in flight per thread.
template <typename T, typename Digit> __global__ void __launch_bounds__(1024)
    count_digits(const T* in, unsigned count, Digit digit_of, unsigned* totals) {
    constexpr int ahead = 4;
    constexpr unsigned each = 16 / sizeof(T);
    struct alignas(16) Vector {
        T elements[each];
    };
    __shared__ unsigned counts[digits<Digit>];
    if (threadIdx.x < digits<Digit>) counts[threadIdx.x] = 0;
    __syncthreads();
    const auto* vectors = reinterpret_cast<const Vector*>(in);
    const unsigned vector_count = count / each;
    const unsigned round = gridDim.x * blockDim.x * ahead;
    for (unsigned first = blockIdx.x * blockDim.x * ahead + threadIdx.x; first < vector_count;
         first += round) {
        Vector loaded[ahead];
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            const unsigned at = first + i * blockDim.x;
            if (at < vector_count) loaded[i] = vectors[at];
        }
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            if (first + i * blockDim.x >= vector_count) break;
#pragma unroll
            for (const T& element : loaded[i].elements) atomicAdd(&counts[digit_of(element)], 1u);
        }
    }
    if (blockIdx.x == 0 && threadIdx.x < count % each)
        atomicAdd(&counts[digit_of(in[count - count % each + threadIdx.x])], 1u);
    __syncthreads();
    if (threadIdx.x < digits<Digit>) atomicAdd(&totals[threadIdx.x], counts[threadIdx.x]);
}

/// Status of a digit in a tile, in the upper two bits of its state: INVALID (0), PARTIAL (the lower bits are the tile's
/// count) or INCLUSIVE (they are the index in `out` after all tiles up to this one). Both are in one word.
constexpr unsigned is_partial = 1u << 30;
constexpr unsigned is_inclusive = 1u << 31;
constexpr unsigned value_bits = is_partial - 1;

/// Exclusive scan of the digits' totals, by one block with a thread per digit: the first output index per digit. It is
/// stored as the INCLUSIVE state of a tile before the first.
template <int digits> __global__ void add_up_digits(const unsigned* totals, unsigned* begins) {
    begins[threadIdx.x] = is_inclusive | scan_block<digits>(totals[threadIdx.x]);
}
