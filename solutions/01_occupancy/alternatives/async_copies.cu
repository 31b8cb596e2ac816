// Lab 01 with asynchronous copies: each thread asks for four times 16 bytes, which travel to dynamic shared memory
// without a register to wait in, and takes them up one by one as they arrive. One would choose it where registers
// limit how many loads per thread can have in flight. A thread reads only what it has asked for itself, so there is
// no barrier.

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block_threads = 256;
constexpr int copies = 4; // that a thread has in flight

extern __shared__ float4 arrived[]; // [copy][thread]

__global__ void transform_quads(float4* quads, std::size_t count) {
    const std::size_t first = std::size_t{blockIdx.x} * (block_threads * copies) + threadIdx.x;
#pragma unroll
    for (int i = 0; i < copies; ++i) {
        const std::size_t quad = first + i * block_threads;
        if (quad < count)
            __pipeline_memcpy_async(&arrived[i * block_threads + threadIdx.x], quads + quad, sizeof(float4));
        __pipeline_commit(); // a group of its own, perhaps empty
    }
#pragma unroll
    for (int i = 0; i < copies; ++i) {
        __pipeline_wait_prior(copies - 1 - i); // all but the groups behind this one
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
    if (count == 0) return; // to CUDA a grid without blocks is an error
    constexpr int of_block = block_threads * copies;
    const auto blocks = static_cast<unsigned>((count - 1) / of_block + 1);
    transform_quads<<<blocks, block_threads, of_block * sizeof(float4)>>>(reinterpret_cast<float4*>(
                                                                              args.data),
                                                                          count);
    CUDA_CHECK_LAUNCH();
}
