// Lab 09, the ladder. NOTES.md has the calculations and the measurements.
//   0_element_by_record     one element per thread, in the order of the records
//   1_element_by_array      one element per thread, in the order of the arrays
//   2_square_tile           lab 04's tile of 32 by 32
//   3_fitted_tile           a tile of 32 records, as wide as a record
//   4_linear_tile           a one-dimensional tile, one record per thread
//   5_padded_tile           a word of padding after each 32
//   6_swizzled_tile         a swizzle instead of padding
//   7_four_records          four records per thread
//   8_async_copies          asynchronous copies, one record per thread
// > 9_async_four_records    asynchronous copies, four records per thread   <- you are here
//   10_wide_records         16 bytes per access on the side of the records
//   11_wide_both_sides      16 bytes per access on both sides
//   12_registers_only       four records in a thread's registers, no tile
//   13_tile_of_words        a tile of 2560 words, however wide a record is
//   14_next_tile_in_flight  persistent blocks that load the next tile early
//   15_no_padding           the solution without padding
//
// Change:  rungs 7 and 8 together: four records per thread, by asynchronous copies.
// Why:     narrow records need several per thread, and wide records need asynchronous copies. This rung has
//          both, for any number of fields.
// Counter: bytes in flight, 182565.
// Costs:   shared memory: 10.3 KB per block with 5 fields, 35 KB with 17.
// Learn:   the solution is this rung. With 5 fields it takes as long as a copy.
// Sweep:   grader sweep 09 --rung 9_async_four_records RECORDS_A_THREAD=1,2,4,8

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads

#ifndef RECORDS_A_THREAD
#define RECORDS_A_THREAD 4
#endif
constexpr int tile_records = block * RECORDS_A_THREAD;

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
