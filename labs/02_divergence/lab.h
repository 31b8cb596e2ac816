#pragma once

/// @file
/// Lab 02: a matrix is transformed by four formulas. In its upper rows they alternate from column to column, in
/// its lower rows the value itself says which one it takes. README.md has the tasks.

#include <cstddef>

/// What transform() works on: two row-major matrices of the same shape.
///
/// Element (row, column) stands at `row * width + column`. The striped rows come first, the mixed rows below
/// them. The width is a multiple of 4, so an element's place modulo 4 is its column modulo 4. There may be more
/// elements than an int can count.
struct TransformArgs {
    const float* in;  ///< values between 10 and 266; aligned to 256 bytes; not to be changed
    float* out;       ///< as many results; aligned to 256 bytes; apart from `in`
    int width;        ///< columns; a multiple of 4; may be 0
    int striped_rows; ///< rows whose formula goes by the column; any number; may be 0
    int mixed_rows;   ///< rows below them, whose formula goes by the value; any number; may be 0
    int iterations;   ///< steps that each value takes; 0 to 8, in the timed case 5
};

/// Takes each value v through `iterations` steps `v += sqrtf(f(v) + 1)` and writes what it has become. f is
/// logf, cosf, sinf or |tanf| for formula 0, 1, 2 or 3. The formula is
///
/// - in a striped row: column % 4;
/// - in a mixed row: int(v) % 4, where v is the value in `in`. All steps of an element take this formula,
///   whatever v becomes on the way.
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

/// How many elements @p rows rows of the matrix have.
inline std::size_t elements_of(const TransformArgs& matrix, int rows) {
    return static_cast<std::size_t>(matrix.width) * static_cast<std::size_t>(rows);
}

/// How many groups of @p size it takes to hold @p count things: `groups_of(256, 1000)` is 4.
constexpr unsigned groups_of(int size, std::size_t count) {
    return static_cast<unsigned>((count + size - 1) / size);
}

#if defined(__CUDACC__)
/// How many formulas there are.
constexpr int formulas = 4;

/// One step of formula 0. The arithmetic is not this lab's subject: call it as it is.
__device__ inline float step_log(float v) { return v + sqrtf(logf(v) + 1.0f); }
/// One step of formula 1.
__device__ inline float step_cos(float v) { return v + sqrtf(cosf(v) + 1.0f); }
/// One step of formula 2.
__device__ inline float step_sin(float v) { return v + sqrtf(sinf(v) + 1.0f); }
/// One step of formula 3. Without fabsf() there would be roots of negative numbers.
__device__ inline float step_tan(float v) { return v + sqrtf(fabsf(tanf(v)) + 1.0f); }

/// Which formula the value @p v of a mixed row takes.
__device__ inline int formula_of(float v) { return static_cast<unsigned>(v) % formulas; }

/// What becomes of @p v in @p iterations steps of @p formula, which is 0, 1, 2 or 3. It asks once which one it is,
/// and not in each step.
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

constexpr int mixed_block = 256; ///< threads of a block that takes mixed rows
constexpr int mixed_values = 8;  ///< values of each of its threads

/// The places of a block's values when they are ordered by formula: first those of formula 0, then those of
/// formula 1, and so on.
struct Order {
    int place[mixed_values]; ///< of this thread's values; the block has mixed_block * mixed_values places
    int first[formulas];     ///< where each formula begins

    /// The formula of the value at @p at: each of the formulas 1, 2 and 3 that begins at or before it adds one.
    [[nodiscard]] __device__ int formula_at(int at) const {
        return (at >= first[1]) + (at >= first[2]) + (at >= first[3]);
    }
};

/// Orders a block's values by formula. @p formula has those of this thread's values. All mixed_block threads of
/// the block call it together; it moves no value, it only counts.
///
/// A place is the number of values that stand before it: all of the formulas before, those of the same formula
/// in the warps before, and those of the same formula before it in its own warp.
__device__ inline Order order_by_formula(const int (&formula)[mixed_values]) {
    constexpr int warp_threads = 32;
    constexpr int warps = mixed_block / warp_threads;
    constexpr unsigned all_lanes = 0xffffffff;
    static_assert(formulas * warps == warp_threads, "a warp adds up the counts, one a lane");
    __shared__ int before[formulas * warps]; // first a count, then the sum of the counts before it

    const int warp = threadIdx.x / warp_threads;
    const int lane = threadIdx.x % warp_threads;
    const unsigned lanes_before = (1u << lane) - 1; // a bit for each lane to the left

    // In the warp. A ballot gives every lane a word with a bit for each lane that says yes; __popc() counts bits.
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

    // Over the warps, by a scan: each count becomes the sum of all before it. A shuffle hands a lane the sum of the
    // lane `distance` to its left; the distances 1, 2, 4, 8 and 16 reach all of them.
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
