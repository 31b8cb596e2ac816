// A kernel whose blocks wait for each other, as a node of a graph: the node has the attribute for a cooperative launch.

#include <cooperative_groups.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int blocks = 6, threads = 64;

__global__ void spread(int* values, int* sums) {
    const auto grid = cooperative_groups::this_grid();
    const int i = static_cast<int>(grid.thread_rank());
    values[i] = i;
    grid.sync();
    const int opposite = blocks * threads - 1 - i;
    sums[i] = values[i] + values[opposite];
}

int main() {
    int *values, *sums;
    const size_t bytes = blocks * threads * sizeof(int);
    check(cudaMalloc(&values, bytes));
    check(cudaMalloc(&sums, bytes));
    cudaGraph_t graph;
    cudaGraphNode_t node, second;
    check(cudaGraphCreate(&graph, 0));
    void* arguments[] = {&values, &sums};
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void*>(spread);
    params.gridDim = dim3(blocks);
    params.blockDim = dim3(threads);
    params.kernelParams = arguments;
    check(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    cudaLaunchAttributeValue together = {};
    together.cooperative = 1;
    check(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &together));
    check(cudaGraphAddKernelNode(&second, graph, &node, 1, &params));
    check(cudaGraphKernelNodeCopyAttributes(second, node));
    cudaLaunchAttributeValue told = {};
    check(cudaGraphKernelNodeGetAttribute(second, cudaLaunchAttributeCooperative, &told));

    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, graph, 0));
    check(cudaGraphLaunch(executable, cudaStreamPerThread));
    std::vector<int> result(blocks * threads);
    check(cudaMemcpyAsync(result.data(), sums, bytes, cudaMemcpyDeviceToHost, cudaStreamPerThread));
    check(cudaStreamSynchronize(cudaStreamPerThread));
    bool right = told.cooperative == 1;
    for (const int sum : result) right = right && sum == blocks * threads - 1;
    check(cudaGraphExecDestroy(executable));
    check(cudaGraphDestroy(graph));
    check(cudaFree(values));
    check(cudaFree(sums));
    std::printf(right ? "PASSED\n" : "the first sum is %d\n", result[0]);
    return right ? 0 : 1;
}
