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
// > 11_async_four_records   asynchronous copies, four records per thread   <- you are here
//   12_async_tile_of_words  asynchronous copies, a tile of 2560 words
//   13_wide_records         16 bytes per access on the side of the records
//   14_wide_both_sides      16 bytes per access on both sides
//   15_registers_only       four records in a thread's registers, no tile
//   16_next_tile_in_flight  persistent blocks that load the next tile early
//   17_no_padding           the solution without padding
//   18_order_by_width       two kernels, for few fields and for many
//
// Change:  rung 8 with asynchronous copies into the tile: the loop over the fields outside, four records
//          per thread.
// Why:     a copy needs no register, and the thread waits only after the last one. So a thread has all of
//          its elements in flight at once, and neither loop needs to be unrolled.
// Counter: bytes in flight, 133186: the elements of all tiles on an SM.
// Costs:   an additional wait: a thread waits for its own copies, and then at the barrier for the others'.
//          And each copy of 4 bytes is a separate instruction that passes through the load/store unit.
// Learn:   with 2 fields it is as fast as rung 10; with 16 it takes 9 % longer. Bytes in flight beyond
//          those that cover the latency gain nothing.
// Sweep:   grader sweep 09 --rung 11_async_four_records RECORDS_PER_THREAD=1,2,4

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads

#ifndef RECORDS_PER_THREAD
#define RECORDS_PER_THREAD 4
#endif
constexpr int tile_records = block * RECORDS_PER_THREAD;

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

__device__ inline void bring(float* word, const float* element) {
    __pipeline_memcpy_async(word, element, sizeof(float));
}

__global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    extern __shared__ float tile[];
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, args.count - first));
    const int fields = args.fields;
    const int elements = records * fields;

    if (args.to_arrays) {
        const float* in = args.in + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) bring(&tile[place(i)], in + i);
    } else {
        for (int field = 0; field < fields; ++field) {
            const float* in = args.in + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block)
                bring(&tile[place(r * fields + field)], in + r);
        }
    }
    __pipeline_commit();
    __pipeline_wait_prior(0); // for this thread's copies; the barrier waits for those of the others
    __syncthreads();
    if (args.to_arrays) {
        for (int field = 0; field < fields; ++field) {
            float* out = args.out + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block) out[r] = tile[place(r * fields + field)];
        }
    } else {
        float* out = args.out + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) out[i] = tile[place(i)];
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
