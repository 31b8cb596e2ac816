// A function that allocates in its stream what it needs, and frees it there, is captured as it is: the allocation and
// the end of it become nodes of the graph.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int n = 2048;

__global__ void block_sums(const int* in, int* sums) {
    int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int distance = 16; distance != 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
    if (threadIdx.x % 32 == 0) atomicAdd(sums + blockIdx.x, sum);
}

__global__ void total(const int* sums, int* out) {
    int sum = sums[threadIdx.x];
    for (int distance = 16; distance != 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
    if (threadIdx.x == 0) *out = sum;
}

void sum_up(const int* in, int* out, cudaStream_t stream) {
    int* sums;
    check(cudaMallocAsync(&sums, 32 * sizeof(int), stream));
    check(cudaMemsetAsync(sums, 0, 32 * sizeof(int), stream));
    block_sums<<<32, n / 32, 0, stream>>>(in, sums);
    total<<<1, 32, 0, stream>>>(sums, out);
    check(cudaFreeAsync(sums, stream));
}

int main() {
    std::vector<int> in(n);
    int *device_in, *out, result[2], expected[2] = {};
    check(cudaMalloc(&device_in, n * sizeof(int)));
    check(cudaMalloc(&out, sizeof(int)));
    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    sum_up(device_in, out, stream);
    cudaGraph_t graph;
    check(cudaStreamEndCapture(stream, &graph));
    cudaGraphNode_t nodes[8];
    size_t count = 8, allocations = 0, frees = 0;
    check(cudaGraphGetNodes(graph, nodes, &count));
    for (size_t i = 0; i < count; ++i) {
        cudaGraphNodeType type;
        check(cudaGraphNodeGetType(nodes[i], &type));
        allocations += type == cudaGraphNodeTypeMemAlloc;
        frees += type == cudaGraphNodeTypeMemFree;
    }
    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, graph, 0));
    check(cudaGraphDestroy(graph));
    for (int launch = 0; launch < 2; ++launch) {
        for (int i = 0; i < n; ++i) expected[launch] += in[i] = i % 10 * (launch + 1);
        check(cudaMemcpyAsync(device_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream));
        check(cudaGraphLaunch(executable, stream));
        check(cudaMemcpyAsync(&result[launch], out, sizeof(int), cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
    }
    check(cudaGraphExecDestroy(executable));
    check(cudaStreamDestroy(stream));
    check(cudaFree(device_in));
    check(cudaFree(out));
    const bool right =
        result[0] == expected[0] && result[1] == expected[1] && count == 5 && allocations == 1 && frees == 1;
    std::printf(right ? "PASSED\n" : "%d and %d, %zu nodes\n", result[0], result[1], count);
    return right ? 0 : 1;
}
