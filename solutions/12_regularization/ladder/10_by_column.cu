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
//   9_sliced                rows sorted by length, 32 of them column by column
// > 10_by_column            a share of the nonzeros in the order of their columns   <- you are here
//
// Change:  the nonzeros are cut into equal shares, two for each multiprocessor, and those of a share are put in
//          the order of their columns, once for all products. A block adds up its share in that order: each row
//          has a sum in shared memory, and a long one a sum for each lane (lab 06).
// Why:     x lies in L2, and what limits all rungs before are requests to it, a line of 128 bytes each. In the
//          order of the rows each nonzero is a request. In the order of the columns several lanes of a warp find
//          their elements in the same line, and share one.
// Counter: sectors for 128 bytes: 9.6 instead of 12.1.
// Costs:   a copy of the matrix, and the time to make it: 1.6 ms, which pays from 20 products on (NOTES.md). And a
//          sum depends on the order of atomics, in its last bits.
// Limit:   bytes again: 8 for each nonzero, and the lines of x.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads in a block
#endif
#ifndef RECORDS
#define RECORDS 2 // that a thread has under way at once
#endif

constexpr unsigned int all_lanes = 0xffffffff;
constexpr int buckets = 8192; // of neighbouring columns; within one the order does not matter
constexpr int range_bits =
    16; // of a column stand in its record; the others are the same for a range of records
constexpr int most_ranges = 1024; // for which a block has room
constexpr int most_rows = 24576;  // likewise, of a share
constexpr int most_long = 255;    // rows of a share with a sum for each lane
constexpr int long_row = 1024;    // nonzeros in a share, more than which a row is long
constexpr int smallest_share = 4096;
constexpr unsigned int of_a_lane = 0x8000; // in a record: the sum is that of the lane

/// Part of the matrix in the order of its columns, in scratch.
struct Shares {
    int count;
    int size;              ///< nonzeros of each, a multiple of four
    int shift;             ///< bits of a column that do not say its bucket
    uint2* records;        ///< for each nonzero: place of its sum and low bits of its column, and its value
    int* first_rows;       ///< count + 1: the row of each share's first nonzero
    int* needs;            ///< sums that the share with the most of them has
    int* long_counts;      ///< for each share: how many of its rows are long
    unsigned short* longs; ///< for each share: those rows, counted from its first
    int* ranges;           ///< for each share: the first record of each range of columns, and their number
};

/// What a block has of the matrix.
struct Share {
    int begin; ///< its first nonzero
    int count; ///< of nonzeros
    int first_row;
    int rows; ///< the first and the last one may be cut

    __device__ Share(const SparseArgs& args, const Shares& shares) {
        begin = blockIdx.x * shares.size;
        count = min(shares.size, args.nonzeros - begin);
        first_row = shares.first_rows[blockIdx.x];
        rows = min(shares.first_rows[blockIdx.x + 1], args.rows - 1) - first_row + 1;
    }
    /// How many of the share's nonzeros come before its row number @p row.
    __device__ int before_row(const SparseArgs& args, int row) const {
        return min(max(args.begins[first_row + row] - begin, 0), count);
    }
};

/// The row of nonzero number @p nonzero, or the number of rows behind the last one.
__device__ inline int row_of(const SparseArgs& args, int nonzero) {
    int low = 0;
    int high = args.rows;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (args.begins[middle + 1] <= nonzero) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Where each share begins. What a share's edge cuts is added to, and so it has to be 0 before.
__global__ void find_shares(SparseArgs args, Shares shares) {
    const int share = blockIdx.x * blockDim.x + threadIdx.x;
    if (share > shares.count) return;
    const int row = share < shares.count ? row_of(args, share * shares.size) : args.rows;
    shares.first_rows[share] = share == 0 ? 0 : row;
    if (share == 0) *shares.needs = 0;
    if (share == shares.count) return;
    for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + shares.first_rows[share]] = 0;
}

/// Looks for the long rows of a share, and how many sums it has.
__global__ void measure_shares(SparseArgs args, Shares shares) {
    const Share share(args, shares);
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    for (int row = threadIdx.x; row < share.rows; row += blockDim.x) {
        if (share.before_row(args, row + 1) - share.before_row(args, row) <= long_row) continue;
        const int place = atomicAdd(&found, 1);
        if (place < most_long) shares.longs[blockIdx.x * most_long + place] = row;
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    shares.long_counts[blockIdx.x] = min(found, most_long);
    atomicMax(shares.needs, share.rows > most_rows || found > most_long ? 1 << 30 : share.rows + 32 * found);
}

/// The sum of @p x of this lane and of all lanes before it.
__device__ inline int scan_warp(int x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const int before = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x += before;
    }
    return x;
}

