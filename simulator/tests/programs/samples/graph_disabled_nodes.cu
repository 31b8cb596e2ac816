// Nodes that are passed over: the same graph with and without its kernel, its memset, and its copy.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

__global__ void add(int* value) { *value += 10; }

int main() {
    int *value, result = 0;
    check(cudaMalloc(&value, sizeof(int)));
    check(cudaMemset(value, 0, sizeof(int)));
    cudaGraph_t graph;
    check(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t nodes[4]; // a memset, a kernel, a copy, and nothing
    const cudaMemsetParams fill = {value, 0, 5, 4, 1, 1};
    check(cudaGraphAddMemsetNode(&nodes[0], graph, nullptr, 0, &fill));
    void* arguments[] = {&value};
    cudaKernelNodeParams kernel = {};
    kernel.func = reinterpret_cast<void*>(add);
    kernel.gridDim = kernel.blockDim = dim3(1);
    kernel.kernelParams = arguments;
    check(cudaGraphAddKernelNode(&nodes[1], graph, &nodes[0], 1, &kernel));
    check(cudaGraphAddMemcpyNode1D(&nodes[2], graph, &nodes[1], 1, &result, value, sizeof result,
                                   cudaMemcpyDeviceToHost));
    check(cudaGraphAddEmptyNode(&nodes[3], graph, nullptr, 0));
    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, graph, 0));
    const auto launch = [&](unsigned enabled) {
        for (unsigned n = 0; n < 3; ++n) {
            unsigned now = 2;
            check(cudaGraphNodeSetEnabled(executable, nodes[n], enabled >> n & 1));
            check(cudaGraphNodeGetEnabled(executable, nodes[n], &now));
            if (now != (enabled >> n & 1)) return -1;
        }
        check(cudaGraphLaunch(executable, nullptr));
        check(cudaDeviceSynchronize());
        return result;
    };
    const int results[] = {launch(7), launch(5), launch(6), launch(2), launch(4)};
    const int expected[] = {15, 5, 15, 15, 25};
    bool right = cudaGraphNodeSetEnabled(executable, nodes[3], 0) == cudaErrorInvalidValue;
    cudaGetLastError();
    for (int n = 0; n < 5; ++n) {
        if (results[n] != expected[n])
            std::printf("launch %d gives %d, not %d\n", n, results[n], expected[n]);
        right = right && results[n] == expected[n];
    }
    check(cudaGraphExecDestroy(executable));
    check(cudaGraphDestroy(graph));
    check(cudaFree(value));
    if (right) std::printf("PASSED\n");
    return right ? 0 : 1;
}
