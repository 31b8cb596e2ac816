// Lab 09 with cuda::pipeline: a tile is loaded in two stages, and the block writes the first one out while the
// second is still in flight. Choose this if an SM has few blocks, so that no other block runs while this one
// waits.

#include <cuda/pipeline>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128;         // threads
constexpr int stage_records = 256; // two per thread
constexpr int stages = 2;
constexpr int tile_records = stages * stage_records;

using Pipeline = cuda::pipeline<cuda::thread_scope_thread>;

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

/// Records `begin` to `end` - 1 of a tile whose first record is `first`.
struct Stage {
    std::int64_t first;
    int begin;
    int end;
};

__device__ inline void begin_stage(float* tile, const LayoutArgs& args, const Stage& stage,
                                   Pipeline& pipeline) {
    constexpr cuda::aligned_size_t<sizeof(float)> one(sizeof(float));
    pipeline.producer_acquire();
    if (args.to_arrays) {
        const float* in = args.in + stage.first * args.fields;
        for (int i = stage.begin * args.fields + threadIdx.x; i < stage.end * args.fields; i += block)
            cuda::memcpy_async(&tile[place(i)], in + i, one, pipeline);
    } else {
        for (int field = 0; field < args.fields; ++field) {
            const float* in = args.in + field * args.count + stage.first;
            for (int r = stage.begin + threadIdx.x; r < stage.end; r += block)
                cuda::memcpy_async(&tile[place(r * args.fields + field)], in + r, one, pipeline);
        }
    }
    pipeline.producer_commit();
}

__device__ inline void write_stage(const float* tile, const LayoutArgs& args, const Stage& stage) {
    if (args.to_arrays) {
        for (int field = 0; field < args.fields; ++field) {
            float* out = args.out + field * args.count + stage.first;
            for (int r = stage.begin + threadIdx.x; r < stage.end; r += block)
                out[r] = tile[place(r * args.fields + field)];
        }
    } else {
        float* out = args.out + stage.first * args.fields;
        for (int i = stage.begin * args.fields + threadIdx.x; i < stage.end * args.fields; i += block)
            out[i] = tile[place(i)];
    }
}

__global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    extern __shared__ float tile[];
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, args.count - first));
    const Stage stage[stages] = {{first, 0, min(stage_records, records)}, {first, stage_records, records}};
    Pipeline pipeline = cuda::make_pipeline();
    begin_stage(tile, args, stage[0], pipeline);
    begin_stage(tile, args, stage[1], pipeline);
    cuda::pipeline_consumer_wait_prior<1>(pipeline); // for the first stage only
    __syncthreads();
    write_stage(tile, args, stage[0]);
    cuda::pipeline_consumer_wait_prior<0>(pipeline);
    __syncthreads();
    write_stage(tile, args, stage[1]);
    pipeline.consumer_release();
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
