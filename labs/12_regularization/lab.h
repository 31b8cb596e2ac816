#pragma once

/// @file
/// Lab 12: products of one sparse matrix in CSR format with a sequence of vectors. README.md has the tasks.

/// Returns the elements of SparseArgs::scratch: enough for the matrix in another format and its index arrays.
constexpr long long scratch_elements(long long rows, long long nonzeros) {
    return 3 * nonzeros + 4 * rows + (1 << 20);
}

/// Arguments of multiply(): a matrix A in CSR format, and vectors to multiply it by. Each array begins at a multiple
/// of 256 bytes. All arrays but `y` and `scratch` are read-only.
struct SparseArgs {
    const int* row_offsets;    ///< rows + 1: first nonzero of each row; the last element is nonzeros
    const int* column_indices; ///< nonzeros: column of each, unordered; a row may repeat a column
    const float* values;       ///< nonzeros: value of each
    const float* x;            ///< products * width: the vectors, one after the other
    float* y;                  ///< products * rows, output: the products, one after the other
    unsigned int* scratch;     ///< scratch_elements(rows, nonzeros): work space, not initialized
    int rows;                  ///< rows of A; may be 0
    int width;                 ///< columns of A; at least 1
    int nonzeros;              ///< nonzeros of A; may be 0
    int products;              ///< number of vectors; at least 1
};

/// Computes vector k of `y` as the product of A and vector k of `x`, for each k. Its element r is the sum of
/// `values[i] * x[k * width + column_indices[i]]` over i from row_offsets[r] to row_offsets[r + 1] - 1, or 0 without any.
///
/// In an application each vector is computed from the previous product. So products must not be batched: each
/// product reads the matrix again, and vector k of `x` is finished before vector k + 1 is read.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// row_offsets: {0, 2, 2, 5}  column_indices: {0, 2,  1, 0, 2}  values: {1, 2,  3, 4, 5}  // three rows, one empty
/// x: {1, 10, 100}  y: {201, 0, 534}
/// @endcode
extern "C" void multiply(const SparseArgs& args);

/// How many groups of @p size it takes to hold @p count things: `groups_of(256, 1000)` is 4.
constexpr long long groups_of(int size, long long count) { return (count + size - 1) / size; }
