// Lab 12, the ladder. NOTES.md has the calculations and the measurements.
//   0_warp_per_row          one warp per row
//   1_lanes_by_mean         lanes per row chosen by the mean row length
//   2_binned                rows binned by length: four lanes, a warp or a block per row
//   3_long_in_chunks        long rows split into chunks
//   4_merge_walk            merge path: equal items per thread, each thread walks along its own
//   5_nonzeros_split        equal nonzeros per tile, products through shared memory
//   6_items_split           equal items per tile: nonzeros and row ends
//   7_warp_searches         a 32-way search by a warp
//   8_past_the_first_cache  x read past L1
// > 9_sliced                sliced ELL: rows sorted by length, 32 stored column by column   <- you are here
//   10_by_column            the nonzeros of each block sorted by column
//
// Change:  another format, sliced ELL (SELL-C-sigma), built once for all products. Rows of up to 64 nonzeros are sorted by
//          length, and 32 of them are a slice: it is stored column by column, as wide as its longest row, one lane
//          per row. Longer rows are split into chunks, one warp per chunk.
// Why:     the rows of a slice have similar lengths, each load of a warp is a whole line, and no sum leaves its lane.
// Counter: inactive lanes per nonzero.
// Costs:   reading and writing the matrix once; neighbouring rows are no longer adjacent. There is hardly any
//          padding, because the rows are sorted: `NOTES.md` has the numbers.
// Limit:   the requests for x, as before. A single product takes five times as long.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif

constexpr unsigned int all_lanes = 0xffffffff;
constexpr int warps = BLOCK / 32;
constexpr int max_short_row = 64; // longer rows are split into chunks
constexpr int chunk_length = 2048;
constexpr int lengths = max_short_row + 1;

/// A chunk of a long row.
struct RowChunk {
    int row;
    int begin; ///< first nonzero
    int end;   ///< one past the last nonzero
};

/// Counts and offsets of the rows of each length among the sorted rows and slices.
struct SlicePlan {
    int counts[lengths];        ///< rows of this length
    int first_rows[lengths];    ///< position of the first of them; longer rows come first
    int reserved[lengths];      ///< positions that are already taken
    int first_slices[lengths];  ///< first slice whose longest row has this length
    int first_offsets[lengths]; ///< elements in all slices before that one
    int slices;                 ///< number of slices
    int chunks;                 ///< number of chunks of long rows
};

/// The matrix in the sliced format, in scratch.
struct SlicedMatrix {
    SlicePlan* plan;
    RowChunk* chunks;
    int* rows; ///< row numbers, sorted by length
    int* columns;
    float* values;
    explicit SlicedMatrix(const SparseArgs& args) : plan(reinterpret_cast<SlicePlan*>(args.scratch)) {
        constexpr int plan_words = 4096;
        int* next = reinterpret_cast<int*>(args.scratch) + plan_words;
        rows = next;
        next += args.rows;
        chunks = reinterpret_cast<RowChunk*>(next); // fewer than one per 64 nonzeros
        next += args.nonzeros / max_short_row * 3LL;
        columns =
            next; // a slice holds its longest row 32 times: at most 32 * 64 elements more than nonzeros in total
        next += args.nonzeros + 32 * lengths;
        values = reinterpret_cast<float*>(next);
    }
};

__device__ inline int length_of(const SparseArgs& args, int row) {
    return args.row_offsets[row + 1] - args.row_offsets[row];
}

/// Builds a histogram of row lengths and splits long rows into chunks. Clears a row in chunks, in all products.
__global__ void __launch_bounds__(BLOCK) count_rows(SparseArgs args, SlicedMatrix sliced) {
    __shared__ int counts[lengths];
    for (int i = threadIdx.x; i < lengths; i += BLOCK) counts[i] = 0;
    __syncthreads();
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    if (row < args.rows) {
        const int length = length_of(args, row);
        if (length <= max_short_row) {
            atomicAdd(counts + length, 1);
        } else {
            int position = atomicAdd(&sliced.plan->chunks, (length + chunk_length - 1) / chunk_length);
            const int end = args.row_offsets[row + 1];
            for (int i = end - length; i < end; i += chunk_length)
                sliced.chunks[position++] = {row, i, i < end - chunk_length ? i + chunk_length : end};
            for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + row] = 0;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < lengths; i += BLOCK)
        if (counts[i] != 0) atomicAdd(sliced.plan->counts + i, counts[i]);
}

/// Computes the first position of the rows of each length, and of their slices. The longest come first.
__global__ void plan_slices(SlicePlan* plan) {
    int row = 0;
    int slice = 0;
    int offset = 0;
    for (int length = max_short_row; length >= 0; --length) {
        plan->first_rows[length] = row;
        plan->first_slices[length] = slice;
        plan->first_offsets[length] = offset;
        row += plan->counts[length];
        const int slices = (row + 31) / 32 - slice; // slices whose first row has this length
        slice += slices;
        offset += slices * 32 * length;
    }
    plan->slices = slice;
}

/// Counting sort: gives each short row its position, with one atomic per block and length.
__global__ void __launch_bounds__(BLOCK) sort_rows(SparseArgs args, SlicedMatrix sliced) {
    __shared__ int counts[lengths];
    __shared__ int bases[lengths];
    for (int i = threadIdx.x; i < lengths; i += BLOCK) counts[i] = 0;
    __syncthreads();
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    const int length = row < args.rows ? length_of(args, row) : lengths;
    const int rank = length < lengths ? atomicAdd(counts + length, 1) : 0;
    __syncthreads();
    for (int i = threadIdx.x; i < lengths; i += BLOCK)
        if (counts[i] != 0)
            bases[i] = sliced.plan->first_rows[i] + atomicAdd(sliced.plan->reserved + i, counts[i]);
    __syncthreads();
    if (length < lengths) sliced.rows[bases[length] + rank] = row;
}

