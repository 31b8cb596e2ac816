// Lab 09 in two streams: each converts half of the tiles. One event forks them from the default stream, and
// one event per stream joins them with it. Choose this if the halves become ready at different times, or if
// other work must run in parallel. A single launch fills the GPU as well.

#include <algorithm>

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads
constexpr int tile_records = block * 4;

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

/// Changes the layout of the records from @p begin to @p end - 1, one tile per block.
__global__ void __launch_bounds__(block) change_tile(LayoutArgs args, std::int64_t begin, std::int64_t end) {
    extern __shared__ float tile[];
    const std::int64_t first = begin + std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, end - first));
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

/// Two non-blocking streams, and the events that order them relative to the default stream.
struct Branches {
    cudaStream_t streams[2];
    cudaEvent_t ready;
    cudaEvent_t done[2];
};

static Branches make_branches() {
    Branches branches = {};
    CUDA_CHECK(cudaEventCreateWithFlags(&branches.ready, cudaEventDisableTiming));
    for (int b = 0; b < 2; ++b) {
        CUDA_CHECK(cudaStreamCreateWithFlags(&branches.streams[b], cudaStreamNonBlocking));
        CUDA_CHECK(cudaEventCreateWithFlags(&branches.done[b], cudaEventDisableTiming));
    }
    return branches;
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;                      // to CUDA a grid without blocks is an error
    static const Branches branches = make_branches(); // once for all calls: it takes longer than a launch
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    const std::int64_t half = groups_of(2 * tile_records, args.count) * std::int64_t{tile_records};
    const std::int64_t bounds[] = {0, std::min(half, args.count), args.count};
    CUDA_CHECK(cudaEventRecord(branches.ready, nullptr));
    for (int b = 0; b < 2; ++b) {
        if (bounds[b] == bounds[b + 1]) continue;
        CUDA_CHECK(cudaStreamWaitEvent(branches.streams[b], branches.ready));
        change_tile<<<groups_of(tile_records, bounds[b + 1] - bounds[b]), block, tile_bytes,
                      branches.streams[b]>>>(args, bounds[b], bounds[b + 1]);
        CUDA_CHECK_LAUNCH();
        CUDA_CHECK(cudaEventRecord(branches.done[b], branches.streams[b]));
        CUDA_CHECK(cudaStreamWaitEvent(nullptr, branches.done[b]));
    }
}
