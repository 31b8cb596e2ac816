// Lab 02 without a barrier of the block: each warp orders its 512 values, 16 per thread, and pads each formula to
// whole groups of 32, so that no group has two formulas. Choose this if warps should not wait for one another. A warp
// needs many values for it, because the last group of each formula is partly empty.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int striped_block = 256; // threads per block in striped rows per block in striped rows

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
constexpr int block_warps = 4; // warps per block in mixed rows
constexpr int each = 16;       // values per thread in mixed rows
constexpr int quads_each = each / 4;
constexpr int places = warp_threads * each + (formulas - 1) * (warp_threads - 1); // with gaps

__global__ void __launch_bounds__(block_warps* warp_threads)
    transform_mixed(const float4* in, float4* out, std::size_t quads, int iterations) {
    __shared__ float of_block[block_warps][places];
    float* ordered = of_block[threadIdx.x / warp_threads];
    const int lane = threadIdx.x % warp_threads;
    const std::size_t warp = std::size_t{blockIdx.x} * block_warps + threadIdx.x / warp_threads;
    const std::size_t first = warp * (warp_threads * quads_each) + lane;

    float value[each];
#pragma unroll
    for (int i = 0; i < quads_each; ++i) {
        const std::size_t quad = first + i * warp_threads;
        // Values past the end are computed, but not stored.
        const float4 four = quad < quads ? in[quad] : make_float4(12.0f, 12.0f, 12.0f, 12.0f);
        value[4 * i] = four.x;
        value[4 * i + 1] = four.y;
        value[4 * i + 2] = four.z;
        value[4 * i + 3] = four.w;
    }
    int place[each]; // first among the values of the same formula, then in `ordered`
    int count[formulas] = {};
#pragma unroll
    for (int j = 0; j < each; ++j) {
        // Two ballots, one per bit of the formula's index, distinguish the four formulas.
        const int formula = formula_of(value[j]);
        const unsigned odd = __ballot_sync(all_lanes, formula & 1);
        const unsigned upper = __ballot_sync(all_lanes, formula & 2);
        const unsigned alike = (formula & 1 ? odd : ~odd) & (formula & 2 ? upper : ~upper);
        const int before =
            formula & 2 ? (formula & 1 ? count[3] : count[2]) : (formula & 1 ? count[1] : count[0]);
        place[j] = before + __popc(alike & ((1u << lane) - 1));
        count[0] += __popc(~odd & ~upper);
        count[1] += __popc(odd & ~upper);
        count[2] += __popc(~odd & upper);
        count[3] += __popc(odd & upper);
    }
    int begin[formulas] = {};
    for (int f = 1; f < formulas; ++f)
        begin[f] = begin[f - 1] + (count[f - 1] + warp_threads - 1) / warp_threads * warp_threads;
#pragma unroll
    for (int j = 0; j < each; ++j) {
        const int formula = formula_of(value[j]);
        place[j] += formula & 2 ? (formula & 1 ? begin[3] : begin[2]) : (formula & 1 ? begin[1] : 0);
        ordered[place[j]] = value[j];
    }
    __syncwarp();
#pragma unroll
    for (int f = 0; f < formulas; ++f)
        for (int at = lane; at < count[f]; at += warp_threads)
            ordered[begin[f] + at] = transformed(ordered[begin[f] + at], f, iterations);
    __syncwarp();
#pragma unroll
    for (int i = 0; i < quads_each; ++i) {
        const std::size_t quad = first + i * warp_threads;
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
        const unsigned blocks = groups_of(block_warps * warp_threads * quads_each, mixed);
        transform_mixed<<<blocks, block_warps * warp_threads>>>(in + striped, out + striped, mixed,
                                                                args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
