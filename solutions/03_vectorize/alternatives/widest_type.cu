// Lab 03 with the widest type that both addresses allow: 16, 8, 4 or 1 bytes, each an instance of one template.
// The host selects it by the distance of the two addresses. Choose it if the alignments of images often
// differ: four or eight bytes at once are still far better than one.

#include <algorithm>
#include <concepts>

#include "kernelsmith/check.h"
#include "lab.h"

/// A type that a thread can move with one load, and adjust word by word or as a byte.
template <typename T>
concept Movable = std::same_as<T, uint4> || std::same_as<T, uint2> || std::same_as<T, std::uint32_t> ||
    std::same_as<T, std::uint8_t>;

__device__ inline std::uint32_t adjusted_word(std::uint32_t word, float gain, float offset) {
    std::uint32_t result = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float value = fmaf(gain, static_cast<float>(word >> 8 * i & 255), offset);
        result |= min(__float2uint_rn(value), 255u) << 8 * i; // negative values become 0
    }
    return result;
}

template <Movable T> __device__ T adjusted_all(T v, float gain, float offset) {
    if constexpr (std::same_as<T, std::uint8_t>) {
        return adjusted(v, gain, offset);
    } else if constexpr (std::same_as<T, std::uint32_t>) {
        return adjusted_word(v, gain, offset);
    } else {
        v.x = adjusted_word(v.x, gain, offset);
        v.y = adjusted_word(v.y, gain, offset);
        if constexpr (std::same_as<T, uint4>) {
            v.z = adjusted_word(v.z, gain, offset);
            v.w = adjusted_word(v.w, gain, offset);
        }
        return v;
    }
}

/// The first @p whole threads take the elements of type @p T after @p head, the others the single bytes on either side.
template <Movable T> __global__ void adjust_image(AdjustArgs args, std::int64_t head, std::int64_t whole) {
    const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    constexpr std::int64_t size = sizeof(T);
    if (thread < whole) {
        const T* from = reinterpret_cast<const T*>(args.in + head);
        T* to = reinterpret_cast<T*>(args.out + head);
        to[thread] = adjusted_all(from[thread], args.gain, args.offset);
    } else {
        const std::int64_t single = thread - whole;
        const std::int64_t i = single < head ? single : single + size * whole;
        if (i < args.count) args.out[i] = adjusted(args.in[i], args.gain, args.offset);
    }
}

template <Movable T> static void launch(const AdjustArgs& args) {
    constexpr std::int64_t size = sizeof(T);
    constexpr int block = 128; // threads
    const std::int64_t behind = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(args.out) % size);
    const std::int64_t head = std::min((size - behind) % size, args.count);
    const std::int64_t whole = (args.count - head) / size;
    const std::int64_t singles = args.count - size * whole;
    adjust_image<T><<<groups_of(block, whole + singles), block>>>(args, head, whole);
    CUDA_CHECK_LAUNCH();
}

extern "C" void adjust(const AdjustArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    // Modulo a power of two, so the sign of the difference does not matter.
    const auto apart = reinterpret_cast<std::uintptr_t>(args.in) - reinterpret_cast<std::uintptr_t>(args.out);
    if (apart % 16 == 0)
        launch<uint4>(args);
    else if (apart % 8 == 0)
        launch<uint2>(args);
    else if (apart % 4 == 0)
        launch<std::uint32_t>(args);
    else
        launch<std::uint8_t>(args);
}
