// A captured graph is looked into and changed: its kernel gets other arguments, its copy another target.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int n = 128;

__global__ void ramp(int* out, int factor) { out[threadIdx.x] = factor * threadIdx.x; }

int main() {
    std::vector<int> first(n, -1), second(n, -1);
    int* device;
    check(cudaMalloc(&device, n * sizeof(int)));
    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    ramp<<<1, n, 0, stream>>>(device, 3);
    check(cudaMemcpyAsync(first.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    cudaGraph_t graph;
    check(cudaStreamEndCapture(stream, &graph));

    cudaGraphNode_t kernel, copy;
    size_t one = 1;
    check(cudaGraphGetRootNodes(graph, &kernel, &one));
    check(cudaGraphNodeGetDependentNodes(kernel, &copy, nullptr, &one));
    cudaKernelNodeParams params = {};
    check(cudaGraphKernelNodeGetParams(kernel, &params));
    bool right = params.func == reinterpret_cast<void*>(ramp) && params.gridDim.x == 1 &&
                 params.blockDim.x == n && params.sharedMemBytes == 0;

    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, graph, 0));
    check(cudaGraphLaunch(executable, stream));
    int factor = 11;
    void* arguments[] = {&device, &factor};
    params.kernelParams = arguments;
    params.extra = nullptr;
    check(cudaGraphExecKernelNodeSetParams(executable, kernel, &params));
    check(cudaGraphExecMemcpyNodeSetParams1D(executable, copy, second.data(), device, n * sizeof(int),
                                             cudaMemcpyDeviceToHost));
    check(cudaGraphLaunch(executable, stream));
    check(cudaStreamSynchronize(stream));

    for (int i = 0; i < n; ++i) right = right && first[i] == 3 * i && second[i] == 11 * i;
    check(cudaGraphExecDestroy(executable));
    check(cudaGraphDestroy(graph));
    check(cudaStreamDestroy(stream));
    check(cudaFree(device));
    std::printf(right ? "PASSED\n" : "number 1 is %d, then %d\n", first[1], second[1]);
    return right ? 0 : 1;
}
