// Lab 02 with cooperative groups: the four counts of a thread are packed into one integer, 16 bits each, so that a
// single scan over a tile of 32 threads orders all formulas at once. Choose this if there are few kinds and many
// values per thread: it needs no ballot per value.

#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

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

using Counts = std::uint64_t; // one count of 16 bits per formula; a block's 2048 values fit
constexpr int warp_threads = 32;
constexpr int warps = mixed_block / warp_threads;

__device__ int count_of(Counts counts, int formula) {
    return static_cast<int>(counts >> 16 * formula & 0xffff);
}

__global__ void transform_mixed(const float4* in, float4* out, std::size_t quads, int iterations) {
    __shared__ float ordered[mixed_block * mixed_values];
    __shared__ Counts of_warp[warps];
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<warp_threads>(block);
    const std::size_t first = std::size_t{blockIdx.x} * (mixed_block * quads_each) + block.thread_rank();

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
    Counts own = 0;
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) own += Counts{1} << 16 * formula_of(value[j]);
    Counts before = cg::exclusive_scan(warp, own, cg::plus<Counts>());
    if (warp.thread_rank() == warp_threads - 1) of_warp[warp.meta_group_rank()] = before + own;
    block.sync();

    Counts all = 0;
#pragma unroll
    for (unsigned w = 0; w < warps; ++w) {
        before += w < warp.meta_group_rank() ? of_warp[w] : 0;
        all += of_warp[w];
    }
    const Counts begin =
        (all << 16) + (all << 32) + (all << 48); // per formula, the counts of all lower formulas
    before += begin;
    int place[mixed_values];
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) {
        const int formula = formula_of(value[j]);
        place[j] = count_of(before, formula);
        before += Counts{1} << 16 * formula;
        ordered[place[j]] = value[j];
    }
    block.sync();
    for (int at = block.thread_rank(); at < mixed_block * mixed_values; at += mixed_block) {
        const int formula =
            (at >= count_of(begin, 1)) + (at >= count_of(begin, 2)) + (at >= count_of(begin, 3));
        ordered[at] = transformed(ordered[at], formula, iterations);
    }
    block.sync();
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