/// Offset of a slice, and the length of its longest row.
struct Slice {
    int offset;
    int width;
};

__device__ inline Slice slice_at(const SparseArgs& args, const SlicedMatrix& sliced, int slice) {
    const int width = length_of(args, sliced.rows[slice * 32LL]);
    return {sliced.plan->first_offsets[width] + (slice - sliced.plan->first_slices[width]) * 32 * width,
            width};
}

/// Returns the row of this lane in a slice; -1 if the last slice has none for it.
__device__ inline int row_of_lane(const SlicedMatrix& sliced, int slice) {
    constexpr int shortest = 0;
    const int rows = sliced.plan->first_rows[shortest] + sliced.plan->counts[shortest];
    const int i = slice * 32 + static_cast<int>(threadIdx.x % 32);
    return i < rows ? sliced.rows[i] : -1;
}

/// Copies the rows into slices, one warp per slice. Pads a row with value 0 in column 0.
__global__ void __launch_bounds__(BLOCK) fill_slices(SparseArgs args, SlicedMatrix sliced) {
    const int slice = blockIdx.x * warps + threadIdx.x / 32;
    if (slice >= sliced.plan->slices) return;
    const Slice current = slice_at(args, sliced, slice);
    const int row = row_of_lane(sliced, slice);
    const int begin = row < 0 ? 0 : args.row_offsets[row];
    const int length = row < 0 ? 0 : length_of(args, row);
    for (int k = 0; k < current.width; ++k) {
        const int target = current.offset + k * 32 + static_cast<int>(threadIdx.x % 32);
        sliced.columns[target] = k < length ? args.column_indices[begin + k] : 0;
        sliced.values[target] = k < length ? args.values[begin + k] : 0;
    }
}

/// Adds up the products of elements @p i, i + 32, ... before @p end.
__device__ inline float sum_of_products(const int* columns, const float* values, const float* x, int i,
                                        int end) {
    constexpr int loads_in_flight = 4;
    float sum = 0;
    for (; i < end; i += 32 * loads_in_flight) {
        int column[loads_in_flight];
        float value[loads_in_flight];
#pragma unroll
        for (int k = 0; k < loads_in_flight; ++k) {
            const bool in_range = i < end - 32 * k;
            column[k] = in_range ? __ldcs(columns + i + 32 * k) : 0;
            value[k] = in_range ? __ldcs(values + i + 32 * k) : 0;
        }
#pragma unroll
        for (int k = 0; k < loads_in_flight; ++k)
            if (i < end - 32 * k) sum += value[k] * __ldg(x + column[k]);
    }
    return sum;
}

/// Multiplies the slices by a vector, one warp per slice.
__global__ void __launch_bounds__(BLOCK)
    multiply_slices(SparseArgs args, SlicedMatrix sliced, const float* __restrict__ x, float* y) {
    const int slice = blockIdx.x * warps + threadIdx.x / 32;
    if (slice >= sliced.plan->slices) return;
    const Slice current = slice_at(args, sliced, slice);
    const int first = current.offset + static_cast<int>(threadIdx.x % 32);
    const float sum =
        sum_of_products(sliced.columns, sliced.values, x, first, current.offset + current.width * 32);
    const int row = row_of_lane(sliced, slice);
    if (row >= 0) y[row] = sum;
}

/// Multiplies the chunks of long rows by a vector, one warp per chunk.
__global__ void __launch_bounds__(BLOCK)
    multiply_chunks(SparseArgs args, SlicedMatrix sliced, const float* __restrict__ x, float* y) {
    const int lane = threadIdx.x % 32;
    for (int i = blockIdx.x * warps + threadIdx.x / 32; i < sliced.plan->chunks; i += gridDim.x * warps) {
        const RowChunk chunk = sliced.chunks[i];
        float sum = sum_of_products(args.column_indices, args.values, x, chunk.begin + lane, chunk.end);
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(all_lanes, sum, distance);
        if (lane == 0) atomicAdd(y + chunk.row, sum);
    }
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // CUDA rejects a grid without blocks
    const SlicedMatrix sliced(args);
    const auto blocks = groups_of(BLOCK, args.rows);
    const auto slice_blocks = groups_of(32 * warps, args.rows);
    CUDA_CHECK(cudaMemsetAsync(sliced.plan, 0, sizeof(SlicePlan)));
    count_rows<<<blocks, BLOCK>>>(args, sliced);
    plan_slices<<<1, 1>>>(sliced.plan);
    sort_rows<<<blocks, BLOCK>>>(args, sliced);
    fill_slices<<<slice_blocks, BLOCK>>>(args, sliced);
    CUDA_CHECK_LAUNCH();
    const auto chunk_blocks = std::min(groups_of(max_short_row * warps, args.nonzeros) + 1, 1LL << 14);
    for (long long k = 0; k < args.products; ++k) {
        const float* const x = args.x + k * args.width;
        float* const y = args.y + k * args.rows;
        multiply_chunks<<<chunk_blocks, BLOCK>>>(args, sliced, x, y);
        multiply_slices<<<slice_blocks, BLOCK>>>(args, sliced, x, y);
        CUDA_CHECK_LAUNCH();
    }
}
