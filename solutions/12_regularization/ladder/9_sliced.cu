// Lab 12, the ladder. NOTES.md has the sums and the measurements.
//   0_warp_a_row            a warp for each row
//   1_lanes_by_mean         as many lanes for a row as its mean length asks for
//   2_binned                rows by their length: four lanes, a warp or a block for each
//   3_long_in_pieces        long rows cut into pieces
//   4_merge_walk            items cut into equal parts, and each thread walks along its own
//   5_nonzeros_split        nonzeros cut into equal parts, products through shared memory
//   6_items_split           nonzeros and ends of rows cut into equal parts
//   7_warp_searches         a warp searches together
//   8_past_the_first_cache  the vector read past L1
// > 9_sliced                rows sorted by length, 32 of them column by column   <- you are here
//   10_by_column            a share of the nonzeros in the order of their columns
//
// Change:  another form of the matrix, made once for all products. Rows of up to 64 are sorted by length, and 32 of
//          them are a slice: it lies in memory column by column, as wide as its longest row, and a lane has a row.
//          Longer rows are cut into parts for a warp each.
// Why:     in a slice rows are alike, each load of a warp is a whole line, and no sum leaves its lane.
// Counter: lanes that wait for each nonzero.
// Costs:   reading and writing the matrix once more; rows that were neighbours lie apart. There is hardly
//          any padding, as rows are sorted: `NOTES.md` has the numbers.
// Limit:   the requests for x, as before. One product alone takes five times as long.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

constexpr unsigned int all_lanes = 0xffffffff;
constexpr int warps = BLOCK / 32;
constexpr int longest_short = 64; // a longer row is cut into parts
constexpr int part_length = 2048;
constexpr int lengths = longest_short + 1;

/// A part of a long row.
struct Part {
    int row;
    int begin; ///< its first nonzero
    int end;   ///< behind its last one
};

/// What is known of the rows of each length: how many there are, and where they stand among the sorted ones.
struct Plan {
    int counts[lengths];       ///< rows of this length
    int first_rows[lengths];   ///< the first of them, longer ones before
    int taken[lengths];        ///< places that were given out
    int first_slices[lengths]; ///< the first slice whose longest row has this length
    int first_places[lengths]; ///< and where it begins
    int slices;                ///< in all
    int parts;                 ///< of long rows
};

/// The other form of the matrix, in scratch.
struct Sliced {
    Plan* plan;
    Part* parts;
    int* rows; ///< sorted by length
    int* columns;
    float* values;
    explicit Sliced(const SparseArgs& args) : plan(reinterpret_cast<Plan*>(args.scratch)) {
        constexpr int room_of_plan = 4096;
        int* room = reinterpret_cast<int*>(args.scratch) + room_of_plan;
        rows = room;
        room += args.rows;
        parts = reinterpret_cast<Part*>(room); // fewer than one for 64 nonzeros
        room += args.nonzeros / longest_short * 3LL;
        columns = room; // a slice has room for its longest row, 32 times: together 32 * 64 more than nonzeros
        room += args.nonzeros + 32 * lengths;
        values = reinterpret_cast<float*>(room);
    }
};

__device__ inline int length_of(const SparseArgs& args, int row) {
    return args.begins[row + 1] - args.begins[row];
}

/// Counts rows by their length, and cuts long ones into parts. A row in parts is cleared, for all products.
__global__ void __launch_bounds__(BLOCK) count_rows(SparseArgs args, Sliced sliced) {
    __shared__ int counts[lengths];
    for (int i = threadIdx.x; i < lengths; i += BLOCK) counts[i] = 0;
    __syncthreads();
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    if (row < args.rows) {
        const int length = length_of(args, row);
        if (length <= longest_short) {
            atomicAdd(counts + length, 1);
        } else {
            int place = atomicAdd(&sliced.plan->parts, (length + part_length - 1) / part_length);
            const int end = args.begins[row + 1];
            for (int i = end - length; i < end; i += part_length)
                sliced.parts[place++] = {row, i, i < end - part_length ? i + part_length : end};
            for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + row] = 0;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < lengths; i += BLOCK)
        if (counts[i] != 0) atomicAdd(sliced.plan->counts + i, counts[i]);
}

/// Where the rows of each length begin, and their slices. The longest come first.
__global__ void plan_slices(Plan* plan) {
    int row = 0;
    int slice = 0;
    int place = 0;
    for (int length = longest_short; length >= 0; --length) {
        plan->first_rows[length] = row;
        plan->first_slices[length] = slice;
        plan->first_places[length] = place;
        row += plan->counts[length];
        const int slices = (row + 31) / 32 - slice; // whose first row has this length
        slice += slices;
        place += slices * 32 * length;
    }
    plan->slices = slice;
}

/// Gives each short row its place among the sorted ones: a block asks for all of its rows of a length together.
__global__ void __launch_bounds__(BLOCK) sort_rows(SparseArgs args, Sliced sliced) {
    __shared__ int counts[lengths];
    __shared__ int firsts[lengths];
    for (int i = threadIdx.x; i < lengths; i += BLOCK) counts[i] = 0;
    __syncthreads();
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    const int length = row < args.rows ? length_of(args, row) : lengths;
    const int own = length < lengths ? atomicAdd(counts + length, 1) : 0;
    __syncthreads();
    for (int i = threadIdx.x; i < lengths; i += BLOCK)
        if (counts[i] != 0)
            firsts[i] = sliced.plan->first_rows[i] + atomicAdd(sliced.plan->taken + i, counts[i]);
    __syncthreads();
    if (length < lengths) sliced.rows[firsts[length] + own] = row;
}

