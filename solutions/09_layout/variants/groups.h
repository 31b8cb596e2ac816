#pragma once

/// @file
/// A third layout between records and arrays, an array of structures of tiled arrays (ASTA): the records stay in
/// groups, and within a group the values of each field are adjacent. With groups of 4 records and the fields x, y:
///
///     records  x0 y0 x1 y1 x2 y2 x3 y3   x4 y4 x5 y5 x6 y6 x7 y7
///     groups   x0 x1 x2 x3 y0 y1 y2 y3   x4 x5 x6 x7 y4 y5 y6 y7
///     arrays   x0 x1 x2 x3 x4 x5 x6 x7   y0 y1 y2 y3 y4 y5 y6 y7
///
/// The number of records must be a multiple of the group's size: a program with another number of records leaves some
/// records in its last group unused.

#include <cstddef>
#include <cstdint>

enum class Layout { records, groups, arrays };

/// Returns the index of element @p field of record @p r; groups have @p group records.
template <Layout layout, int group = 32>
__host__ __device__ std::int64_t element_at(std::int64_t r, int field, std::int64_t count, int fields) {
    if (layout == Layout::records) return r * fields + field;
    if (layout == Layout::arrays) return field * count + r;
    return (r / group * fields + field) * group + r % group;
}

constexpr int groups_block = 128; // threads
constexpr int groups_tile = 512;  // records per block, in shared memory

/// Index of the tile's word for element i: padded as in this lab's task 2.
__host__ __device__ constexpr int padded(int i) { return i + i / 32; }

/// Changes records to groups, in place. A group occupies the same bytes before and after, so a block that has read all
/// of its groups into shared memory may write them back: no other block accesses these bytes.
template <int group> __global__ void __launch_bounds__(groups_block)
    group_records(float* data, std::int64_t count, int fields) {
    static_assert(groups_tile % group == 0 && group % 32 == 0);
    extern __shared__ float tile[]; // element i of the block's records, in their order, is at padded(i)
    const std::int64_t first = std::int64_t{blockIdx.x} * groups_tile;
    const int elements =
        (count - first < groups_tile ? static_cast<int>(count - first) : groups_tile) * fields;
    auto* own = reinterpret_cast<float4*>(data + first * fields);

#pragma unroll 4
    for (int i = threadIdx.x; i < elements / 4; i += groups_block) {
        const float4 four = own[i];
        float* words = &tile[padded(4 * i)];
        words[0] = four.x, words[1] = four.y, words[2] = four.z, words[3] = four.w;
    }
    __syncthreads();

    const int lane = threadIdx.x % 32;
    for (int line = threadIdx.x / 32; line < elements / 32; line += groups_block / 32) {
        // A line has 32 values of one field of one group.
        const int run = line * 32 / group; // index of a group's values of one field
        const int r = run / fields * group + line * 32 % group + lane;
        data[first * fields + line * 32 + lane] = tile[padded(r * fields + run % fields)];
    }
}

/// Launches group_records(); @p count is a multiple of @p group.
template <int group> void launch_group_records(float* data, std::int64_t count, int fields) {
    const auto blocks = static_cast<unsigned>((count + groups_tile - 1) / groups_tile);
    const std::size_t bytes = padded(groups_tile * fields) * sizeof(float);
    group_records<group><<<blocks, groups_block, bytes>>>(data, count, fields);
}
