// Lab 02 with lists instead of an order: __match_any_sync() finds the lanes whose values have the same formula,
// one of them reserves space for all in the formula's list, and each list begins at a multiple of 32. Choose this
// if the order within a formula does not matter: there is no scan, and no warp has two formulas.

#include <cuda/atomic>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int striped_block = 256;           // threads per block in striped rows
constexpr int quads_each = mixed_values / 4; // float4 groups per thread in mixed rows

__global__ void transform_striped(const float4* in, float4* out, std::size_t quads, int iterations) {
    const std::size_t quad = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (quad >= quads) return;

    float4 value = in[quad]; // one value of each formula
    for (int i = 0; i < iterations; ++i) {
        value.x = step_log(value.x);
        value.y = step_cos(value.y);
        value.z = step_sin(value.z);
        value.w = step_tan(value.w);
    }
    out[quad] = value;
}

constexpr unsigned all_lanes = 0xffffffff;
constexpr int warp_threads = 32;
constexpr int places = mixed_block * mixed_values + (formulas - 1) * (warp_threads - 1); // with gaps

__global__ void transform_mixed(const float4* in, float4* out, std::size_t quads, int iterations) {
    __shared__ float ordered[places];
    __shared__ int length[formulas];
    const std::size_t first = std::size_t{blockIdx.x} * (mixed_block * quads_each) + threadIdx.x;
    const int lane = threadIdx.x % warp_threads;
    if (threadIdx.x < formulas) length[threadIdx.x] = 0;
    __syncthreads();

    float value[mixed_values];
#pragma unroll
    for (int i = 0; i < quads_each; ++i) {
        const std::size_t quad = first + i * mixed_block;
        // Values past the end are computed, but not stored.
        const float4 four = quad < quads ? in[quad] : make_float4(12.0f, 12.0f, 12.0f, 12.0f);
        value[4 * i] = four.x;
        value[4 * i + 1] = four.y;
        value[4 * i + 2] = four.z;
        value[4 * i + 3] = four.w;
    }
    int place[mixed_values]; // first an index in the list, then in `ordered`
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) {
        const int formula = formula_of(value[j]);
        const unsigned alike = __match_any_sync(all_lanes, formula);
        const int leader = __ffs(alike) - 1;
        int begin = 0;
        if (lane == leader) {
            const cuda::atomic_ref<int, cuda::thread_scope_block> list(length[formula]);
            begin = list.fetch_add(__popc(alike), cuda::memory_order_relaxed);
        }
        place[j] = __shfl_sync(all_lanes, begin, leader) + __popc(alike & ((1u << lane) - 1));
    }
    __syncthreads();

    int begin[formulas + 1] = {};
    int end[formulas];
#pragma unroll
    for (int f = 0; f < formulas; ++f) {
        end[f] = begin[f] + length[f];
        begin[f + 1] = (end[f] + warp_threads - 1) / warp_threads * warp_threads;
    }
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) {
        const int formula = formula_of(value[j]);
#pragma unroll
        for (int f = 1; f < formulas; ++f) place[j] += formula == f ? begin[f] : 0;
        ordered[place[j]] = value[j];
    }
    __syncthreads();
    for (int at = threadIdx.x; at < end[formulas - 1]; at += mixed_block) {
        const int formula = (at >= begin[1]) + (at >= begin[2]) + (at >= begin[3]);
        const int stop = formula == 0 ? end[0] : formula == 1 ? end[1] : formula == 2 ? end[2] : end[3];
        if (at < stop) ordered[at] = transformed(ordered[at], formula, iterations);
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < quads_each; ++i) {
        const std::size_t quad = first + i * mixed_block;
        const int* at = place + 4 * i;
        if (quad < quads)
            out[quad] = make_float4(ordered[at[0]], ordered[at[1]], ordered[at[2]], ordered[at[3]]);
    }
}

extern "C" void transform(const TransformArgs& args) {
    const auto* in = reinterpret_cast<const float4*>(args.in);
    auto* out = reinterpret_cast<float4*>(args.out);
    const std::size_t striped = elements_of(args, args.striped_rows) / 4;
    if (striped > 0) {
        transform_striped<<<groups_of(striped_block, striped), striped_block>>>(in, out, striped,
                                                                                args.iterations);
        CUDA_CHECK_LAUNCH();
    }
    const std::size_t mixed = elements_of(args, args.mixed_rows) / 4;
    if (mixed > 0) {
        const unsigned blocks = groups_of(mixed_block * quads_each, mixed);
        transform_mixed<<<blocks, mixed_block>>>(in + striped, out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
