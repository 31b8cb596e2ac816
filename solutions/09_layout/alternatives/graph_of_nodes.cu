// Lab 09 with a graph that is built node by node: four nodes without an edge between them change a quarter of
// the tiles each, and may run in parallel. The graph is built once; later calls set new arguments of its
// nodes. Choose this if the dependencies between the parts of the work are hard to express with streams and
// events.

#include <algorithm>

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads
constexpr int tile_records = block * 4;
constexpr int parts = 4;

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

/// An instantiated graph.
struct Graph {
    cudaGraphNode_t nodes[parts];
    cudaGraphExec_t ready;
};

static Graph make_graph(const cudaKernelNodeParams& parameters) {
    Graph made = {};
    cudaGraph_t graph = nullptr;
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    for (cudaGraphNode_t& node : made.nodes)
        CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
    CUDA_CHECK(cudaGraphInstantiate(&made.ready, graph, 0));
    return made; // the nodes belong to this graph, so it is not destroyed
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    LayoutArgs of_kernel = args;
    std::int64_t begin = 0;
    std::int64_t end = args.count;
    void* arguments[] = {&of_kernel, &begin, &end};
    cudaKernelNodeParams parameters = {};
    parameters.func = reinterpret_cast<void*>(change_tile);
    parameters.gridDim = dim3(1);
    parameters.blockDim = dim3(block);
    parameters.sharedMemBytes = static_cast<unsigned>(place(tile_records * args.fields) * sizeof(float));
    parameters.kernelParams = arguments;
    static const Graph graph = make_graph(parameters);

    const std::int64_t part = groups_of(parts * tile_records, args.count) * std::int64_t{tile_records};
    for (const cudaGraphNode_t node : graph.nodes) {
        end = std::min(begin + part, args.count);
        if (begin < end) {
            parameters.gridDim = dim3(groups_of(tile_records, end - begin));
            CUDA_CHECK(
                cudaGraphExecKernelNodeSetParams(graph.ready, node, &parameters)); // copies the arguments
        }
        CUDA_CHECK(cudaGraphNodeSetEnabled(graph.ready, node, begin < end));
        begin = end;
    }
    CUDA_CHECK(cudaGraphLaunch(graph.ready, nullptr));
}
