// A graph built by hand: copies, a memset, two parallel kernels, and a host function. Its nodes are added
// last first, so that the order of their creation is not a valid execution order.

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
    std::exit(1);
}

constexpr int n = 1 << 12;

__global__ void scale(const int* in, int* out, int factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = factor * in[i];
}

__global__ void add_up(const int* in, unsigned long long* sum) {
    atomicAdd(sum, static_cast<unsigned long long>(in[blockIdx.x * blockDim.x + threadIdx.x]));
}

void count(void* data) { ++*static_cast<int*>(data); }

int main() {
    int *in, *doubled, *tripled, told = 0;
    unsigned long long* sums;
    const size_t bytes = n * sizeof(int);
    for (int** memory : {&in, &doubled, &tripled}) check(cudaMalloc(memory, bytes));
    check(cudaMalloc(&sums, 2 * sizeof *sums));
    std::vector<int> values(n);
    unsigned long long result[2] = {};

    cudaGraph_t graph;
    check(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t tell, fetch, sum[2], multiply[2], clear, send;
    const cudaHostNodeParams call = {count, &told};
    check(cudaGraphAddHostNode(&tell, graph, nullptr, 0, &call));
    check(cudaGraphAddMemcpyNode1D(&fetch, graph, nullptr, 0, result, sums, sizeof result,
                                   cudaMemcpyDeviceToHost));
    for (int side = 0; side < 2; ++side) {
        int* out = side == 0 ? doubled : tripled;
        int factor = 2 + side;
        unsigned long long* target = sums + side;
        void* add_arguments[] = {&out, &target};
        void* scale_arguments[] = {&in, &out, &factor};
        cudaKernelNodeParams kernel = {};
        kernel.gridDim = dim3(n / 256);
        kernel.blockDim = dim3(256);
        kernel.func = reinterpret_cast<void*>(add_up);
        kernel.kernelParams = add_arguments;
        check(cudaGraphAddKernelNode(&sum[side], graph, nullptr, 0, &kernel));
        kernel.func = reinterpret_cast<void*>(scale);
        kernel.kernelParams = scale_arguments;
        check(cudaGraphAddKernelNode(&multiply[side], graph, nullptr, 0, &kernel));
    }
    cudaMemsetParams zero = {sums, 0, 0, 4, 4, 1};
    check(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &zero));
    check(
        cudaGraphAddMemcpyNode1D(&send, graph, nullptr, 0, in, values.data(), bytes, cudaMemcpyHostToDevice));
    const cudaGraphNode_t from[] = {send,        send,   clear,  clear, multiply[0],
                                    multiply[1], sum[0], sum[1], fetch};
    const cudaGraphNode_t to[] = {multiply[0], multiply[1], sum[0], sum[1], sum[0],
                                  sum[1],      fetch,       fetch,  tell};
    check(cudaGraphAddDependencies(graph, from, to, nullptr, 9));

    cudaGraphExec_t executable;
    check(cudaGraphInstantiate(&executable, graph, 0));
    check(cudaGraphDestroy(graph));
    bool right = true;
    for (int launch = 0; launch < 3; ++launch) {
        unsigned long long expected = 0;
        for (int i = 0; i < n; ++i) expected += values[i] = i % 50 + launch;
        check(cudaGraphLaunch(executable, cudaStreamPerThread));
        check(cudaStreamSynchronize(cudaStreamPerThread));
        right = right && result[0] == 2 * expected && result[1] == 3 * expected && told == launch + 1;
    }
    check(cudaGraphExecDestroy(executable));
    for (void* memory : {static_cast<void*>(in), static_cast<void*>(doubled), static_cast<void*>(tripled),
                         static_cast<void*>(sums)}) {
        check(cudaFree(memory));
    }
    std::printf(right ? "PASSED\n" : "the sums are %llu and %llu\n", result[0], result[1]);
    return right ? 0 : 1;
}
