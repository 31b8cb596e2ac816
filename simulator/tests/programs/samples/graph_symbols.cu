// Coefficients in constant memory are set by a node of a graph, and what a kernel leaves in a device variable is fetched
// by another. Both get other parameters.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

__constant__ int coefficients[4];
__device__ int results[2];

__global__ void evaluate(int x, int which) {
    results[which] = coefficients[0] + x * (coefficients[1] + x * (coefficients[2] + x * coefficients[3]));
}

int value_of(const int* c, int x) { return c[0] + x * (c[1] + x * (c[2] + x * c[3])); }

int main() {
    int first[] = {1, 2, 3, 4}, upper[] = {30, 40}, result = 0, other = 0, x = 5, which = 1;
    cudaGraph_t graph;
    cudaGraphNode_t send, run, fetch;
    check(cudaGraphCreate(&graph, 0));
    check(cudaGraphAddMemcpyNodeToSymbol(&send, graph, nullptr, 0, coefficients, first, sizeof first, 0,
                                         cudaMemcpyHostToDevice));
    void* arguments[] = {&x, &which};
    cudaKernelNodeParams kernel = {};
    kernel.func = reinterpret_cast<void*>(evaluate);
    kernel.gridDim = kernel.blockDim = dim3(1);
    kernel.kernelParams = arguments;
    check(cudaGraphAddKernelNode(&run, graph, &send, 1, &kernel));
    check(cudaGraphAddMemcpyNodeFromSymbol(&fetch, graph, &run, 1, &result, results, sizeof result,
                                           sizeof(int), cudaMemcpyDeviceToHost));
    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, graph, 0));
    check(cudaGraphLaunch(executable, nullptr));
    check(cudaDeviceSynchronize());
    bool right = result == value_of(first, x);

    // The upper two change, the lower two stay; the result goes elsewhere.
    check(cudaGraphExecMemcpyNodeSetParamsToSymbol(executable, send, coefficients, upper, sizeof upper,
                                                   2 * sizeof(int), cudaMemcpyHostToDevice));
    check(cudaGraphExecMemcpyNodeSetParamsFromSymbol(executable, fetch, &other, results, sizeof other,
                                                     sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaGraphLaunch(executable, nullptr));
    check(cudaDeviceSynchronize());
    const int changed[] = {1, 2, 30, 40};
    right = right && other == value_of(changed, x) && result == value_of(first, x);

    check(cudaGraphExecDestroy(executable));
    check(cudaGraphDestroy(graph));
    std::printf(right ? "PASSED\n" : "the results are %d and %d\n", result, other);
    return right ? 0 : 1;
}
