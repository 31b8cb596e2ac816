// Lab 01 with asynchronous copies: each thread copies four times 16 bytes to dynamic shared memory, without a
// register to hold them, and processes them one by one as they arrive. Choose this if registers limit the number of
// loads in flight per thread. A thread reads only the bytes that it has copied itself, so there is
// no barrier.

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block_threads = 256;
constexpr int copies = 4; // copies in flight per thread

extern __shared__ float4 arrived[]; // [copy][thread]

__global__ void transform_quads(float4* quads, std::size_t count) {
    const std::size_t first = std::size_t{blockIdx.x} * (block_threads * copies) + threadIdx.x;
#pragma unroll
    for (int i = 0; i < copies; ++i) {
        const std::size_t quad = first + i * block_threads;
        if (quad < count)
            __pipeline_memcpy_async(&arrived[i * block_threads + threadIdx.x], quads + quad, sizeof(float4));
        __pipeline_commit(); // one group per copy, perhaps empty
    }
#pragma unroll
    for (int i = 0; i < copies; ++i) {
        __pipeline_wait_prior(copies - 1 - i); // this group and all before it
        const std::size_t quad = first + i * block_threads;
        if (quad < count) {
            const float4 v = arrived[i * block_threads + threadIdx.x];
            quads[quad] = make_float4(transformed(v.x, 0), transformed(v.y, 1), transformed(v.z, 2),
                                      transformed(v.w, 3));
        }
    }
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t count = static_cast<std::size_t>(args.width / 4) * args.height;
    if (count == 0) return; // CUDA refuses a grid without blocks
    constexpr int of_block = block_threads * copies;
    const auto blocks = static_cast<unsigned>((count - 1) / of_block + 1);
    transform_quads<<<blocks, block_threads, of_block * sizeof(float4)>>>(reinterpret_cast<float4*>(
                                                                              args.data),
                                                                          count);
    CUDA_CHECK_LAUNCH();
}
