// Lab 09, the ladder. NOTES.md has the calculations and the measurements.
//   0_element_by_record     one element per thread, in the order of the records
//   1_element_by_array      one element per thread, in the order of the arrays
//   2_square_tile           lab 04's tile of 32 by 32
//   3_fitted_tile           a tile of 32 records, as wide as a record
//   4_linear_tile           a one-dimensional tile, two records per thread
//   5_padded_tile           a word of padding after each 32
//   6_swizzled_tile         a swizzle instead of padding
//   7_records_outside       the loop over records outside, the fields inside
//   8_four_records          four records per thread, the fields outside
//   9_one_loop              one loop over all elements, four loads in flight
//   10_tile_of_words        a tile of 2560 words for any number of fields
//   11_async_four_records   asynchronous copies, four records per thread
//   12_async_tile_of_words  asynchronous copies, a tile of 2560 words
//   13_wide_records         16 bytes per access on the side of the records
//   14_wide_both_sides      16 bytes per access on both sides
// > 15_registers_only       four records in a thread's registers, no tile   <- you are here
//   16_next_tile_in_flight  persistent blocks that load the next tile early
//   17_no_padding           the solution without padding
//   18_order_by_width       two kernels, for few fields and for many
//
// Change:  no tile. A thread takes four consecutive records, `fields` vectors of 16 bytes, and changes
//          their layout in its registers: four neighbours of each array are a vector as well.
// Why not: a thread's vectors are consecutive on the side of the records, so those of neighbouring lanes
//          are `fields` vectors apart: from 2 fields on each request touches 32 sectors and uses half of
//          each, where 32 consecutive vectors fill 16.
// Counter: sectors per 128 bytes, 8.5.
// Costs:   a kernel per number of fields, because registers cannot be indexed; 90 registers with 16 fields.
//          And arrays have vectors only if `count` is a multiple of 4.
// Learn:   with 2 fields it is as fast as the tile: two vectors are one sector. With 16 it is far slower
//          than any rung with a one-dimensional tile.

#include <array>
#include <utility>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256; // threads

/// Reads four consecutive elements of an array: as a vector, or one by one if they may be unaligned.
template <bool wide> __device__ float4 read_four(const float* from) {
    if (wide) return *reinterpret_cast<const float4*>(from);
    return make_float4(from[0], from[1], from[2], from[3]);
}
template <bool wide> __device__ void write_four(float* to, float4 four) {
    if (wide) {
        *reinterpret_cast<float4*>(to) = four;
    } else {
        to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
    }
}

template <int fields, bool wide> __global__ void __launch_bounds__(block) change_four(LayoutArgs args) {
    const std::int64_t record = 4 * (std::int64_t{blockIdx.x} * block + threadIdx.x);
    if (record >= args.count) return;
    if (record + 4 > args.count) { // the last records, fewer than four
        for (std::int64_t r = record; r < args.count; ++r) {
            for (int field = 0; field < fields; ++field) {
                if (args.to_arrays)
                    args.out[field * args.count + r] = args.in[r * fields + field];
                else
                    args.out[r * fields + field] = args.in[field * args.count + r];
            }
        }
        return;
    }

    float element[4 * fields]; // in the order of the records
    if (args.to_arrays) {
        const float4* in = reinterpret_cast<const float4*>(args.in + record * fields);
#pragma unroll
        for (int i = 0; i < fields; ++i) {
            const float4 four = in[i];
            element[4 * i] = four.x, element[4 * i + 1] = four.y;
            element[4 * i + 2] = four.z, element[4 * i + 3] = four.w;
        }
#pragma unroll
        for (int f = 0; f < fields; ++f) {
            write_four<wide>(args.out + f * args.count + record,
                             make_float4(element[f], element[fields + f], element[2 * fields + f],
                                         element[3 * fields + f]));
        }
    } else {
#pragma unroll
        for (int f = 0; f < fields; ++f) {
            const float4 four = read_four<wide>(args.in + f * args.count + record);
            element[f] = four.x, element[fields + f] = four.y;
            element[2 * fields + f] = four.z, element[3 * fields + f] = four.w;
        }
        float4* out = reinterpret_cast<float4*>(args.out + record * fields);
#pragma unroll
        for (int i = 0; i < fields; ++i)
            out[i] = make_float4(element[4 * i], element[4 * i + 1], element[4 * i + 2], element[4 * i + 3]);
    }
}

using Kernel = void (*)(LayoutArgs);

/// Returns the kernel for @p fields fields, from a table for 1 to MOST_FIELDS.
template <bool wide, int... less_one>
static Kernel kernel_for(int fields, std::integer_sequence<int, less_one...>) {
    static constexpr std::array<Kernel, sizeof...(less_one)> kernels = {change_four<less_one + 1, wide>...};
    return kernels[fields - 1];
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    constexpr auto all = std::make_integer_sequence<int, MOST_FIELDS>();
    const Kernel kernel =
        args.count % 4 == 0 ? kernel_for<true>(args.fields, all) : kernel_for<false>(args.fields, all);
    kernel<<<groups_of(4 * block, args.count), block>>>(args);
    CUDA_CHECK_LAUNCH();
}
