// The graph's two kernels use the same memory, and the second does not depend on the first.

__global__ void fill(int* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = i; // other: stream_race
}

__global__ void twice(int* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= 2; // finding: stream_race
}

int main() {
    int n = 1000;
    int* data;
    cudaMalloc(&data, n * sizeof(int));
    void* arguments[] = {&data, &n};
    cudaKernelNodeParams params = {};
    params.gridDim = dim3(4);
    params.blockDim = dim3(256);
    params.kernelParams = arguments;
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t first, second;
    params.func = reinterpret_cast<void*>(fill);
    cudaGraphAddKernelNode(&first, graph, nullptr, 0, &params);
    params.func = reinterpret_cast<void*>(twice);
    cudaGraphAddKernelNode(&second, graph, nullptr, 0, &params);
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, 0);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaFree(data);
    return 0;
}
