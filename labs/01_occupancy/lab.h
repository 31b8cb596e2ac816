#pragma once

/// @file
/// Lab 01: an elementwise transform of a matrix, in place. README.md has the tasks.

#include <cstddef>
#include <cstdint>

/// The arguments of transform(): a row-major matrix.
///
/// Element (row, column) is at index `row * width + column`. There may be more elements than an int can count.
struct TransformArgs {
    float* data; ///< height x width values between 10 and 266, to be replaced in place; aligned to 256 bytes
    int width;   ///< columns; a multiple of 4, so that no group of four crosses the end of a row; may be 0
    int height;  ///< rows; any number; may be 0
};

/// Replaces each element v by `sqrtf(v)` in the even columns and by `sqrtf(v) + 1` in the odd ones. Each
/// element is replaced once, in place.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// before: {16, 16, 25, 25} // one row, four columns
/// after:  {4,  5,  5,  6}
/// @endcode
extern "C" void transform(const TransformArgs& args);

/// Largest number of rows per band in for_each_band(): a grid has at most 65535 blocks in y, a matrix may have more rows.
inline constexpr int max_band_rows = 32768;

/// Cuts @p matrix into bands of whole rows and calls @p launch(band) for each, from top to bottom. No band is
/// empty, so an empty matrix makes no call: to CUDA a grid without blocks is an error.
template <typename Launch> void for_each_band(const TransformArgs& matrix, Launch launch) {
    if (matrix.width == 0) return;
    for (std::int64_t row = 0; row < matrix.height; row += max_band_rows) {
        const std::int64_t offset = row * matrix.width;
        const std::int64_t left = matrix.height - row;
        const std::int64_t rows = left < max_band_rows ? left : max_band_rows;
        launch(TransformArgs{matrix.data + offset, matrix.width, static_cast<int>(rows)});
    }
}

/// Returns the number of groups of @p size that hold @p count things, at least 1: `groups_of(256, 1000)` is 4.
constexpr unsigned groups_of(int size, int count) { return static_cast<unsigned>((count - 1) / size + 1); }

#if defined(__CUDACC__)
/// Returns the new value of an element @p value in column @p column. Call it as it is: the lab is not about arithmetic.
__device__ inline float transformed(float value, int column) {
    return sqrtf(value) + static_cast<float>(column % 2);
}
#endif
