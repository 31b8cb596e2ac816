// Lab 01 with a persistent kernel: as many blocks as fit at once, each of which fetches one tile after another from
// a counter. Choose this if tiles take different times, so that a fixed share per block would be unbalanced.
// Here they take the same time, and the counter costs two barriers per tile.

#include <algorithm>

#include <cuda/atomic>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block_threads = 256;
constexpr int quads_each = 2; // float4 loads in flight per thread
constexpr int tile_quads = block_threads * quads_each;

__device__ unsigned next_tile; // 0 before each launch

__device__ float4 transformed_quad(float4 v) {
    return make_float4(transformed(v.x, 0), transformed(v.y, 1), transformed(v.z, 2), transformed(v.w, 3));
}

__global__ void __launch_bounds__(block_threads)
    transform_tiles(float4* quads, std::size_t count, unsigned tiles) {
    __shared__ unsigned drawn;
    const cuda::atomic_ref<unsigned, cuda::thread_scope_device> next(next_tile);
    while (true) {
        __syncthreads(); // all threads have read the previous `drawn`
        if (threadIdx.x == 0) drawn = next.fetch_add(1, cuda::memory_order_relaxed);
        __syncthreads();
        if (drawn >= tiles) return;

        const std::size_t first = std::size_t{drawn} * tile_quads + threadIdx.x;
        float4 value[quads_each];
#pragma unroll
        for (int i = 0; i < quads_each; ++i)
            if (first + i * block_threads < count) value[i] = quads[first + i * block_threads];
#pragma unroll
        for (int i = 0; i < quads_each; ++i)
            if (first + i * block_threads < count)
                quads[first + i * block_threads] = transformed_quad(value[i]);
    }
}

/// Returns the number of blocks that the device holds at once.
static unsigned resident_blocks() {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, transform_tiles, block_threads, 0));
    return multiprocessors * blocks;
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t count = static_cast<std::size_t>(args.width / 4) * args.height;
    if (count == 0) return; // CUDA refuses a grid without blocks
    static const unsigned resident = resident_blocks();
    const auto tiles = static_cast<unsigned>((count - 1) / tile_quads + 1);
    void* counter = nullptr;
    CUDA_CHECK(cudaGetSymbolAddress(&counter, next_tile));
    CUDA_CHECK(cudaMemsetAsync(counter, 0, sizeof(next_tile)));
    transform_tiles<<<std::min(tiles, resident), block_threads>>>(reinterpret_cast<float4*>(args.data), count,
                                                                  tiles);
    CUDA_CHECK_LAUNCH();
}
