#pragma once

/// @file
/// Lab 02: a matrix is transformed by four formulas. In its upper rows the column determines the formula, in
/// its lower rows the value itself does. README.md has the tasks.

#include <cstddef>

/// The arguments of transform(): two row-major matrices of the same shape.
///
/// Element (row, column) is at index `row * width + column`. The striped rows come first, then the mixed rows.
/// The width is a multiple of 4, so an element's index modulo 4 is its column modulo 4. There may be more
/// elements than an int can count.
struct TransformArgs {
    const float* in;  ///< values between 10 and 266; aligned to 256 bytes; must not be changed
    float* out;       ///< as many results; aligned to 256 bytes; does not overlap `in`
    int width;        ///< columns; a multiple of 4; may be 0
    int striped_rows; ///< rows in which the column determines the formula; any number; may be 0
    int mixed_rows;   ///< rows below them, in which the value determines it; any number; may be 0
    int iterations;   ///< steps per value; 0 to 8, in the timed case 5
};

/// Applies `iterations` steps `v += sqrtf(f(v) + 1)` to each value v and writes the result. f is logf, cosf,
/// sinf or |tanf| for formula 0, 1, 2 or 3. The formula is
///
/// - in a striped row: column % 4;
/// - in a mixed row: int(v) % 4, where v is the value in `in`. All steps of an element take this formula,
///   however v changes.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// in:  {10,     10,     10,     10}         // a striped row, four columns, one step
/// out: {11.817, 10.401, 10.675, 11.284}
/// in:  {12,     13,     10,     11}         // a mixed row: the formulas 0, 1, 2 and 3
/// out: {13.867, 14.381, 10.675, 26.064}
/// @endcode
extern "C" void transform(const TransformArgs& args);

/// Returns the number of elements in @p rows rows of the matrix.
inline std::size_t elements_of(const TransformArgs& matrix, int rows) {
    return static_cast<std::size_t>(matrix.width) * static_cast<std::size_t>(rows);
}

/// Returns the number of groups of @p size that hold @p count things: `groups_of(256, 1000)` is 4.
constexpr unsigned groups_of(int size, std::size_t count) {
    return static_cast<unsigned>((count + size - 1) / size);
}

#if defined(__CUDACC__)
/// Number of formulas.
constexpr int formulas = 4;

/// One step of formula 0. Call it as it is: the lab is not about arithmetic.
__device__ inline float step_log(float v) { return v + sqrtf(logf(v) + 1.0f); }
/// One step of formula 1.
__device__ inline float step_cos(float v) { return v + sqrtf(cosf(v) + 1.0f); }
/// One step of formula 2.
__device__ inline float step_sin(float v) { return v + sqrtf(sinf(v) + 1.0f); }
/// One step of formula 3. Without fabsf() there would be roots of negative numbers.
__device__ inline float step_tan(float v) { return v + sqrtf(fabsf(tanf(v)) + 1.0f); }

/// Returns the formula of the input value @p v in a mixed row.
__device__ inline int formula_of(float v) { return static_cast<unsigned>(v) % formulas; }

/// Returns @p v after @p iterations steps of @p formula, which is 0, 1, 2 or 3. It branches on the formula once, and
/// not in each step.
__device__ inline float transformed(float v, int formula, int iterations) {
    switch (formula) {
        case 0:
            for (int i = 0; i < iterations; ++i) v = step_log(v);
            break;
        case 1:
            for (int i = 0; i < iterations; ++i) v = step_cos(v);
            break;
        case 2:
            for (int i = 0; i < iterations; ++i) v = step_sin(v);
            break;
        default:
            for (int i = 0; i < iterations; ++i) v = step_tan(v);
            break;
    }
    return v;
}

constexpr int mixed_block = 256; ///< threads per block in the mixed rows
constexpr int mixed_values = 8;  ///< values per thread in the mixed rows

/// The places of a block's values, ordered by formula: first those of formula 0, then those of formula 1, and
/// so on.
struct Order {
    int place[mixed_values]; ///< places of this thread's values; a block has mixed_block * mixed_values
    int first[formulas];     ///< the first place of each formula

    /// Returns the formula of the value at place @p at: the number of formulas 1 to 3 that begin at or before it.
    [[nodiscard]] __device__ int formula_at(int at) const {
        return (at >= first[1]) + (at >= first[2]) + (at >= first[3]);
    }
};

/// Orders a block's values by formula. @p formula has the formulas of this thread's values. All mixed_block threads
/// of the block must call it together; it moves no value, it only counts.
///
/// The place of a value is the number of values before it: all values of lower formulas, those of the same formula
/// in earlier warps, and those of the same formula before it in its own warp.
__device__ inline Order order_by_formula(const int (&formula)[mixed_values]) {
    constexpr int warp_threads = 32;
    constexpr int warps = mixed_block / warp_threads;
    constexpr unsigned all_lanes = 0xffffffff;
    static_assert(formulas * warps == warp_threads, "a warp adds up the counts, one a lane");
    __shared__ int before[formulas * warps]; // first a count, then the sum of the counts before it

    const int warp = threadIdx.x / warp_threads;
    const int lane = threadIdx.x % warp_threads;
    const unsigned lanes_before = (1u << lane) - 1; // one bit per lane to the left

    // In the warp. A ballot returns a word with one bit per lane whose condition is true; __popc() counts bits.
    Order order = {};
    int counted[formulas] = {};
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) {
#pragma unroll
        for (int f = 0; f < formulas; ++f) {
            const unsigned has_it = __ballot_sync(all_lanes, formula[j] == f);
            const int place = counted[f] + __popc(has_it & lanes_before);
            order.place[j] = formula[j] == f ? place : order.place[j];
            counted[f] += __popc(has_it);
        }
    }
    if (lane == 0)
        for (int f = 0; f < formulas; ++f) before[f * warps + warp] = counted[f];
    __syncthreads();

    // Over the warps, by a scan: each count becomes the sum of all counts before it. A shuffle reads the sum of the
    // lane `distance` to the left; the distances 1, 2, 4, 8 and 16 together cover all lanes to the left.
    if (warp == 0) {
        const int count = before[lane];
        int sum = count;
        for (int distance = 1; distance < warp_threads; distance *= 2) {
            const int left = __shfl_up_sync(all_lanes, sum, distance);
            if (lane >= distance) sum += left;
        }
        before[lane] = sum - count;
    }
    __syncthreads();

    for (int f = 0; f < formulas; ++f) order.first[f] = before[f * warps];
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) order.place[j] += before[formula[j] * warps + warp];
    return order;
}
#endif
