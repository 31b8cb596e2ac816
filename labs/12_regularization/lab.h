#pragma once

/// @file
/// Lab 12: the same sparse matrix times one vector after the other. README.md has the tasks.

/// How many elements SparseArgs::scratch has: enough for another form of the matrix, and for what goes with it.
constexpr long long scratch_elements(long long rows, long long nonzeros) {
    return 3 * nonzeros + 4 * rows + (1 << 20);
}

/// What multiply() works on: a matrix A by the nonzeros of its rows, and vectors to multiply it with. Each array
/// begins on a boundary of 256 bytes. All but `y` and `scratch` are only to be read.
struct SparseArgs {
    const int* begins;   ///< rows + 1: where each row begins in `columns` and `values`; the last is nonzeros
    const int* columns;  ///< nonzeros: the column of each, in no order; a row may have a column several times
    const float* values; ///< nonzeros: what stands there
    const float* x;      ///< products * width: one vector behind the other
    float* y;            ///< products * rows, to be written: one result behind the other
    unsigned int* scratch; ///< scratch_elements(rows, nonzeros), to use; what is in it has no meaning
    int rows;              ///< of A; may be 0
    int width;             ///< columns of A; at least 1
    int nonzeros;          ///< of all rows together; may be 0
    int products;          ///< how many vectors; at least 1
};

/// Writes to vector k of `y` the product of A and vector k of `x`, for each k: element r of it is the sum of
/// `values[i] * x[k * width + columns[i]]` for all i from begins[r] to begins[r + 1] - 1, and 0 without any.
///
/// Where such products are used, a vector is made of the product before it. So they may not be joined: each product
/// reads the matrix anew, and vector k of `x` is done with before vector k + 1 is looked at.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// begins: {0, 2, 2, 5}  columns: {0, 2,  1, 0, 2}  values: {1, 2,  3, 4, 5}      // three rows, one of them empty
/// x: {1, 10, 100}  y: {201, 0, 534}
/// @endcode
extern "C" void multiply(const SparseArgs& args);

/// How many groups of @p size it takes to hold @p count things: `groups_of(256, 1000)` is 4.
constexpr long long groups_of(int size, long long count) { return (count + size - 1) / size; }
