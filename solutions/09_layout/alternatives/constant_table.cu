// Lab 09 with a table in constant memory: the host stores the beginning of each field's array in it, so the
// kernel computes no 64-bit product in its loop. Choose this if the arrays are not contiguous, for example if
// each is allocated separately.

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads
constexpr int tile_records = block * 4;

/// Index of the first element of each field's array, relative to the first array.
__constant__ std::int64_t array_begins[MOST_FIELDS];

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

__global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    extern __shared__ float tile[];
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, args.count - first));
    const int fields = args.fields;
    const int elements = records * fields;

    if (args.to_arrays) {
        const float* in = args.in + first * fields;
        for (int i = threadIdx.x; i < elements; i += block)
            __pipeline_memcpy_async(&tile[place(i)], in + i, sizeof(float));
    } else {
        for (int field = 0; field < fields; ++field) {
            const float* in = args.in + array_begins[field] + first;
            for (int r = threadIdx.x; r < records; r += block)
                __pipeline_memcpy_async(&tile[place(r * fields + field)], in + r, sizeof(float));
        }
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (args.to_arrays) {
        for (int field = 0; field < fields; ++field) {
            float* out = args.out + array_begins[field] + first;
            for (int r = threadIdx.x; r < records; r += block) out[r] = tile[place(r * fields + field)];
        }
    } else {
        float* out = args.out + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) out[i] = tile[place(i)];
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    std::int64_t begins[MOST_FIELDS] = {};
    for (int field = 0; field < args.fields; ++field) begins[field] = field * args.count;
    // From pageable memory, which the call reads before it returns.
    CUDA_CHECK(cudaMemcpyToSymbolAsync(array_begins, begins, sizeof begins, 0, cudaMemcpyHostToDevice));
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