/// The sum of @p x of all threads of a block of 1024 that come before this one.
__device__ inline int scan_block(int x) {
    __shared__ int sums[32];
    const int warp = threadIdx.x / 32;
    const int through = scan_warp(x);
    if (threadIdx.x % 32 == 31) sums[warp] = through;
    __syncthreads();
    const int of_warps = scan_warp(sums[threadIdx.x % 32]);
    return __shfl_sync(all_lanes, of_warps, warp) - sums[warp] + through - x;
}

/// From counts of buckets to where each begins; and where each range of columns does.
__device__ inline void scan_buckets(const Shares& shares, int records, int* counts) {
    constexpr int own = buckets / 1024;
    int* const of_thread = counts + threadIdx.x * own;
    int sum = 0;
    for (int i = 0; i < own; ++i) sum += of_thread[i];
    int before = scan_block(sum);
    int* const ranges = shares.ranges + static_cast<long long>(blockIdx.x) * (most_ranges + 1);
    for (int i = 0; i < own; ++i) {
        const long long column = static_cast<long long>(threadIdx.x * own + i) << shares.shift;
        if ((column & ((1 << range_bits) - 1)) == 0 && column >> range_bits < most_ranges)
            ranges[column >> range_bits] = before;
        const int count = of_thread[i];
        of_thread[i] = before;
        before += count;
    }
    const long long behind = (static_cast<long long>(buckets) << shares.shift) >> range_bits;
    for (long long range = max(behind, 1LL) + threadIdx.x; range <= most_ranges; range += 1024)
        ranges[range] = records;
}

/// Puts the nonzeros of a share in the order of their columns: counts, places, and then each to its place (lab 11).
__global__ void __launch_bounds__(1024) order_columns(SparseArgs args, Shares shares) {
    extern __shared__ int shared[];
    int* const counts = shared;
    int* const begins = counts + buckets;
    auto* const number =
        reinterpret_cast<unsigned char*>(begins + most_rows + 1); // of a long row among these
    const Share share(args, shares);
    for (int i = threadIdx.x; i < buckets; i += 1024) counts[i] = 0;
    for (int row = threadIdx.x; row <= share.rows; row += 1024) begins[row] = share.before_row(args, row);
    for (int row = threadIdx.x; row < share.rows; row += 1024) number[row] = most_long;
    __syncthreads();
    for (int i = threadIdx.x; i < shares.long_counts[blockIdx.x]; i += 1024)
        number[shares.longs[blockIdx.x * most_long + i]] = i;
    const int* const columns = args.columns + share.begin;
#pragma unroll 4
    for (int i = threadIdx.x; i < share.count; i += 1024) atomicAdd(&counts[columns[i] >> shares.shift], 1);
    __syncthreads();
    scan_buckets(shares, share.count, counts);
    __syncthreads();
#pragma unroll 4
    for (int i = threadIdx.x; i < share.count; i += 1024) {
        int row = 0; // the last one that begins at nonzero i or before
        for (int high = share.rows - 1; row < high;) {
            const int middle = (row + high + 1) / 2;
            if (begins[middle] <= i) {
                row = middle;
            } else {
                high = middle - 1;
            }
        }
        const unsigned int column = columns[i];
        const unsigned int sum = number[row] == most_long ? row : of_a_lane | (share.rows + 32 * number[row]);
        const int place = atomicAdd(&counts[column >> shares.shift], 1);
        shares.records[share.begin + place] =
            make_uint2(sum << range_bits | (column & ((1 << range_bits) - 1)),
                       __float_as_uint(args.values[share.begin + i]));
    }
}

