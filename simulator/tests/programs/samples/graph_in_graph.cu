// A graph as a child node of another, twice: it runs completely after its dependencies, and before its dependents. It is a
// separate copy, which can be changed.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int n = 64;

__global__ void times_plus(int* values, int factor, int summand) {
    values[threadIdx.x] = values[threadIdx.x] * factor + summand;
}

cudaGraphNode_t add_node(cudaGraph_t graph, cudaGraphNode_t before, int* values, int factor, int summand) {
    void* arguments[] = {&values, &factor, &summand};
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void*>(times_plus);
    params.gridDim = dim3(1);
    params.blockDim = dim3(n);
    params.kernelParams = arguments;
    cudaGraphNode_t node;
    check(cudaGraphAddKernelNode(&node, graph, &before, before == nullptr ? 0 : 1, &params));
    return node;
}

/// Two consecutive steps.
cudaGraph_t steps(int* values, int factor, int summand) {
    cudaGraph_t graph;
    check(cudaGraphCreate(&graph, 0));
    const cudaGraphNode_t first = add_node(graph, nullptr, values, factor, 0);
    add_node(graph, first, values, 1, summand);
    return graph;
}

int main() {
    int* values;
    check(cudaMalloc(&values, n * sizeof(int)));
    check(cudaMemset(values, 0, n * sizeof(int)));
    const cudaGraph_t inner = steps(values, 3, 1), other = steps(values, 5, 2);
    cudaGraph_t outer;
    check(cudaGraphCreate(&outer, 0));
    const cudaGraphNode_t begin = add_node(outer, nullptr, values, 0, 7); // 7
    cudaGraphNode_t first, second;
    check(cudaGraphAddChildGraphNode(&first, outer, &begin, 1, inner));   // 7 * 3 + 1 = 22
    const cudaGraphNode_t middle = add_node(outer, first, values, 2, 0);  // 44
    check(cudaGraphAddChildGraphNode(&second, outer, &middle, 1, inner)); // 44 * 3 + 1 = 133
    add_node(outer, second, values, 1, 1000);                             // 1133
    check(cudaGraphDestroy(inner));

    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, outer, 0));
    std::vector<int> result(n);
    const auto launch = [&] {
        check(cudaGraphLaunch(executable, cudaStreamPerThread));
        check(cudaMemcpyAsync(result.data(), values, n * sizeof(int), cudaMemcpyDeviceToHost,
                              cudaStreamPerThread));
        check(cudaStreamSynchronize(cudaStreamPerThread));
        return result[n - 1];
    };
    const int plain = launch();
    check(cudaGraphExecChildGraphNodeSetParams(executable, first, other)); // 7 * 5 + 2 = 37; 74; 223; 1223
    const int changed = launch();

    // One more step in the graph of the second node: 44 * 3 + 1 + 5 = 138
    cudaGraph_t inside;
    check(cudaGraphChildGraphNodeGetGraph(second, &inside));
    cudaGraphNode_t nodes[2];
    size_t count = 2;
    check(cudaGraphGetNodes(inside, nodes, &count));
    size_t behind = 0;
    check(cudaGraphNodeGetDependentNodes(nodes[0], nullptr, nullptr, &behind));
    add_node(inside, behind == 0 ? nodes[0] : nodes[1], values, 1, 5);
    check(cudaGraphExecDestroy(executable));
    check(cudaGraphInstantiate(&executable, outer, 0));
    const int longer = launch();

    check(cudaGraphExecDestroy(executable));
    check(cudaGraphDestroy(outer));
    check(cudaGraphDestroy(other));
    check(cudaFree(values));
    const bool right = plain == 1133 && changed == 1223 && longer == 1138;
    std::printf(right ? "PASSED\n" : "the results are %d, %d and %d\n", plain, changed, longer);
    return right ? 0 : 1;
}
