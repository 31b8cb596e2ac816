// Lab 09 with persistent blocks: as many as the GPU holds at once, and each iterates over tiles in a
// grid-stride loop. Choose this if a block must prepare something once for all of its tiles; here there is
// nothing to prepare, so the loop only saves the start of blocks.

#include <algorithm>

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads
constexpr int tile_records = block * 4;

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

__device__ void change_tile(const LayoutArgs& args, std::int64_t first, int records, float* tile) {
    const int fields = args.fields;
    const int elements = records * fields;
    if (args.to_arrays) {
        const float* in = args.in + first * fields;
        for (int i = threadIdx.x; i < elements; i += block)
            __pipeline_memcpy_async(&tile[place(i)], in + i, sizeof(float));
    } else {
        for (int field = 0; field < fields; ++field) {
            const float* in = args.in + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block)
                __pipeline_memcpy_async(&tile[place(r * fields + field)], in + r, sizeof(float));
        }
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
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

__global__ void __launch_bounds__(block) change_tiles(LayoutArgs args) {
    extern __shared__ float tile[];
    const std::int64_t stride = std::int64_t{gridDim.x} * tile_records;
    for (std::int64_t first = std::int64_t{blockIdx.x} * tile_records; first < args.count; first += stride) {
        change_tile(args, first, static_cast<int>(min(std::int64_t{tile_records}, args.count - first)), tile);
        __syncthreads(); // all threads have read this tile
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, change_tiles, block, tile_bytes));
    const auto at_once = static_cast<unsigned>(multiprocessors * blocks);
    change_tiles<<<std::min(groups_of(tile_records, args.count), at_once), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
