// Graphs whose nodes are added one by one: handles, dependencies, and kernel nodes. Rejections,
// and permitted changes in instantiated graphs.

#include "graph_by_hand.h"

namespace {

void handles() {
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t node = nullptr;
    SHOW(cudaGraphCreate(nullptr, 0));
    SHOW(cudaGraphCreate(&graph, 1));
    SHOW(cudaGraphCreate(&graph, 0));
    const cudaGraph_t other = fresh();
    const cudaGraphNode_t strange = empty(other);
    const cudaGraphNode_t own = empty(graph);
    const cudaGraphNode_t twice[] = {own, own};
    SHOW(cudaGraphAddEmptyNode(nullptr, graph, nullptr, 0));
    SHOW(cudaGraphAddEmptyNode(&node, nullptr, nullptr, 0));
    SHOW(cudaGraphAddEmptyNode(&node, graph, nullptr, 1));
    SHOW(cudaGraphAddEmptyNode(&node, graph, &strange, 1));
    SHOW(cudaGraphAddEmptyNode(&node, graph, twice, 2));
    SHOW(cudaGraphAddEmptyNode(&node, graph, twice, 1));
    SHOW(cudaGraphDestroyNode(nullptr));
    SHOW(cudaGraphDestroyNode(node));
    std::size_t count = 0;
    SHOW(cudaGraphGetNodes(graph, nullptr, &count));
    VALUE(count);
    expect(count, 1);
    SHOW(cudaGraphNodeFindInClone(&node, own, graph));
    SHOW(cudaGraphDestroy(other));
    SHOW(cudaGraphDestroy(graph));
}

void edges() {
    cudaGraph_t graph = fresh();
    const cudaGraphNode_t a = empty(graph);
    const cudaGraphNode_t b = empty(graph);
    const cudaGraphNode_t c = empty(graph);
    const cudaGraphNode_t from[] = {a, a};
    const cudaGraphNode_t to[] = {c, b};
    cudaGraphNode_t found[4] = {};
    cudaGraphEdgeData data[4] = {};
    std::size_t count = 0;
    SHOW(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
    SHOW(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
    SHOW(cudaGraphAddDependencies(graph, &a, &a, nullptr, 1));
    SHOW(cudaGraphAddDependencies(graph, from, to, nullptr, 2)); // the second one exists already
    SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
    VALUE(count);
    expect(count, 2); // the first one stays
    SHOW(cudaGraphAddDependencies(graph, nullptr, &b, nullptr, 1));
    SHOW(cudaGraphAddDependencies(graph, nullptr, nullptr, nullptr, 0));
    SHOW(cudaGraphAddDependencies(nullptr, &a, &c, nullptr, 1));
    SHOW(cudaGraphRemoveDependencies(graph, &b, &a, nullptr, 1));
    SHOW(cudaGraphGetEdges(graph, found, nullptr, nullptr, &count));
    SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, nullptr));
    SHOW(cudaGraphGetEdges(graph, nullptr, nullptr, data, &count));
    SHOW(cudaGraphNodeGetDependencies(b, nullptr, nullptr, &count));
    VALUE(count);
    expect(count, 1);
    count = 4;
    SHOW(cudaGraphNodeGetDependencies(b, found, data, &count));
    VALUE(count);
    VALUE(found[0] == a);
    VALUE(found[1] == nullptr);
    SHOW(cudaGraphNodeGetDependencies(b, nullptr, data, &count));
    SHOW(cudaGraphNodeGetDependencies(nullptr, found, nullptr, &count));
    SHOW(cudaGraphNodeGetDependencies(b, found, nullptr, nullptr));
    SHOW(cudaGraphNodeGetDependentNodes(a, nullptr, nullptr, &count));
    VALUE(count);
    cudaGraphExec_t executable = nullptr;
    cudaGraphInstantiateParams how = {};
    SHOW(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1)); // a cycle
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    SHOW(cudaGraphInstantiateWithParams(&executable, graph, &how));
    VALUE(how.result_out);
    VALUE(how.errNode_out != nullptr);
    SHOW(cudaGraphRemoveDependencies(graph, &b, &a, nullptr, 1));
    SHOW(cudaGraphInstantiateWithParams(&executable, graph, &how));
    VALUE(how.result_out);
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(graph));
}

