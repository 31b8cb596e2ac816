#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 256;
constexpr int shared_bytes =
    48 << 10;             // more than a tile needs: few blocks are resident, and few loads in flight
constexpr int stripe = 4; // SMs in the modelled part of a GPU; the first has only idle blocks

/// Stores an element, or executes one instruction on registers instead.
__device__ void store(float* to, float element, bool idle) {
    unsigned instead = __float_as_uint(element);
    if (idle)
        asm volatile("add.u32 %0, %0, 1;" : "+r"(instead));
    else
        *to = element;
}

/// One record per thread, through shared memory. Idle blocks load one element repeatedly, and store none.
__global__ void move_records(LayoutArgs args) {
    extern __shared__ float tile[];
    const bool idle = blockIdx.x % stripe == 0;
    const std::int64_t first = idle ? 0 : (blockIdx.x - blockIdx.x / stripe - 1) * std::int64_t{block};
    if (first >= args.count) return;
    const int records = static_cast<int>(min(std::int64_t{block}, args.count - first));
    const int fields = args.fields, r = threadIdx.x, elements = records * fields;
    const std::int64_t arrays_at = first + r, records_at = first * fields + r;
    const float* from = args.in + (idle ? 0 : args.to_arrays ? records_at : arrays_at);
    float* to = args.out + (args.to_arrays ? arrays_at : records_at);
    if (args.to_arrays) {
#pragma unroll 1
        for (int i = r; i < elements; i += block, from += idle ? 0 : block) tile[i] = *from;
    } else if (r < records) {
#pragma unroll 1
        for (int i = r * fields; i < (r + 1) * fields; ++i, from += idle ? 0 : args.count) tile[i] = *from;
    }
    __syncthreads();
    if (!args.to_arrays) {
#pragma unroll 1
        for (int i = r; i < elements; i += block, to += block) store(to, tile[i], idle);
    } else if (r < records) {
#pragma unroll 1
        for (int i = r * fields; i < (r + 1) * fields; ++i, to += args.count) store(to, tile[i], idle);
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return;
    // Three of four blocks work.
    const unsigned grid = (groups_of(block, args.count) + stripe - 2) / (stripe - 1) * stripe;
    move_records<<<grid, block, shared_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
