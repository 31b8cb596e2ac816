#pragma once

/// @file
/// From groups to arrays (groups.h), in place. A group's values of one field are a piece, which moves as a whole. With
/// g groups of f fields each, piece p belongs to group p / f, and its goal is p % f * g + p / f. The piece at that
/// place moves to its own goal, and so on, until the cycle returns to its first piece.

#include <cstddef>

constexpr int movers = 256; // threads per block

/// The pieces and their permutation.
struct Pieces {
    unsigned groups;
    unsigned fields;

    [[nodiscard]] __host__ __device__ unsigned count() const { return groups * fields; }
    [[nodiscard]] __host__ __device__ unsigned goal(unsigned piece) const {
        return piece % fields * groups + piece / fields;
    }
};

/// A piece that is being moved, in the registers of a warp: `each` words per lane.
template <typename Word, int each> struct Carried {
    Word words[each];

    __device__ Carried(const Word* data, unsigned piece) {
#pragma unroll
        for (int i = 0; i < each; ++i)
            words[i] = __ldcg(&data[at(piece, i)]); // from L2: other SMs write there
    }

    __device__ void put(Word* data, unsigned piece) const {
#pragma unroll
        for (int i = 0; i < each; ++i) data[at(piece, i)] = words[i];
    }

private:
    __device__ static std::size_t at(unsigned piece, int i) {
        return (std::size_t{piece} * each + i) * 32 + threadIdx.x % 32;
    }
};

__device__ inline bool leads_its_cycle(const Pieces& pieces, unsigned piece) {
    unsigned at = pieces.goal(piece);
    while (at > piece) at = pieces.goal(at);
    return at == piece;
}

/// One thread per piece checks whether its piece has the smallest index in its cycle. If so, the whole warp moves the
/// cycle, from the first piece to the last. Neighbouring pieces are in different warps: if there are few cycles, the
/// smallest indices of all of them are small.
template <typename Word, int each> __global__ void __launch_bounds__(movers)
    move_by_leaders(Word* data, Pieces pieces) {
    const unsigned warps = gridDim.x * (movers / 32);
    const unsigned own = threadIdx.x % 32 * warps + (blockIdx.x * movers + threadIdx.x) / 32;
    const bool leads = own < pieces.count() && leads_its_cycle(pieces, own);
    for (unsigned leaders = __ballot_sync(~0u, leads); leaders != 0; leaders &= leaders - 1) {
        const unsigned first = __shfl_sync(~0u, own, __ffs(static_cast<int>(leaders)) - 1);
        Carried<Word, each> carried(data, first);
        unsigned at = first;
        do {
            at = pieces.goal(at);
            const Carried<Word, each> next(data, at);
            carried.put(data, at);
            carried = next;
        } while (at != first);
    }
}

/// Sets the bit of a place, for a warp that holds in its registers the piece that belongs there. Returns true if the
/// bit was not set: then no other warp will write there.
__device__ inline bool take(unsigned* flags, unsigned place) {
    unsigned before = 0;
    if (threadIdx.x % 32 == 0) {
        before = atomicOr(&flags[place / 32], 1u << place % 32);
        __threadfence(); // a warp that sees the data written there sees the bit, too
    }
    __syncwarp();
    return (__shfl_sync(~0u, before, 0) >> place % 32 & 1) == 0;
}

__device__ inline bool is_taken(const unsigned* flags, unsigned place) {
    const unsigned word = *static_cast<const volatile unsigned*>(&flags[place / 32]);
    return __any_sync(~0u, word >> place % 32 & 1) != 0;
}

/// Many warps move parts of one cycle: each begins at 32 pieces, one after the other, and continues up to the first
/// place that another warp has taken. All bits of @p flags must be 0. The first read of a piece races with a warp that
/// writes to its place, and a race checker reports it; a value that was read too late is discarded.
template <typename Word, int each> __global__ void __launch_bounds__(movers)
    move_by_flags(Word* data, Pieces pieces, unsigned* flags) {
    const unsigned begin = blockIdx.x * movers + threadIdx.x / 32 * 32;
    for (unsigned first = begin; first < begin + 32 && first < pieces.count(); ++first) {
        if (is_taken(flags, first)) continue;
        Carried<Word, each> carried(data, first);
        __threadfence();
        // Another warp may have written there in the meantime. But that warp holds the piece, and moves it on.
        if (is_taken(flags, first)) continue;
        for (unsigned at = pieces.goal(first); take(flags, at); at = pieces.goal(at)) {
            const Carried<Word, each> next(data, at);
            carried.put(data, at);
            carried = next;
        }
    }
}
