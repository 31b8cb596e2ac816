// Lab 09 with a graph that is captured from a stream: the call captures the launch, and launches the graph on
// the default stream. Choose this, and keep the graph, if a call repeats many launches; for one launch it only
// costs time on the host.

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "kernelsmith/stream.h"
#include "lab.h"

constexpr int block = 128; // threads
constexpr int tile_records = block * 4;

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

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    const kernelsmith::Stream stream; // the default stream cannot be captured
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes, stream.get()>>>(args);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
    CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(ready, nullptr));
    CUDA_CHECK(cudaGraphExecDestroy(ready)); // a launched graph still runs to its end
    CUDA_CHECK(cudaGraphDestroy(graph));
}
