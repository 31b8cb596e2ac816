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
//   9_sliced                sliced ELL: rows sorted by length, 32 stored column by column
// > 10_by_column            the nonzeros of each block sorted by column   <- you are here
//
// Change:  the nonzeros are split into equal shares, two per SM, and each share is sorted by column, once for all
//          products. A block processes its share in that order: each row has a sum in shared memory, and a long
//          row has one sum per lane (privatization, lab 06).
// Why:     x is in L2, and all earlier rungs are limited by the requests for lines of x, 128 bytes each. In row
//          order each nonzero is a request. In column order several lanes of a warp find their elements in the
//          same line and share one request.
// Counter: sectors per 128 bytes: 9.6 instead of 12.1.
// Costs:   a copy of the matrix, and 1.6 ms to create it, which pays off from 20 products on (NOTES.md). And the
//          last bits of a sum depend on the order of atomics.
// Limit:   bytes again: 8 per nonzero, and the lines of x.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads per block
#endif
#ifndef RECORDS
#define RECORDS 2 // records in flight per thread
#endif

constexpr unsigned int all_lanes = 0xffffffff;
constexpr int buckets = 8192;    // buckets of neighbouring columns; the order within a bucket does not matter
constexpr int range_bits = 16;   // low column bits in a record; the records of a range have equal high bits
constexpr int max_ranges = 1024; // ranges of records that fit into a block's shared memory
constexpr int max_rows = 24576;  // rows of a share that fit likewise
constexpr int max_long_rows = 255;  // long rows per share; each has one sum per lane
constexpr int max_short_row = 1024; // nonzeros in a share; a row with more is long
constexpr int min_share_nonzeros = 4096;
constexpr unsigned int per_lane_flag = 0x8000; // flag in a record: the sum is private to each lane

/// The matrix in scratch, as shares of nonzeros that are sorted by column.
struct Shares {
    int count;
    int size;                  ///< nonzeros per share, a multiple of four
    int shift;                 ///< low bits of a column that do not select its bucket
    uint2* records;            ///< per nonzero: index of its sum and low bits of its column, and its value
    int* first_rows;           ///< count + 1: row of each share's first nonzero
    int* max_sums;             ///< largest number of sums of any share
    int* long_row_counts;      ///< per share: number of long rows
    unsigned short* long_rows; ///< per share: its long rows, relative to its first row
    int* ranges; ///< per share: first record of each range of columns, then the number of records
};

/// A block's share of the matrix.
struct Share {
    int begin; ///< first nonzero
    int count; ///< number of nonzeros
    int first_row;
    int rows; ///< number of rows; the first and the last may be cut

    __device__ Share(const SparseArgs& args, const Shares& shares) {
        begin = blockIdx.x * shares.size;
        count = min(shares.size, args.nonzeros - begin);
        first_row = shares.first_rows[blockIdx.x];
        rows = min(shares.first_rows[blockIdx.x + 1], args.rows - 1) - first_row + 1;
    }
    /// Returns how many of the share's nonzeros precede its row number @p row.
    __device__ int nonzeros_before(const SparseArgs& args, int row) const {
        return min(max(args.row_offsets[first_row + row] - begin, 0), count);
    }
};

