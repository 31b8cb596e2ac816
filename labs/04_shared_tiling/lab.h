#pragma once

/// @file
/// Lab 04: a matrix product with tiles in shared memory. README.md has the tasks.

/// Arguments of multiply(): three row-major matrices, C = A·B.
///
/// Element (row, column) of a matrix is at `row * width + column`, where its width is its number of
/// columns: p for A, m for B and for C. The number of elements of each matrix fits an int, and none of the
/// sizes is above a million.
struct ProductArgs {
    const float* a; ///< n x p values between -1 and 1, read-only; aligned to 256 bytes
    const float* b; ///< p x m values between -1 and 1, read-only; aligned to 256 bytes
    float* c; ///< n x m elements, output; the contents before the call have no meaning; aligned to 256 bytes
    int n;    ///< rows of A and of C; may be 0
    int m;    ///< columns of B and of C; may be 0
    int p;    ///< columns of A, rows of B; may be 0, and then C is all zeros
};

/// Writes `c[row * m + column]`, the sum of `a[row * p + k] * b[k * m + column]` over all k from 0 to p - 1,
/// for every element of C. The order of summation is free; every product and sum is fp32.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// a: {1, 2, 3,    b: {1, 0,    c: {1 * 1 + 2 * 0 + 3 * 2, 1 * 0 + 2 * 1 + 3 * 2,    =  {7,  8,
///     4, 5, 6}        0, 1,        4 * 1 + 5 * 0 + 6 * 2, 4 * 0 + 5 * 1 + 6 * 2}       16, 17}
///                     2, 2}
/// @endcode
extern "C" void multiply(const ProductArgs& args);

/// Returns how many groups of @p size hold @p count items, at least 1: `groups_of(32, 100)` is 4.
constexpr unsigned groups_of(int size, int count) { return static_cast<unsigned>((count - 1) / size + 1); }
