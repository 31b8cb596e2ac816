// A graph that allocates what it needs between its steps and frees it again: the address is known before the first
// launch, and is the same at each.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int n = 512;

__global__ void square(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * in[i];
}

__global__ void differences(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] - (i == 0 ? 0 : in[i - 1]);
}

cudaGraphNode_t add_kernel(cudaGraph_t graph, cudaGraphNode_t before, void (*kernel)(const int*, int*),
                           const int* in, int* out) {
    void* arguments[] = {&in, &out};
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void*>(kernel);
    params.gridDim = dim3(n / 128);
    params.blockDim = dim3(128);
    params.kernelParams = arguments;
    cudaGraphNode_t node;
    check(cudaGraphAddKernelNode(&node, graph, &before, 1, &params));
    return node;
}

int main() {
    std::vector<int> in(n), out(n);
    for (int i = 0; i < n; ++i) in[i] = i;
    int *device_in, *device_out;
    check(cudaMalloc(&device_in, n * sizeof(int)));
    check(cudaMalloc(&device_out, n * sizeof(int)));
    check(cudaMemcpy(device_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    cudaGraph_t graph;
    check(cudaGraphCreate(&graph, 0));
    cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = n * sizeof(int);
    cudaGraphNode_t allocate, release;
    check(cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &memory));
    int* const between = static_cast<int*>(memory.dptr);
    const cudaGraphNode_t squared = add_kernel(graph, allocate, square, device_in, between);
    const cudaGraphNode_t done = add_kernel(graph, squared, differences, between, device_out);
    check(cudaGraphAddMemFreeNode(&release, graph, &done, 1, between));

    void* freed = nullptr;
    check(cudaGraphMemFreeNodeGetParams(release, &freed));
    cudaMemAllocNodeParams told;
    check(cudaGraphMemAllocNodeGetParams(allocate, &told));
    bool right = freed == between && told.dptr == between && told.bytesize == n * sizeof(int);

    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, graph, 0));
    cudaGraphExec_t second;
    right = right && cudaGraphInstantiate(&second, graph, 0) == cudaErrorNotSupported;
    cudaGetLastError();
    for (int launch = 0; launch < 4; ++launch) check(cudaGraphLaunch(executable, cudaStreamPerThread));
    check(cudaMemcpyAsync(out.data(), device_out, n * sizeof(int), cudaMemcpyDeviceToHost,
                          cudaStreamPerThread));
    check(cudaStreamSynchronize(cudaStreamPerThread));
    for (int i = 1; i < n; ++i) right = right && out[i] == 2 * i - 1;
    check(cudaGraphExecDestroy(executable));
    check(cudaGraphDestroy(graph));
    unsigned long long used = 1;
    check(cudaDeviceGraphMemTrim(0));
    check(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    check(cudaFree(device_in));
    check(cudaFree(device_out));
    right = right && used == 0;
    std::printf(right ? "PASSED\n" : "%llu bytes are used, number 5 is %d\n", used, out[5]);
    return right ? 0 : 1;
}