void kernels() {
    cudaGraph_t graph = fresh();
    cudaGraphNode_t node = nullptr;
    cudaGraphNode_t second = nullptr;
    void* arguments[2];
    int value = 5;
    cudaKernelNodeParams good = adding(&out, &value, arguments);
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, nullptr));
    cudaKernelNodeParams bad = good;
    bad.func = nullptr;
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &bad));
    bad.func = &value;
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &bad));
    bad = good;
    bad.kernelParams = nullptr;
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &bad));
    bad = good;
    bad.blockDim = dim3(2000);
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &bad));
    bad = good;
    bad.gridDim = dim3(0);
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &bad));
    bad = good;
    bad.sharedMemBytes = 1 << 20;
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &bad));
    SHOW(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &good));
    cudaKernelNodeParams plain = {};
    plain.func = reinterpret_cast<void*>(nothing);
    plain.gridDim = plain.blockDim = dim3(1);
    SHOW(cudaGraphAddKernelNode(&second, graph, &node, 1, &plain));
    struct {
        int* target;
        int value;
    } packed = {out, 100};
    std::size_t bytes = sizeof packed; // with padding at the end, which the parameters do not have
    void* extra[] = {reinterpret_cast<void*>(1), &packed, reinterpret_cast<void*>(2), &bytes, nullptr};
    bad = good;
    bad.extra = extra;
    SHOW(cudaGraphAddKernelNode(&second, graph, nullptr, 0, &bad));
    bad.kernelParams = nullptr;
    SHOW(cudaGraphAddKernelNode(&second, graph, nullptr, 0, &bad));
    bytes = sizeof packed.target + sizeof packed.value;
    SHOW(cudaGraphAddKernelNode(&second, graph, nullptr, 0, &bad));
    cudaKernelNodeParams told = {};
    SHOW(cudaGraphKernelNodeGetParams(node, &told));
    VALUE(told.func == reinterpret_cast<void*>(add));
    VALUE(told.blockDim.x);
    VALUE(told.kernelParams != nullptr);
    VALUE(told.extra != nullptr);
    SHOW(cudaGraphKernelNodeGetParams(second, &told));
    VALUE(told.kernelParams != nullptr);
    VALUE(told.extra != nullptr);
    SHOW(cudaGraphKernelNodeGetParams(node, nullptr));
    cudaGraphExec_t executable = nullptr;
    SHOW(cudaGraphInstantiate(&executable, graph, 0));
    VALUE(launch(executable));
    expect(value_now(), 105);
    value = 7;
    SHOW(cudaGraphExecKernelNodeSetParams(executable, node, &good));
    SHOW(cudaGraphExecKernelNodeSetParams(executable, nullptr, &good));
    SHOW(cudaGraphExecKernelNodeSetParams(nullptr, node, &good));
    refused_by_simulator([&] { return cudaGraphExecKernelNodeSetParams(executable, node, nullptr); });
    bad = good;
    bad.kernelParams = nullptr;
    refused_by_simulator([&] { return cudaGraphExecKernelNodeSetParams(executable, node, &bad); });
    refused_by_simulator([&] { return cudaGraphKernelNodeSetParams(node, &bad); });
    bad = good;
    bad.blockDim = dim3(2000);
    SHOW(cudaGraphExecKernelNodeSetParams(executable, node, &bad));
    SHOW(cudaGraphKernelNodeSetParams(node, &bad));
    VALUE(launch(executable));
    expect(value_now(), 107);
    unsigned enabled = 9;
    SHOW(cudaGraphNodeSetEnabled(executable, node, 0));
    SHOW(cudaGraphNodeGetEnabled(executable, node, &enabled));
    VALUE(enabled);
    VALUE(launch(executable));
    expect(value_now(), 100);
    const cudaGraphNode_t bare = empty(graph);
    SHOW(cudaGraphKernelNodeSetParams(bare, &good));
    SHOW(cudaGraphExecKernelNodeSetParams(executable, bare, &good)); // added after the instantiation
    SHOW(cudaGraphNodeSetEnabled(executable, bare, 0));
    SHOW(cudaGraphExecDestroy(executable));
    SHOW(cudaGraphDestroy(graph));
}

} // namespace

int main() { return ask({handles, edges, kernels}); }
