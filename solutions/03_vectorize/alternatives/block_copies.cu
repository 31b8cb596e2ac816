// Lab 03 with asynchronous copies: cuda::memcpy_async copies the vectors of a block into shared memory, and the
// block waits for them at a cuda::barrier. Choose it if threads need elements that other threads have loaded, as
// in a filter of neighbouring pixels. Here no byte is needed twice, so it is a detour.

#include <algorithm>

#include <cooperative_groups.h>
#include <cuda/barrier>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int block_threads = 128;
constexpr int each = 4; // vectors per thread
constexpr int tile_vectors = block_threads * each;

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

__global__ void __launch_bounds__(block_threads) adjust_vectors(AdjustArgs args, Shares shares) {
    __shared__ uint4 tile[tile_vectors];
#pragma nv_diag_suppress static_var_with_dynamic_init // init() initializes the barrier
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    const auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&arrived, block.size());
    block.sync();

    const std::int64_t first = std::int64_t{blockIdx.x} * tile_vectors;
    const uint4* from = reinterpret_cast<const uint4*>(args.in + shares.head) + first;
    uint4* to = reinterpret_cast<uint4*>(args.out + shares.head) + first;
    const int here = static_cast<int>(min(std::int64_t{tile_vectors}, shares.vectors - first));
    // Declared as aligned to 16 bytes: otherwise the copies would be narrower.
    cuda::memcpy_async(block, tile, from, cuda::aligned_size_t<16>(here * sizeof(uint4)), arrived);
    arrived.arrive_and_wait();
    for (int i = threadIdx.x; i < here; i += block_threads)
        to[i] = adjusted_vector(tile[i], args.gain, args.offset);
}

/// Adjusts the bytes that are in no vector: all bytes, if there are no vectors.
__global__ void adjust_singles(AdjustArgs args, Shares shares) {
    const std::int64_t single = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::int64_t i = single < shares.head ? single : single + 16 * shares.vectors;
    if (i < args.count) args.out[i] = adjusted(args.in[i], args.gain, args.offset);
}

extern "C" void adjust(const AdjustArgs& args) {
    const Shares shares = share_out(args);
    const std::int64_t singles = args.count - 16 * shares.vectors;
    if (shares.vectors > 0) { // to CUDA a grid without blocks is an error
        adjust_vectors<<<groups_of(tile_vectors, shares.vectors), block_threads>>>(args, shares);
        CUDA_CHECK_LAUNCH();
    }
    if (singles > 0) {
        adjust_singles<<<groups_of(block_threads, singles), block_threads>>>(args, shares);
        CUDA_CHECK_LAUNCH();
    }
}