/// A slice: where it begins, and how long its longest row is.
struct Slice {
    int place;
    int width;
};

__device__ inline Slice slice_at(const SparseArgs& args, const Sliced& sliced, int slice) {
    const int width = length_of(args, sliced.rows[slice * 32LL]);
    return {sliced.plan->first_places[width] + (slice - sliced.plan->first_slices[width]) * 32 * width,
            width};
}

/// The row of this lane in a slice; -1 in the last slice, where there is none.
__device__ inline int row_of_lane(const Sliced& sliced, int slice) {
    constexpr int shortest = 0;
    const int rows = sliced.plan->first_rows[shortest] + sliced.plan->counts[shortest];
    const int i = slice * 32 + static_cast<int>(threadIdx.x % 32);
    return i < rows ? sliced.rows[i] : -1;
}

/// Copies the rows of a slice, a warp for each. Behind a row stand zeros, in column 0.
__global__ void __launch_bounds__(BLOCK) fill_slices(SparseArgs args, Sliced sliced) {
    const int slice = blockIdx.x * warps + threadIdx.x / 32;
    if (slice >= sliced.plan->slices) return;
    const Slice own = slice_at(args, sliced, slice);
    const int row = row_of_lane(sliced, slice);
    const int begin = row < 0 ? 0 : args.begins[row];
    const int length = row < 0 ? 0 : length_of(args, row);
    for (int k = 0; k < own.width; ++k) {
        const int to = own.place + k * 32 + static_cast<int>(threadIdx.x % 32);
        sliced.columns[to] = k < length ? args.columns[begin + k] : 0;
        sliced.values[to] = k < length ? args.values[begin + k] : 0;
    }
}

/// The products of places @p i, i + 32 and so on, up to @p end.
__device__ inline float sum_of_products(const int* columns, const float* values, const float* x, int i,
                                        int end) {
    constexpr int ahead = 4;
    float sum = 0;
    for (; i < end; i += 32 * ahead) {
        int column[ahead];
        float value[ahead];
#pragma unroll
        for (int k = 0; k < ahead; ++k) {
            const bool in = i < end - 32 * k;
            column[k] = in ? __ldcs(columns + i + 32 * k) : 0;
            value[k] = in ? __ldcs(values + i + 32 * k) : 0;
        }
#pragma unroll
        for (int k = 0; k < ahead; ++k)
            if (i < end - 32 * k) sum += value[k] * __ldg(x + column[k]);
    }
    return sum;
}

/// Slices, a warp for each.
__global__ void __launch_bounds__(BLOCK)
    multiply_slices(SparseArgs args, Sliced sliced, const float* __restrict__ x, float* y) {
    const int slice = blockIdx.x * warps + threadIdx.x / 32;
    if (slice >= sliced.plan->slices) return;
    const Slice own = slice_at(args, sliced, slice);
    const int first = own.place + static_cast<int>(threadIdx.x % 32);
    const float sum = sum_of_products(sliced.columns, sliced.values, x, first, own.place + own.width * 32);
    const int row = row_of_lane(sliced, slice);
    if (row >= 0) y[row] = sum;
}

/// Parts of long rows, a warp for each.
__global__ void __launch_bounds__(BLOCK)
    multiply_parts(SparseArgs args, Sliced sliced, const float* __restrict__ x, float* y) {
    const int lane = threadIdx.x % 32;
    for (int i = blockIdx.x * warps + threadIdx.x / 32; i < sliced.plan->parts; i += gridDim.x * warps) {
        const Part part = sliced.parts[i];
        float sum = sum_of_products(args.columns, args.values, x, part.begin + lane, part.end);
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(all_lanes, sum, distance);
        if (lane == 0) atomicAdd(y + part.row, sum);
    }
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // to CUDA a grid without blocks is an error
    const Sliced sliced(args);
    const auto blocks = groups_of(BLOCK, args.rows);
    const auto slice_blocks = groups_of(32 * warps, args.rows);
    CUDA_CHECK(cudaMemsetAsync(sliced.plan, 0, sizeof(Plan)));
    count_rows<<<blocks, BLOCK>>>(args, sliced);
    plan_slices<<<1, 1>>>(sliced.plan);
    sort_rows<<<blocks, BLOCK>>>(args, sliced);
    fill_slices<<<slice_blocks, BLOCK>>>(args, sliced);
    CUDA_CHECK_LAUNCH();
    const auto part_blocks = std::min(groups_of(longest_short * warps, args.nonzeros) + 1, 1LL << 14);
    for (long long k = 0; k < args.products; ++k) {
        const float* const x = args.x + k * args.width;
        float* const y = args.y + k * args.rows;
        multiply_parts<<<part_blocks, BLOCK>>>(args, sliced, x, y);
        multiply_slices<<<slice_blocks, BLOCK>>>(args, sliced, x, y);
        CUDA_CHECK_LAUNCH();
    }
}
