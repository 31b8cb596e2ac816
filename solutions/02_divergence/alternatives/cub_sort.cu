// Lab 02 with CUB's block sort: each block sorts the places of its mixed values by formula, a key of two bits, and
// the values stay at their places in shared memory. Choose this if there are many kinds: a radix sort takes keys of
// any number of bits, and the library provides it.

#include <cstdint>

#include <cub/block/block_radix_sort.cuh>

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

__global__ void __launch_bounds__(mixed_block)
    transform_mixed(const float4* in, float4* out, std::size_t quads, int iterations) {
    using Sort = cub::BlockRadixSort<unsigned, mixed_block, mixed_values, std::uint16_t>;
    __shared__ typename Sort::TempStorage of_sort;
    __shared__ float4 here[mixed_block * quads_each];
    float* value = reinterpret_cast<float*>(here);
    const std::size_t first = std::size_t{blockIdx.x} * (mixed_block * quads_each) + threadIdx.x;

    unsigned formula[mixed_values];
    std::uint16_t place[mixed_values]; // indices into `value`
#pragma unroll
    for (int i = 0; i < quads_each; ++i) {
        const std::size_t quad = first + i * mixed_block;
        const int at = threadIdx.x + i * mixed_block;
        // Values past the end are computed, but not stored.
        const float4 four = quad < quads ? in[quad] : make_float4(12.0f, 12.0f, 12.0f, 12.0f);
        here[at] = four;
        const float of_quad[] = {four.x, four.y, four.z, four.w};
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            formula[4 * i + k] = formula_of(of_quad[k]);
            place[4 * i + k] = static_cast<std::uint16_t>(4 * at + k);
        }
    }
    // Striped: the lanes of a warp get neighbours of the sorted order, and so mostly values of one formula.
    Sort(of_sort).SortBlockedToStriped(formula, place, 0, 2);
    __syncthreads(); // all values are stored

#pragma unroll
    for (int j = 0; j < mixed_values; ++j)
        value[place[j]] = transformed(value[place[j]], static_cast<int>(formula[j]), iterations);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < quads_each; ++i) {
        const std::size_t quad = first + i * mixed_block;
        if (quad < quads) out[quad] = here[threadIdx.x + i * mixed_block];
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
