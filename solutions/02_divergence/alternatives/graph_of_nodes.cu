// Lab 02 as a graph that is built node by node: a node for the striped rows and a node for the mixed ones, with no
// edge between them. Choose this if the order of the work is known as a graph, and is the same for many
// launches. The graph then saves the host's work per launch.

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

__global__ void transform_mixed(const float4* in, float4* out, std::size_t quads, int iterations) {
    __shared__ float ordered[mixed_block * mixed_values];
    const std::size_t first = std::size_t{blockIdx.x} * (mixed_block * quads_each) + threadIdx.x;

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
    int formula[mixed_values];
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) formula[j] = formula_of(value[j]);
    const Order order = order_by_formula(formula);

#pragma unroll
    for (int j = 0; j < mixed_values; ++j) ordered[order.place[j]] = value[j];
    __syncthreads();
    for (int at = threadIdx.x; at < mixed_block * mixed_values; at += mixed_block)
        ordered[at] = transformed(ordered[at], order.formula_at(at), iterations);
    __syncthreads();

#pragma unroll
    for (int i = 0; i < quads_each; ++i) {
        const std::size_t quad = first + i * mixed_block;
        const int* at = order.place + 4 * i;
        if (quad < quads)
            out[quad] = make_float4(ordered[at[0]], ordered[at[1]], ordered[at[2]], ordered[at[3]]);
    }
}

using Kernel = void (*)(const float4*, float4*, std::size_t, int);

/// Adds a launch of @p kernel over @p quads groups of four to @p graph, as a node without dependencies.
static void add_node(cudaGraph_t graph, Kernel kernel, unsigned blocks, int block, const float4* in,
                     float4* out, std::size_t quads, int iterations) {
    if (quads == 0) return;                               // CUDA refuses a grid without blocks
    void* arguments[] = {&in, &out, &quads, &iterations}; // the node keeps copies
    cudaGraphNodeParams node = {};
    node.type = cudaGraphNodeTypeKernel;
    node.kernel.func = reinterpret_cast<void*>(kernel);
    node.kernel.gridDim = dim3(blocks);
    node.kernel.blockDim = dim3(block);
    node.kernel.kernelParams = arguments;
    cudaGraphNode_t added = nullptr;
    CUDA_CHECK(cudaGraphAddNode(&added, graph, nullptr, nullptr, 0, &node));
}

extern "C" void transform(const TransformArgs& args) {
    const auto* in = reinterpret_cast<const float4*>(args.in);
    auto* out = reinterpret_cast<float4*>(args.out);
    const std::size_t striped = elements_of(args, args.striped_rows) / 4;
    const std::size_t mixed = elements_of(args, args.mixed_rows) / 4;

    cudaGraph_t graph = nullptr;
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    add_node(graph, transform_striped, groups_of(striped_block, striped), striped_block, in, out, striped,
             args.iterations);
    add_node(graph, transform_mixed, groups_of(mixed_block * quads_each, mixed), mixed_block, in + striped,
             out + striped, mixed, args.iterations);
    cudaGraphExec_t ready = nullptr;
    CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(ready, nullptr));
    CUDA_CHECK(cudaGraphExecDestroy(ready)); // a launch in progress still completes
    CUDA_CHECK(cudaGraphDestroy(graph));
}
