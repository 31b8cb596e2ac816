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
// > 13_wide_records         16 bytes per access on the side of the records   <- you are here
//   14_wide_both_sides      16 bytes per access on both sides
//   15_registers_only       four records in a thread's registers, no tile
//   16_next_tile_in_flight  persistent blocks that load the next tile early
//   17_no_padding           the solution without padding
//   18_order_by_width       two kernels, for few fields and for many
//
// Change:  rung 11, but on the side of the records each access is a vector of 16 bytes: four elements, to
//          or from four words.
// Why:     a tile of 512 records begins on a boundary of 16 bytes for any number of fields. So this side
//          needs no head, and a quarter of the requests.
// Counter: requests per 512 bytes: 4 before, 2.5 now.
// Costs:   a loop for the last elements of a tile. And an asynchronous copy of 16 bytes is not possible:
//          with padding, the four words do not begin on a boundary of 16 bytes.
// Learn:   from arrays to records the time does not change: with enough bytes in flight, requests are not
//          the limit. From records with 16 fields to arrays it is 4 % faster.

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128;        // threads
constexpr int tile_records = 512; // a multiple of 4, so that every tile begins on a boundary of 16 bytes

/// Index of the tile's word for element @p i of the block's records. Elements 4n to 4n + 3 are adjacent.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

__global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    extern __shared__ float tile[];
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, args.count - first));
    const int fields = args.fields;
    const int elements = records * fields;
    const int vectors = elements / 4;

    if (args.to_arrays) {
        const float* in = args.in + first * fields;
#pragma unroll 4
        for (int v = threadIdx.x; v < vectors; v += block) {
            const float4 four = reinterpret_cast<const float4*>(in)[v];
            float* words = &tile[place(4 * v)];
            words[0] = four.x, words[1] = four.y, words[2] = four.z, words[3] = four.w;
        }
        for (int i = 4 * vectors + threadIdx.x; i < elements; i += block) tile[place(i)] = in[i];
    } else {
        for (int field = 0; field < fields; ++field) {
            const float* in = args.in + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block)
                __pipeline_memcpy_async(&tile[place(r * fields + field)], in + r, sizeof(float));
        }
        __pipeline_commit();
        __pipeline_wait_prior(0);
    }
    __syncthreads();
    if (args.to_arrays) {
        for (int field = 0; field < fields; ++field) {
            float* out = args.out + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block) out[r] = tile[place(r * fields + field)];
        }
    } else {
        float* out = args.out + first * fields;
        for (int v = threadIdx.x; v < vectors; v += block) {
            const float* words = &tile[place(4 * v)];
            reinterpret_cast<float4*>(out)[v] = make_float4(words[0], words[1], words[2], words[3]);
        }
        for (int i = 4 * vectors + threadIdx.x; i < elements; i += block) out[i] = tile[place(i)];
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
