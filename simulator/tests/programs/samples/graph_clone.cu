// A graph is copied, and a node of the copy adds another number: the original does not.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

__global__ void add(int* out, int value) { *out += value; }

cudaGraphNode_t add_node(cudaGraph_t graph, cudaGraphNode_t before, int* out, int value) {
    void* arguments[] = {&out, &value};
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void*>(add);
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    cudaGraphNode_t node;
    check(cudaGraphAddKernelNode(&node, graph, &before, before == nullptr ? 0 : 1, &params));
    return node;
}

int result_of(cudaGraph_t graph, int* out) {
    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, graph, 0));
    check(cudaMemset(out, 0, sizeof(int)));
    check(cudaGraphLaunch(executable, nullptr));
    int result;
    check(cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost));
    check(cudaGraphExecDestroy(executable));
    return result;
}

int main() {
    int *out, value = 500;
    check(cudaMalloc(&out, sizeof(int)));
    cudaGraph_t graph, clone;
    check(cudaGraphCreate(&graph, 0));
    const cudaGraphNode_t one = add_node(graph, nullptr, out, 1);
    const cudaGraphNode_t ten = add_node(graph, one, out, 10);
    check(cudaGraphClone(&clone, graph));
    cudaGraphNode_t cloned_ten, cloned_one;
    check(cudaGraphNodeFindInClone(&cloned_ten, ten, clone));
    check(cudaGraphNodeFindInClone(&cloned_one, one, clone));

    void* arguments[] = {&out, &value};
    cudaKernelNodeParams params = {};
    check(cudaGraphKernelNodeGetParams(cloned_ten, &params));
    params.kernelParams = arguments;
    check(cudaGraphKernelNodeSetParams(cloned_ten, &params));
    add_node(clone, cloned_ten, out, 1000);
    const cudaGraphNode_t late = add_node(graph, ten, out, 20);
    cudaGraphNode_t nothing;
    const cudaError_t refused = cudaGraphNodeFindInClone(&nothing, late, clone);
    cudaGetLastError();

    const int original = result_of(graph, out), copied = result_of(clone, out);
    check(cudaGraphDestroyNode(cloned_one));
    const int shortened = result_of(clone, out);
    check(cudaGraphDestroy(graph));
    check(cudaGraphDestroy(clone));
    check(cudaFree(out));
    const bool right =
        original == 31 && copied == 1501 && shortened == 1500 && refused == cudaErrorInvalidValue;
    std::printf(right ? "PASSED\n" : "the results are %d, %d and %d\n", original, copied, shortened);
    return right ? 0 : 1;
}
