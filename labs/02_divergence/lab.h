#pragma once

/// @file
/// Lab 02: a matrix is transformed by four formulas that alternate from column to column. README.md has the
/// tasks.

#include <cstddef>

/// What transform() works on: two row-major matrices of the same shape.
///
/// Element (row, column) stands at `row * width + column`. The width is a multiple of 4, so an element's
/// place modulo 4 is its column modulo 4. There may be more elements than an int can count.
struct TransformArgs {
    const float* in; ///< height x width values between 10 and 266; aligned to 256 bytes; not to be changed
    float* out;      ///< height x width results; aligned to 256 bytes; apart from `in`
    int width;       ///< columns; a multiple of 4; may be 0
    int height;      ///< rows; any number; may be 0
    int iterations;  ///< steps that each value takes; 0 to 8, in the timed case 5
};

/// Takes each value v through `iterations` steps `v += sqrtf(f(v) + 1)` and writes what it has become. The
/// column picks f: logf, cosf, sinf or |tanf| for column % 4 = 0, 1, 2 or 3.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// in:  {10,     10,     10,     10}         // one row, four columns, one step
/// out: {11.817, 10.401, 10.675, 11.284}
/// @endcode
extern "C" void transform(const TransformArgs& args);

/// How many elements the matrix has.
inline std::size_t elements_of(const TransformArgs& matrix) {
    return static_cast<std::size_t>(matrix.width) * static_cast<std::size_t>(matrix.height);
}

/// How many groups of @p size it takes to hold @p count things: `groups_of(256, 1000)` is 4.
constexpr unsigned groups_of(int size, std::size_t count) {
    return static_cast<unsigned>((count + size - 1) / size);
}

#if defined(__CUDACC__)
/// One step in a column with column % 4 = 0. The arithmetic is not this lab's subject: call it as it is.
__device__ inline float step_log(float v) { return v + sqrtf(logf(v) + 1.0f); }
/// One step in a column with column % 4 = 1.
__device__ inline float step_cos(float v) { return v + sqrtf(cosf(v) + 1.0f); }
/// One step in a column with column % 4 = 2.
__device__ inline float step_sin(float v) { return v + sqrtf(sinf(v) + 1.0f); }
/// One step in a column with column % 4 = 3. Without fabsf() there would be roots of negative numbers.
__device__ inline float step_tan(float v) { return v + sqrtf(fabsf(tanf(v)) + 1.0f); }

/// What becomes of @p v, in column @p column, in @p iterations steps.
__device__ inline float transformed(float v, int column, int iterations) {
    for (int i = 0; i < iterations; ++i) {
        switch (column % 4) {
            case 0: v = step_log(v); break;
            case 1: v = step_cos(v); break;
            case 2: v = step_sin(v); break;
            default: v = step_tan(v); break;
        }
    }
    return v;
}
#endif