/// Returns the row of nonzero @p nonzero by binary search; the number of rows if it is past the last nonzero.
__device__ inline int find_row(const SparseArgs& args, int nonzero) {
    int low = 0;
    int high = args.rows;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (args.row_offsets[middle + 1] <= nonzero) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Finds the first row of each share, and clears it: rows that the boundary of a share cuts are added to.
__global__ void find_shares(SparseArgs args, Shares shares) {
    const int share = blockIdx.x * blockDim.x + threadIdx.x;
    if (share > shares.count) return;
    const int row = share < shares.count ? find_row(args, share * shares.size) : args.rows;
    shares.first_rows[share] = share == 0 ? 0 : row;
    if (share == 0) *shares.max_sums = 0;
    if (share == shares.count) return;
    for (long long k = 0; k < args.products; ++k) args.y[k * args.rows + shares.first_rows[share]] = 0;
}

/// Finds the long rows of a share and the number of its sums.
__global__ void measure_shares(SparseArgs args, Shares shares) {
    const Share share(args, shares);
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    for (int row = threadIdx.x; row < share.rows; row += blockDim.x) {
        if (share.nonzeros_before(args, row + 1) - share.nonzeros_before(args, row) <= max_short_row)
            continue;
        const int position = atomicAdd(&found, 1);
        if (position < max_long_rows) shares.long_rows[blockIdx.x * max_long_rows + position] = row;
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    shares.long_row_counts[blockIdx.x] = min(found, max_long_rows);
    atomicMax(shares.max_sums,
              share.rows > max_rows || found > max_long_rows ? 1 << 30 : share.rows + 32 * found);
}

/// Inclusive prefix sum of @p x over the lanes of a warp.
__device__ inline int scan_warp(int x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const int addend = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x += addend;
    }
    return x;
}

/// Exclusive prefix sum of @p x over a block of 1024 threads.
__device__ inline int scan_block(int x) {
    __shared__ int sums[32];
    const int warp = threadIdx.x / 32;
    const int inclusive = scan_warp(x);
    if (threadIdx.x % 32 == 31) sums[warp] = inclusive;
    __syncthreads();
    const int warp_inclusive = scan_warp(sums[threadIdx.x % 32]);
    return __shfl_sync(all_lanes, warp_inclusive, warp) - sums[warp] + inclusive - x;
}

/// Turns the bucket counts into the first record of each bucket, and finds that of each range of columns.
__device__ inline void scan_buckets(const Shares& shares, int records, int* counts) {
    constexpr int buckets_per_thread = buckets / 1024;
    int* const thread_counts = counts + threadIdx.x * buckets_per_thread;
    int sum = 0;
    for (int i = 0; i < buckets_per_thread; ++i) sum += thread_counts[i];
    int exclusive = scan_block(sum);
    int* const ranges = shares.ranges + static_cast<long long>(blockIdx.x) * (max_ranges + 1);
    for (int i = 0; i < buckets_per_thread; ++i) {
        const long long column = static_cast<long long>(threadIdx.x * buckets_per_thread + i) << shares.shift;
        if ((column & ((1 << range_bits) - 1)) == 0 && column >> range_bits < max_ranges)
            ranges[column >> range_bits] = exclusive;
        const int count = thread_counts[i];
        thread_counts[i] = exclusive;
        exclusive += count;
    }
    const long long first_unused = (static_cast<long long>(buckets) << shares.shift) >> range_bits;
    for (long long range = max(first_unused, 1LL) + threadIdx.x; range <= max_ranges; range += 1024)
        ranges[range] = records;
}

/// Sorts the nonzeros of a share by column: histogram, prefix sum, then a scatter of the records (lab 11).
__global__ void __launch_bounds__(1024) order_columns(SparseArgs args, Shares shares) {
    extern __shared__ int shared[];
    int* const counts = shared;
    int* const share_offsets = counts + buckets;
    auto* const long_index =
        reinterpret_cast<unsigned char*>(share_offsets + max_rows + 1); // index of a row among the long rows
    const Share share(args, shares);
    for (int i = threadIdx.x; i < buckets; i += 1024) counts[i] = 0;
    for (int row = threadIdx.x; row <= share.rows; row += 1024)
        share_offsets[row] = share.nonzeros_before(args, row);
    for (int row = threadIdx.x; row < share.rows; row += 1024) long_index[row] = max_long_rows;
    __syncthreads();
    for (int i = threadIdx.x; i < shares.long_row_counts[blockIdx.x]; i += 1024)
        long_index[shares.long_rows[blockIdx.x * max_long_rows + i]] = i;
    const int* const columns = args.column_indices + share.begin;
#pragma unroll 4
    for (int i = threadIdx.x; i < share.count; i += 1024) atomicAdd(&counts[columns[i] >> shares.shift], 1);
    __syncthreads();
    scan_buckets(shares, share.count, counts);
    __syncthreads();
#pragma unroll 4
    for (int i = threadIdx.x; i < share.count; i += 1024) {
        int row = 0; // binary search: the last row that begins at or before nonzero i
        for (int high = share.rows - 1; row < high;) {
            const int middle = (row + high + 1) / 2;
            if (share_offsets[middle] <= i) {
                row = middle;
            } else {
                high = middle - 1;
            }
        }
        const unsigned int column = columns[i];
        const unsigned int sum_index =
            long_index[row] == max_long_rows ? row : per_lane_flag | (share.rows + 32 * long_index[row]);
        const int position = atomicAdd(&counts[column >> shares.shift], 1);
        shares.records[share.begin + position] =
            make_uint2(sum_index << range_bits | (column & ((1 << range_bits) - 1)),
                       __float_as_uint(args.values[share.begin + i]));
    }
}

/// Multiplies the matrix by a vector, one block per share.
__global__ void __launch_bounds__(BLOCK, 2048 / BLOCK)
    multiply_shares(SparseArgs args, Shares shares, const float* __restrict__ x, float* y) {
    extern __shared__ float sums[];
    __shared__ int ranges[max_ranges + 1];
    const Share share(args, shares);
    const int lane = threadIdx.x % 32;
    const int long_rows = shares.long_row_counts[blockIdx.x];
    const int used_ranges = (args.width - 1 >> range_bits) + 1;
    for (int i = threadIdx.x; i < share.rows + 32 * long_rows; i += BLOCK) sums[i] = 0;
    for (int i = threadIdx.x; i <= used_ranges; i += BLOCK)
        ranges[i] = shares.ranges[static_cast<long long>(blockIdx.x) * (max_ranges + 1) + i];
    __syncthreads();

    int range = 0; // range of the thread's record; never decreases
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
            const unsigned int sum_index = records[k].x >> range_bits;
            atomicAdd(&sums[sum_index & per_lane_flag ? (sum_index & ~per_lane_flag) + lane : sum_index],
                      elements[k] * __uint_as_float(records[k].y));
        }
    }
    __syncthreads();
    for (int i = threadIdx.x / 32; i < long_rows; i += BLOCK / 32) {
        float sum = sums[share.rows + 32 * i + lane];
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(all_lanes, sum, distance);
        if (lane == 0) sums[shares.long_rows[blockIdx.x * max_long_rows + i]] = sum;
    }
    __syncthreads();
    for (int row = threadIdx.x; row < share.rows; row += BLOCK) {
        const bool is_cut = row == 0 || (row == share.rows - 1 && blockIdx.x + 1 < gridDim.x);
        float* const target = y + share.first_row + row;
        if (is_cut) {
            atomicAdd(target, sums[row]);
        } else {
            *target = sums[row];
        }
    }
}

