// Lab 03 in two streams: one kernel takes the vectors and another, in parallel, the single bytes of head and tail.
// Events fork both streams from the default stream and join them with it. Choose it if the ends of the data need
// a kernel of their own. The kernel for the vectors has no branch except its bounds check.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

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

__global__ void adjust_vectors(const uint4* from, uint4* to, std::int64_t vectors, float gain, float offset) {
    const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= vectors) return;
    const uint4 v = from[i];
    to[i] = make_uint4(adjusted_word(v.x, gain, offset), adjusted_word(v.y, gain, offset),
                       adjusted_word(v.z, gain, offset), adjusted_word(v.w, gain, offset));
}

/// Adjusts the bytes that are in no vector: all bytes, if there are no vectors.
__global__ void adjust_singles(AdjustArgs args, Shares shares) {
    const std::int64_t single = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::int64_t i = single < shares.head ? single : single + 16 * shares.vectors;
    if (i < args.count) args.out[i] = adjusted(args.in[i], args.gain, args.offset);
}

/// A stream that does not wait for the default stream by itself, and an event that orders the two.
struct Branch {
    cudaStream_t stream = nullptr;
    cudaEvent_t mark = nullptr;

    Branch() {
        CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        CUDA_CHECK(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
    }
};

extern "C" void adjust(const AdjustArgs& args) {
    static const Branch branches[2]; // kept for all calls, because making them takes longer than a launch
    constexpr int block = 128;       // threads
    const Shares shares = share_out(args);
    const std::int64_t singles = args.count - 16 * shares.vectors;
    for (const Branch& branch : branches) { // fork: after all earlier work in the default stream
        CUDA_CHECK(cudaEventRecord(branch.mark, nullptr));
        CUDA_CHECK(cudaStreamWaitEvent(branch.stream, branch.mark));
    }
    if (shares.vectors > 0) {
        adjust_vectors<<<groups_of(block, shares.vectors), block, 0, branches[0].stream>>>(
            reinterpret_cast<const uint4*>(args.in + shares.head),
            reinterpret_cast<uint4*>(args.out + shares.head), shares.vectors, args.gain, args.offset);
        CUDA_CHECK_LAUNCH();
    }
    if (singles > 0) {
        adjust_singles<<<groups_of(block, singles), block, 0, branches[1].stream>>>(args, shares);
        CUDA_CHECK_LAUNCH();
    }
    for (const Branch& branch : branches) { // join: the default stream continues after both
        CUDA_CHECK(cudaEventRecord(branch.mark, branch.stream));
        CUDA_CHECK(cudaStreamWaitEvent(nullptr, branch.mark));
    }
}
