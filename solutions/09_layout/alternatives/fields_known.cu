// Lab 09 with the number of fields as a template argument: all loops are unrolled, so a thread issues plain
// loads into registers for all of its elements before it stores the first one to the tile. Choose this if
// the program knows its records; otherwise it needs one kernel per number of fields.

#include <utility>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads
constexpr int records_per_thread = 4;
constexpr int tile_records = block * records_per_thread;

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

/// Location of the thread's element k: its index in the order of the records, its index in a layout, and
/// whether it exists.
struct Element {
    int number;
    std::int64_t at;
    bool exists;
};

template <int fields>
__device__ inline Element element_of_records(const LayoutArgs&, std::int64_t first, int records, int k) {
    const int i = k * block + static_cast<int>(threadIdx.x);
    return {i, first * fields + i, i < records * fields};
}

template <int fields>
__device__ inline Element element_of_arrays(const LayoutArgs& args, std::int64_t first, int records, int k) {
    const int field = k / records_per_thread;
    const int r = k % records_per_thread * block + static_cast<int>(threadIdx.x);
    return {r * fields + field, field * args.count + first + r, r < records};
}

template <int fields, bool to_arrays> __global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    constexpr auto from = to_arrays ? element_of_records<fields> : element_of_arrays<fields>;
    constexpr auto to = to_arrays ? element_of_arrays<fields> : element_of_records<fields>;
    constexpr int own = fields * records_per_thread;
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, args.count - first));
    float held[own];
#pragma unroll
    for (int k = 0; k < own; ++k) {
        const Element element = from(args, first, records, k);
        held[k] = element.exists ? __ldcs(args.in + element.at) : 0.0f;
    }
    if constexpr (fields == 1) { // both layouts are the same
#pragma unroll
        for (int k = 0; k < own; ++k) {
            const Element element = to(args, first, records, k);
            if (element.exists) __stcs(args.out + element.at, held[k]);
        }
    } else {
        __shared__ float tile[place(tile_records * fields)];
#pragma unroll
        for (int k = 0; k < own; ++k) tile[place(from(args, first, records, k).number)] = held[k];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < own; ++k) {
            const Element element = to(args, first, records, k);
            if (element.exists) __stcs(args.out + element.at, tile[place(element.number)]);
        }
    }
}

using Kernel = void (*)(LayoutArgs);

template <int... less_one>
static Kernel kernel_of(const LayoutArgs& args, std::integer_sequence<int, less_one...>) {
    static const Kernel to_arrays[] = {change_tile<less_one + 1, true>...};
    static const Kernel to_records[] = {change_tile<less_one + 1, false>...};
    return (args.to_arrays ? to_arrays : to_records)[args.fields - 1];
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const Kernel kernel = kernel_of(args, std::make_integer_sequence<int, MOST_FIELDS>());
    kernel<<<groups_of(tile_records, args.count), block>>>(args);
    CUDA_CHECK_LAUNCH();
}
