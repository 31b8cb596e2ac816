// Lab 09 with two-dimensional blocks, one warp per row of threads: on the side of the arrays a warp takes 32
// records of one field, then of the next field, with the fields in the inner loop. Choose this if the arrays
// must be accessed in the order of the records.

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int columns = 32; // threads per row: a warp
constexpr int rows = 8;
constexpr int block = columns * rows;
constexpr int tile_records = block * 2;

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

/// Calls `visit(i, at)` for the thread's elements of a tile in the order of the arrays: i is the index in the
/// order of the records.
template <typename Visit> __device__ inline void
for_each_in_arrays(const LayoutArgs& args, std::int64_t first, int records, Visit visit) {
    const int groups = (records + columns - 1) / columns; // groups of 32 records
    for (int part = threadIdx.y; part < groups * args.fields; part += rows) {
        const int field = part % args.fields;
        const int r = part / args.fields * columns + static_cast<int>(threadIdx.x);
        if (r < records) visit(r * args.fields + field, field * args.count + first + r);
    }
}

__global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    extern __shared__ float tile[];
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, args.count - first));
    const int elements = records * args.fields;
    const int thread = static_cast<int>(threadIdx.y) * columns + static_cast<int>(threadIdx.x);

    if (args.to_arrays) {
        const float* in = args.in + first * args.fields;
        for (int i = thread; i < elements; i += block)
            __pipeline_memcpy_async(&tile[place(i)], in + i, sizeof(float));
    } else {
        for_each_in_arrays(args, first, records, [&](int i, std::int64_t at) {
            __pipeline_memcpy_async(&tile[place(i)], args.in + at, sizeof(float));
        });
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (args.to_arrays) {
        for_each_in_arrays(args, first, records,
                           [&](int i, std::int64_t at) { args.out[at] = tile[place(i)]; });
    } else {
        float* out = args.out + first * args.fields;
        for (int i = thread; i < elements; i += block) out[i] = tile[place(i)];
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), dim3(columns, rows), tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
