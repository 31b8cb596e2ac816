// One graph for each step of an iteration: before each launch one of its nodes gets another argument. Earlier launches
// keep the old one, and so does the graph from which it was instantiated.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int n = 1024, steps = 6;

__global__ void axpy(int* y, const int* x, int a) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] += a * x[i];
}

int main() {
    std::vector<int> x(n), result(n);
    for (int i = 0; i < n; ++i) x[i] = i % 17;
    int *device_x, *device_y, a = 1000;
    check(cudaMalloc(&device_x, n * sizeof(int)));
    check(cudaMalloc(&device_y, n * sizeof(int)));
    check(cudaMemcpy(device_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    check(cudaMemset(device_y, 0, n * sizeof(int)));

    cudaGraph_t graph;
    cudaGraphNode_t node;
    check(cudaGraphCreate(&graph, 0));
    void* arguments[] = {&device_y, &device_x, &a};
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void*>(axpy);
    params.gridDim = dim3(n / 128);
    params.blockDim = dim3(128);
    params.kernelParams = arguments;
    check(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, graph, 0));
    int expected_factor = 0;
    for (int step = 0; step < steps; ++step) {
        a = step * step;
        expected_factor += a;
        check(cudaGraphExecKernelNodeSetParams(executable, node, &params));
        check(cudaGraphLaunch(executable, cudaStreamPerThread));
    }

    // The graph itself still has 1000. A launch with another grid keeps all other parameters of the node.
    a = -1;
    cudaKernelNodeParams told = {};
    check(cudaGraphKernelNodeGetParams(node, &told));
    bool right = told.func == params.func && told.gridDim.x == n / 128 && told.blockDim.x == 128;
    told.gridDim = dim3(n / 64);
    told.blockDim = dim3(64);
    check(cudaGraphKernelNodeSetParams(node, &told));
    cudaGraphExec_t second;
    check(cudaGraphInstantiate(&second, graph, 0));
    check(cudaGraphLaunch(second, cudaStreamPerThread));
    expected_factor += 1000;
    check(cudaMemcpyAsync(result.data(), device_y, n * sizeof(int), cudaMemcpyDeviceToHost,
                          cudaStreamPerThread));
    check(cudaStreamSynchronize(cudaStreamPerThread));

    for (int i = 0; i < n; ++i) right = right && result[i] == expected_factor * x[i];
    check(cudaGraphExecDestroy(executable));
    check(cudaGraphExecDestroy(second));
    check(cudaGraphDestroy(graph));
    check(cudaFree(device_x));
    check(cudaFree(device_y));
    std::printf(right ? "PASSED\n" : "number 1 is %d, not %d\n", result[1], expected_factor);
    return right ? 0 : 1;
}
