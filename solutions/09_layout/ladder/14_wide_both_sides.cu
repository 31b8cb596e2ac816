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
// > 14_wide_both_sides      16 bytes per access on both sides   <- you are here
//   15_registers_only       four records in a thread's registers, no tile
//   16_next_tile_in_flight  persistent blocks that load the next tile early
//   17_no_padding           the solution without padding
//   18_order_by_width       two kernels, for few fields and for many
//
// Change:  rung 13, and vectors of 16 bytes on the side of the arrays as well, if `count` is a multiple of
//          4. A thread then takes four consecutive records instead of four that are a block apart.
// Why not: array f begins `f * count` elements after the first. If count is not a multiple of 4, arrays
//          begin at different offsets from a boundary, and each would need its own head; here they are
//          copied element by element. And neighbouring lanes are 4 * fields words apart, which causes more
//          bank conflicts.
// Counter: requests per 512 bytes: 1, the minimum. Bytes in flight: 19354, because there are no
//          asynchronous copies.
// Costs:   a tenth of the time from arrays to records. To arrays, where the stores are the wide accesses,
//          it is the fastest rung.
// Learn:   the fewest requests do not give the shortest time.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads
constexpr int tile_records = 512;

/// Index of the tile's word for element @p i of the block's records. Elements 4n to 4n + 3 are adjacent.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

/// The type of a vector of `width` consecutive elements.
template <int width> struct Elements;
template <> struct Elements<1> { using Type = float; };
template <> struct Elements<4> { using Type = float4; };

/// Copies @p count elements from global memory to the tile: element i to word place(`begin + i * step`).
template <int width> __device__ void bring(float* tile, const float* in, int count, int begin, int step) {
    using Vector = typename Elements<width>::Type;
    const int vectors = count / width;
#pragma unroll 4
    for (int v = threadIdx.x; v < vectors; v += block) {
        const Vector vector = reinterpret_cast<const Vector*>(in)[v];
        const float* elements = reinterpret_cast<const float*>(&vector);
#pragma unroll
        for (int i = 0; i < width; ++i) tile[place(begin + (width * v + i) * step)] = elements[i];
    }
    for (int i = width * vectors + threadIdx.x; i < count; i += block) tile[place(begin + i * step)] = in[i];
}

/// Copies @p count elements from the tile to global memory: the reverse of bring().
template <int width> __device__ void take(float* out, const float* tile, int count, int begin, int step) {
    using Vector = typename Elements<width>::Type;
    const int vectors = count / width;
    for (int v = threadIdx.x; v < vectors; v += block) {
        Vector vector;
        float* elements = reinterpret_cast<float*>(&vector);
#pragma unroll
        for (int i = 0; i < width; ++i) elements[i] = tile[place(begin + (width * v + i) * step)];
        reinterpret_cast<Vector*>(out)[v] = vector;
    }
    for (int i = width * vectors + threadIdx.x; i < count; i += block) out[i] = tile[place(begin + i * step)];
}

template <int width> __global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    extern __shared__ float tile[];
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, args.count - first));
    const int fields = args.fields;
    const std::int64_t in_records = first * fields;

    if (args.to_arrays) bring<4>(tile, args.in + in_records, records * fields, 0, 1);
    for (int field = 0; field < fields && !args.to_arrays; ++field)
        bring<width>(tile, args.in + field * args.count + first, records, field, fields);
    __syncthreads();
    if (!args.to_arrays) take<4>(args.out + in_records, tile, records * fields, 0, 1);
    for (int field = 0; field < fields && args.to_arrays; ++field)
        take<width>(args.out + field * args.count + first, tile, records, field, fields);
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    const auto kernel = args.count % 4 == 0 ? change_tile<4> : change_tile<1>;
    kernel<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
