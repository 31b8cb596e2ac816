#pragma once

/// @file
/// Lab 03: contrast and brightness of an 8-bit image at any address. README.md has the tasks.

#include <cstdint>

/// Arguments of adjust(): an image as contiguous bytes, one per pixel, and the parameters of the formula.
///
/// Neither image needs to be aligned: an address may be odd, and the two images may be at different
/// distances from every boundary.
struct AdjustArgs {
    const std::uint8_t* in; ///< input, `count` bytes at any address; read-only
    std::uint8_t* out;      ///< output, `count` bytes at any address; does not overlap `in`
    std::int64_t count;     ///< bytes of each image; may be 0, and may exceed the range of an int
    float gain;             ///< contrast; finite, may be negative or 0
    float offset;           ///< brightness, in levels of the image; finite, may be negative
};

/// Writes `clamp(rint(fma(gain, x, offset)), 0, 255)` to `out` for each byte x of `in`.
///
/// The result is exact: gain, x and offset are floats, fma() rounds once, rint() rounds to the nearest
/// integer and from halfway to the even one, and clamp() turns values below 0 into 0 and values above 255
/// into 255. No byte before or after `out` may be written, not even with the value that it holds.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// in:  {0, 3, 5, 7, 100, 255}    // gain 1.5, offset -10
/// out: {0, 0, 0, 0, 140, 255}    // 7 becomes 0.5 before rint(), 100 becomes 140
/// @endcode
extern "C" void adjust(const AdjustArgs& args);

/// Returns how many groups of @p size hold @p count items, at least 1: `groups_of(256, 1000)` is 4.
constexpr unsigned groups_of(int size, std::int64_t count) {
    return static_cast<unsigned>((count - 1) / size + 1);
}

#if defined(__CUDACC__)
/// Returns the result for one byte, computed step by step as in the formula.
__device__ inline std::uint8_t adjusted(std::uint8_t byte, float gain, float offset) {
    const float value = fmaf(gain, byte, offset);
    return static_cast<std::uint8_t>(fminf(fmaxf(rintf(value), 0.0f), 255.0f));
}

/// Returns @p word with adjusted() applied to each of its four bytes.
__device__ inline std::uint32_t adjusted_each(std::uint32_t word, float gain, float offset) {
    std::uint32_t result = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const auto byte = static_cast<std::uint8_t>(word >> 8 * i);
        result |= std::uint32_t{adjusted(byte, gain, offset)} << 8 * i;
    }
    return result;
}
#endif
