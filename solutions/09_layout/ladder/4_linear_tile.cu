// Lab 09, the ladder. NOTES.md has the sums and the measurements.
//   0_element_by_record    a thread an element, in the order of the records
//   1_element_by_array     a thread an element, in the order of the arrays
//   2_square_tile          lab 04's tile of 32 by 32
//   3_fitted_tile          a tile of 32 records, as wide as they are
// > 4_linear_tile          a tile as one row of elements, a record a thread   <- you are here
//   5_padded_tile          a word left out after each 32
//   6_swizzled_tile        words exchanged instead of left out
//   7_four_records         four records a thread
//   8_async_copies         copied past the registers, a record a thread
//   9_async_four_records   copied past the registers, four records a thread
//   10_wide_records        sixteen bytes at once on the side of the records
//   11_wide_both_sides     sixteen bytes at once on both sides
//   12_registers_only      four records in a thread's registers, no tile
//   13_tile_of_words       as many words in a tile, however wide a record
//   14_next_tile_under_way blocks that stay, and fetch the next tile early
//   15_no_padding          the solution, and no word left out
//
// Change:  the tile is a row of words, in the order of the records, and a block has 128 threads whatever a
//          record is. On the side of the records thread t takes elements t, t + 128, and so on; on the side
//          of the arrays it takes record t, once for each field.
// Why:     the side of the records needs no division: where an element goes is where it comes from. And a
//          thread has several elements, so it may have more than one load under way.
// Counter: sectors for 128 bytes are 4 still, and bank conflicts are back: with 16 fields all lanes of a
//          warp meet in two banks.
// Costs:   nothing with 5 fields: 5 and 32 have no divisor in common, so 32 records begin in 32 banks.
// Next:    two questions are left: the banks, and the bytes that are under way.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads

#ifndef RECORDS_A_THREAD
#define RECORDS_A_THREAD 1
#endif
constexpr int tile_records = block * RECORDS_A_THREAD;

/// The word of the tile that has element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i; }

__device__ inline void bring(float* word, const float* element) { *word = *element; }

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
