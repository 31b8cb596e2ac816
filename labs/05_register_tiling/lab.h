#pragma once

/// @file
/// Lab 05: the matrix product of lab 04 again, with a tile of outputs per thread. README.md has the tasks.

/// Arguments of multiply(): three row-major matrices, C = A·B.
///
/// Element (row, column) of a matrix has the index `row * width + column`, where its width is its number of
/// columns: p for A, m for B and for C. No matrix has more elements than an int can count, and no size is
/// above a million. A matrix starts at a multiple of 256 bytes, but its rows start at multiples of 16 bytes
/// only where its width is a multiple of 4.
struct ProductArgs {
    const float* a; ///< n x p values between -1 and 1, read-only; aligned to 256 bytes
    const float* b; ///< p x m values between -1 and 1, read-only; aligned to 256 bytes
    float* c; ///< n x m elements, to be written; their initial contents have no meaning; aligned likewise
    int n;    ///< rows of A and of C; any number; may be 0
    int m;    ///< columns of B and of C; any number; may be 0
    int p;    ///< columns of A, rows of B; any number; may be 0, and then C is all zeros
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

/// Number of groups of @p size that @p count elements take, rounded up: `groups_of(128, 300)` is 3.
constexpr int groups_of(int size, int count) { return (count + size - 1) / size; }