/// A product: each block adds up its share.
__global__ void __launch_bounds__(BLOCK, 2048 / BLOCK)
    multiply_shares(SparseArgs args, Shares shares, const float* __restrict__ x, float* y) {
    extern __shared__ float sums[];
    __shared__ int ranges[most_ranges + 1];
    const Share share(args, shares);
    const int lane = threadIdx.x % 32;
    const int longs = shares.long_counts[blockIdx.x];
    const int used = (args.width - 1 >> range_bits) + 1;
    for (int i = threadIdx.x; i < share.rows + 32 * longs; i += BLOCK) sums[i] = 0;
    for (int i = threadIdx.x; i <= used; i += BLOCK)
        ranges[i] = shares.ranges[static_cast<long long>(blockIdx.x) * (most_ranges + 1) + i];
    __syncthreads();

    int range = 0; // of the thread's record; it only grows
    for (int first = threadIdx.x; first < share.count; first += BLOCK * RECORDS) {
        uint2 records[RECORDS];
        float elements[RECORDS];
#pragma unroll
        for (int k = 0; k < RECORDS; ++k)
            if (first + k * BLOCK < share.count)
                records[k] = __ldcs(shares.records + share.begin + first + k * BLOCK);
#pragma unroll
        for (int k = 0; k < RECORDS; ++k) {
            if (first + k * BLOCK >= share.count) continue;
            while (first + k * BLOCK >= ranges[range + 1]) ++range;
            elements[k] = __ldg(x + (static_cast<unsigned int>(range) << range_bits |
                                     (records[k].x & ((1 << range_bits) - 1))));
        }
#pragma unroll
        for (int k = 0; k < RECORDS; ++k) {
            if (first + k * BLOCK >= share.count) continue;
            const unsigned int place = records[k].x >> range_bits;
            atomicAdd(&sums[place & of_a_lane ? (place & ~of_a_lane) + lane : place],
                      elements[k] * __uint_as_float(records[k].y));
        }
    }
    __syncthreads();
    for (int i = threadIdx.x / 32; i < longs; i += BLOCK / 32) {
        float sum = sums[share.rows + 32 * i + lane];
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(all_lanes, sum, distance);
        if (lane == 0) sums[shares.longs[blockIdx.x * most_long + i]] = sum;
    }
    __syncthreads();
    for (int row = threadIdx.x; row < share.rows; row += BLOCK) {
        const bool cut = row == 0 || (row == share.rows - 1 && blockIdx.x + 1 < gridDim.x);
        float* const to = y + share.first_row + row;
        if (cut) {
            atomicAdd(to, sums[row]);
        } else {
            *to = sums[row];
        }
    }
}

/// Where the rows of a share do not fit: a warp for each row.
__global__ void multiply_rows(SparseArgs args, const float* __restrict__ x, float* y) {
    const long long row = (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
    if (row >= args.rows) return;
    float sum = 0;
    for (int i = args.begins[row] + threadIdx.x % 32; i < args.begins[row + 1]; i += 32)
        sum += args.values[i] * __ldg(x + args.columns[i]);
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(all_lanes, sum, distance);
    if (threadIdx.x % 32 == 0) y[row] = sum;
}

static int multiprocessors() {
    int device = 0;
    int count = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    return count;
}

/// As many shares as blocks of multiply_shares() run at once, and their places in scratch.
static Shares shares_of(const SparseArgs& args) {
    static const int blocks = 2048 / BLOCK * multiprocessors();
    Shares shares = {};
    shares.size = std::max(smallest_share, static_cast<int>(groups_of(4 * blocks, args.nonzeros)) * 4);
    shares.count = static_cast<int>(groups_of(shares.size, args.nonzeros));
    while (args.width - 1 >> shares.shift >= buckets) ++shares.shift;
    shares.records = reinterpret_cast<uint2*>(args.scratch);
    shares.first_rows = reinterpret_cast<int*>(shares.records + args.nonzeros);
    shares.needs = shares.first_rows + shares.count + 1;
    shares.long_counts = shares.needs + 1;
    shares.ranges = shares.long_counts + shares.count;
    shares.longs = reinterpret_cast<unsigned short*>(shares.ranges + static_cast<long long>(shares.count) *
                                                                         (most_ranges + 1));
    return shares;
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // to CUDA a grid without blocks is an error
    int needs = 1 << 30;
    const Shares shares = shares_of(args);
    if (args.nonzeros > 0 && groups_of(1 << range_bits, args.width) <= most_ranges) {
        find_shares<<<groups_of(128, shares.count + 1LL), 128>>>(args, shares);
        CUDA_CHECK_LAUNCH();
        measure_shares<<<shares.count, 1024>>>(args, shares);
        CUDA_CHECK_LAUNCH();
        CUDA_CHECK(cudaMemcpy(&needs, shares.needs, sizeof needs, cudaMemcpyDeviceToHost));
    }
    const bool fits = needs <= most_rows + 32 * most_long;
    const int sums_bytes = needs * static_cast<int>(sizeof(float));
    if (fits) {
        constexpr int bytes = (buckets + most_rows + 1) * static_cast<int>(sizeof(int)) + most_rows;
        CUDA_CHECK(cudaFuncSetAttribute(order_columns, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CUDA_CHECK(
            cudaFuncSetAttribute(multiply_shares, cudaFuncAttributeMaxDynamicSharedMemorySize, sums_bytes));
        order_columns<<<shares.count, 1024, bytes>>>(args, shares);
        CUDA_CHECK_LAUNCH();
    }
    for (long long k = 0; k < args.products; ++k) {
        const float* const x = args.x + k * args.width;
        float* const y = args.y + k * args.rows;
        if (fits) {
            multiply_shares<<<shares.count, BLOCK, sums_bytes>>>(args, shares, x, y);
        } else {
            multiply_rows<<<groups_of(8, args.rows), 256>>>(args, x, y);
        }
        CUDA_CHECK_LAUNCH();
    }
}
