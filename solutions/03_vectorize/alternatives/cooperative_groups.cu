// Lab 03 with cooperative groups: each tile of 32 threads takes 64 vectors, two per thread and both loaded before
// one is used; the tiles past the last vector take the single bytes. Choose it if the unit of work is a warp:
// a tile gives each thread its rank in the warp.

#include <algorithm>

#include <cooperative_groups.h>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int block_threads = 128;
constexpr int tile_threads = 32;
constexpr int tile_vectors = 2 * tile_threads;

/// Partition of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then the rest.
struct Shares {
    std::int64_t head;    ///< bytes before the first vector
    std::int64_t vectors; ///< 16 bytes each; the first begins on a 16-byte boundary in both images
};

static Shares share_out(const AdjustArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const auto to = reinterpret_cast<std::uintptr_t>(args.out);
    if (from % 16 != to % 16) return {0, 0};
    const std::int64_t head = std::min(static_cast<std::int64_t>((16 - to % 16) % 16), args.count);
    return {head, (args.count - head) / 16};
}

__device__ inline std::uint32_t adjusted_word(std::uint32_t word, float gain, float offset) {
    std::uint32_t result = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float value = fmaf(gain, static_cast<float>(word >> 8 * i & 255), offset);
        result |= min(__float2uint_rn(value), 255u) << 8 * i; // negative values become 0
    }
    return result;
}

__device__ inline uint4 adjusted_vector(uint4 vector, float gain, float offset) {
    return make_uint4(adjusted_word(vector.x, gain, offset), adjusted_word(vector.y, gain, offset),
                      adjusted_word(vector.z, gain, offset), adjusted_word(vector.w, gain, offset));
}

__global__ void adjust_image(AdjustArgs args, Shares shares) {
    const auto tile = cg::tiled_partition<tile_threads>(cg::this_thread_block());
    const std::int64_t number = std::int64_t{blockIdx.x} * tile.meta_group_size() + tile.meta_group_rank();
    const std::int64_t first = number * tile_vectors + tile.thread_rank();
    const std::int64_t second = first + tile.size();
    const uint4* from = reinterpret_cast<const uint4*>(args.in + shares.head);
    uint4* to = reinterpret_cast<uint4*>(args.out + shares.head);
    if (second < shares.vectors) {
        const uint4 a = from[first];
        const uint4 b = from[second];
        to[first] = adjusted_vector(a, args.gain, args.offset);
        to[second] = adjusted_vector(b, args.gain, args.offset);
        return;
    }
    for (std::int64_t item = first; item <= second; item += tile_threads) {
        if (item < shares.vectors) {
            to[item] = adjusted_vector(from[item], args.gain, args.offset);
        } else {
            const std::int64_t single = item - shares.vectors;
            const std::int64_t i = single < shares.head ? single : single + 16 * shares.vectors;
            if (i < args.count) args.out[i] = adjusted(args.in[i], args.gain, args.offset);
        }
    }
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const Shares shares = share_out(args);
    const std::int64_t singles = args.count - 16 * shares.vectors;
    constexpr int items = block_threads * 2; // vectors or single bytes per block
    adjust_image<<<groups_of(items, shares.vectors + singles), block_threads>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
