#pragma once

/// @file
/// Lab 03: contrast and brightness of an 8-bit image, wherever it stands in memory. README.md has the tasks.

#include <cstdint>

/// What adjust() works on: an image as a plain run of bytes, one a pixel, and what is to become of it.
///
/// Neither image needs to begin on a boundary of anything: an address may be odd, and the two may stand
/// differently towards every boundary.
struct AdjustArgs {
    const std::uint8_t* in; ///< count bytes, at any address; only to be read
    std::uint8_t* out;      ///< count bytes, at any address; shares no byte with `in`
    std::int64_t count;     ///< bytes of each image; any number, more than an int can count; may be 0
    float gain;             ///< contrast; finite, may be negative or 0
    float offset;           ///< brightness, in steps of the image; finite, may be negative
};

/// Writes `clamp(rint(fma(gain, x, offset)), 0, 255)` to `out` for each byte x of `in`.
///
/// The result is exact: gain, x and offset are floats, fma() rounds once, rint() goes to the nearest whole
/// number and from halfway to the even one, and clamp() takes what is below 0 to 0 and what is above 255 to
/// 255. No byte before or behind `out` may be written, not even with what it holds.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// in:  {0, 3, 5, 7, 100, 255}    // gain 1.5, offset -10
/// out: {0, 0, 0, 0, 140, 255}    // 7 becomes 0.5 before rint(), 100 becomes 140
/// @endcode
extern "C" void adjust(const AdjustArgs& args);

/// How many groups of @p size it takes to hold @p count things, at least one: `groups_of(256, 1000)` is 4.
constexpr unsigned groups_of(int size, std::int64_t count) {
    return static_cast<unsigned>((count - 1) / size + 1);
}

#if defined(__CUDACC__)
/// What becomes of one byte, step by step as the formula has it.
__device__ inline std::uint8_t adjusted(std::uint8_t byte, float gain, float offset) {
    const float value = fmaf(gain, byte, offset);
    return static_cast<std::uint8_t>(fminf(fmaxf(rintf(value), 0.0f), 255.0f));
}

/// What becomes of the four bytes of @p word: one after the other by adjusted(), each in its place.
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