/// Fallback if the rows of a share do not fit into shared memory: one warp per row.
__global__ void multiply_rows(SparseArgs args, const float* __restrict__ x, float* y) {
    const long long row = (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
    if (row >= args.rows) return;
    float sum = 0;
    for (int i = args.row_offsets[row] + threadIdx.x % 32; i < args.row_offsets[row + 1]; i += 32)
        sum += args.values[i] * __ldg(x + args.column_indices[i]);
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

/// Returns as many shares as blocks of multiply_shares() are resident, and their arrays in scratch.
static Shares shares_of(const SparseArgs& args) {
    static const int blocks = 2048 / BLOCK * multiprocessors();
    Shares shares = {};
    shares.size = std::max(min_share_nonzeros, static_cast<int>(groups_of(4 * blocks, args.nonzeros)) * 4);
    shares.count = static_cast<int>(groups_of(shares.size, args.nonzeros));
    while (args.width - 1 >> shares.shift >= buckets) ++shares.shift;
    shares.records = reinterpret_cast<uint2*>(args.scratch);
    shares.first_rows = reinterpret_cast<int*>(shares.records + args.nonzeros);
    shares.max_sums = shares.first_rows + shares.count + 1;
    shares.long_row_counts = shares.max_sums + 1;
    shares.ranges = shares.long_row_counts + shares.count;
    shares.long_rows = reinterpret_cast<unsigned short*>(
        shares.ranges + static_cast<long long>(shares.count) * (max_ranges + 1));
    return shares;
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // CUDA rejects a grid without blocks
    int max_sums = 1 << 30;
    const Shares shares = shares_of(args);
    if (args.nonzeros > 0 && groups_of(1 << range_bits, args.width) <= max_ranges) {
        find_shares<<<groups_of(128, shares.count + 1LL), 128>>>(args, shares);
        CUDA_CHECK_LAUNCH();
        measure_shares<<<shares.count, 1024>>>(args, shares);
        CUDA_CHECK_LAUNCH();
        CUDA_CHECK(cudaMemcpy(&max_sums, shares.max_sums, sizeof max_sums, cudaMemcpyDeviceToHost));
    }
    const bool fits = max_sums <= max_rows + 32 * max_long_rows;
    const int sums_bytes = max_sums * static_cast<int>(sizeof(float));
    if (fits) {
        constexpr int bytes = (buckets + max_rows + 1) * static_cast<int>(sizeof(int)) + max_rows;
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
